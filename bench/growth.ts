import { compare, failures } from './support/compare.ts'
import { type Engine, startEngine } from './support/engine.ts'
import { type BenchKey, fill } from './support/fill.ts'
import { inFolder } from './support/folder.ts'
import { load, type Requests, writeScript } from './support/load.ts'
import { startApi } from './support/process.ts'
import { type Figure, type RunOptions, report } from './support/report.ts'
import { interleave, QUICK, type Target } from './support/rounds.ts'
import { Uploads } from './support/uploads.ts'

const SMALL = 1_000
const PAGE = 20
const DEEP_PAGE = 1_000
const GOAL = '≤ 1.15'
const CREATE = JSON.stringify({ scheduledTime: '2026-12-01T10:00:00Z', city: 'Springfield' })

interface Size {
  name: string
  keys: BenchKey[]
}

/** P6: requests of an organization with a million projects, against those of one with a thousand. */
export async function growth(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const large = isQuick ? 20_000 : 1_000_000
  const timing = isQuick ? QUICK : { rounds: 5, secondsEach: 3, warmUpSeconds: 3 }
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const one = { organizations: 1, keysEach: isQuick ? 5_000 : 20_000 }
    const small = {
      name: 'small',
      keys: await fill(engine.client, { ...one, projectsEach: SMALL }),
    }
    const big = {
      name: 'large',
      keys: await fill(engine.client, { ...one, projectsEach: large }, 2),
    }
    const api = await startApi(engine.environment)
    onEnd(api.end)
    const cursor = await cursorOf(api.url, big, Math.min(DEEP_PAGE, large / PAGE / 2))
    const page = { method: 'GET', path: `/projects?limit=${PAGE}` } as const
    const pairs: [string, Requests, Requests][] = [
      ['first page', page, page],
      // The small organization has no page 1,000. Its first page is compared.
      ['page 1,000', page, { ...page, path: `${page.path}&cursor=${cursor}` }],
      ['status-counts', COUNTS, COUNTS],
    ]
    const samples: Record<string, unknown> = {}
    const figures: Figure[] = []
    const requesting = async ([what, ofSmall, ofLarge]: (typeof pairs)[number]) => {
      const targets = [
        await target(engine, api, folder, small, what, ofSmall),
        await target(engine, api, folder, big, what, ofLarge),
      ]
      figures.push(...(await measure(targets, what, timing, samples)))
    }
    for (const pair of pairs) await requesting(pair)
    const confirming = [small, big].map(({ name, keys }): Target => {
      const uploads = new Uploads(api.url, keys, isQuick ? 5 : 50)
      const processes = { node: api.pid, postgres: engine.pid }
      return { name, processes, prepare: () => uploads.prepare(), run: () => uploads.confirm() }
    })
    figures.push(...(await measure(confirming, 'confirm-upload', timing, samples, 'cpuMicros')))
    // Bookings are last: they make the small organization larger, and cause vacuums.
    await requesting(['create', BOOK, BOOK])
    const setting = { SMALL, large, ...timing }
    await report({ name: 'growth', setting, figures, samples }, options)
  })
}

const COUNTS = { method: 'GET', path: '/projects/status-counts' } as const
const BOOK = { method: 'POST', path: '/projects/create', body: CREATE } as const

async function measure(
  targets: Target[],
  what: string,
  timing: Parameters<typeof interleave>[1],
  all: Record<string, unknown>,
  by: 'perSecond' | 'cpuMicros' = 'perSecond',
): Promise<Figure[]> {
  const samples = await interleave(targets, timing)
  for (const [size, of] of samples) all[`${what}, ${size}`] = of
  return [
    by === 'cpuMicros'
      ? // Processor time, because most of the elapsed time is the S3 emulator's, which is the same for both.
        compare(samples, `P6 ${what}: processor time, large of small`, ['large', 'small'], GOAL, by)
      : // The ratio of times is the inverse ratio of rates: the small one's rate over the large one's.
        compare(samples, `P6 ${what}: time, large of small`, ['small', 'large'], GOAL),
    failures(samples, `P6 ${what}: requests that failed`),
  ]
}

async function target(
  engine: Engine,
  api: { pid: number; url: string },
  folder: string,
  { name, keys }: Size,
  what: string,
  requests: Requests,
): Promise<Target> {
  const script = await writeScript(
    folder,
    `${what}-${name}`.replaceAll(/\W+/g, '-'),
    requests,
    keys,
  )
  return {
    name,
    processes: { node: api.pid, postgres: engine.pid },
    run: (seconds) => load(api.url, script, seconds),
  }
}

/** The cursor of a page. It is found by paging, as an integrator does. */
async function cursorOf(url: string, { keys }: Size, page: number): Promise<string> {
  let cursor = ''
  // Pages of five times the size reach the same place in a fifth of the steps.
  const limit = PAGE * 5
  for (let i = 0; i < Math.max(1, (page - 1) / 5); i += 1) {
    const { key } = keys[i % keys.length] as BenchKey
    const query = `limit=${limit}${cursor && `&cursor=${cursor}`}`
    const response = await fetch(`${url}/projects?${query}`, { headers: { 'x-api-key': key } })
    const { nextCursor } = (await response.json()) as { nextCursor: string }
    cursor = nextCursor
  }
  return cursor
}
