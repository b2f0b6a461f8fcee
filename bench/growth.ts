import { type BenchKey, fill } from './support/fill.ts'
import {
  forKeys,
  interleave,
  QUICK,
  type Requests,
  type Sample,
  type Target,
  wrkTarget,
} from './support/load.ts'
import { Uploads } from './support/media.ts'
import type { Plot } from './support/plot.ts'
import { startApi, startEngine } from './support/process.ts'
import {
  compare,
  type Figure,
  failures,
  type RunOptions,
  ratios,
  report,
} from './support/report.ts'
import { spreadOf } from './support/spread.ts'

const SMALL = 1_000
const PAGE = 20
const DEEP_PAGE = 1_000
const GOAL = '≤ 1.15'
const CREATE = JSON.stringify({ scheduledTime: '2026-12-01T10:00:00Z', city: 'Springfield' })
const COUNTS = { method: 'GET', path: '/projects/status-counts' } as const
const BOOK = { method: 'POST', path: '/projects/create', body: CREATE } as const
const FIRST_PAGE = { method: 'GET', path: `/projects?limit=${PAGE}` } as const

/** P6: requests of an organization with a million projects, against those of one with a thousand. */
export async function growth(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const projects = isQuick ? 20_000 : 1_000_000
  const timing = isQuick ? QUICK : { rounds: 5, secondsEach: 3, warmUpSeconds: 3 }
  await using engine = await startEngine()
  const one = { organizations: 1, keysEach: isQuick ? 5_000 : 20_000 }
  const sizes = [
    { name: 'small', keys: await fill(engine.client, { ...one, projectsEach: SMALL }) },
    { name: 'large', keys: await fill(engine.client, { ...one, projectsEach: projects }, 2) },
  ]
  await using api = await startApi(engine.environment)
  const processes = { node: api.pid, postgres: engine.pid }
  const samples: Record<string, Sample[]> = {}
  const figures: Figure[] = []

  async function measure(
    what: string,
    targets: readonly Target[],
    figureOf: (name: string, of: Parameters<typeof compare>[0]) => Figure,
  ): Promise<void> {
    const measured = await interleave(targets, timing)
    for (const [size, of] of measured) samples[`${what}, ${size}`] = of
    const name = `P6 ${what}`
    figures.push(figureOf(name, measured), failures(measured, `${name}: requests that failed`))
  }

  async function request(what: string, requestsOf: (name: string) => Requests): Promise<void> {
    const targets: Target[] = []
    for (const { name, keys } of sizes) {
      targets.push(await wrkTarget(name, api, engine, forKeys(requestsOf(name), keys)))
    }
    // The ratio of times is the inverse ratio of rates.
    await measure(what, targets, (name, of) =>
      compare(of, `${name}: time, large of small`, ['small', 'large'], GOAL),
    )
  }

  await request('first page', () => FIRST_PAGE)
  // The small organization has no page 1,000: compare with its first.
  const page = Math.min(DEEP_PAGE, projects / PAGE / 2)
  const cursor = await cursorOf(api.url, sizes.at(-1)?.keys ?? [], page)
  const deep = { ...FIRST_PAGE, path: `${FIRST_PAGE.path}&cursor=${cursor}` }
  await request('page 1,000', (name) => (name === 'small' ? FIRST_PAGE : deep))
  await request('status-counts', () => COUNTS)
  // Files per project. A round has eight projects.
  const filesEach = isQuick ? 5 : 50
  const confirming = sizes.map(({ name, keys }): Target => {
    const uploads = new Uploads(api.url, keys, filesEach)
    return { name, processes, prepare: () => uploads.prepare(), run: () => uploads.confirm() }
  })
  // Most of the elapsed time is the S3 emulator's, so compare processor time.
  await measure('confirm-upload', confirming, (name, of) =>
    compare(of, `${name}: processor time, large of small`, ['large', 'small'], GOAL, 'cpuMicros'),
  )
  // Last: bookings enlarge the small organization and cause vacuums.
  await request('create', () => BOOK)
  const setting = { SMALL, large: projects, ...timing }
  const plot = plotOf(samples, [SMALL, projects])
  await report({ name: 'growth', setting, figures, samples, plot }, options)
}

function plotOf(samples: Record<string, Sample[]>, sizes: readonly number[]): Plot {
  const names = Object.keys(samples).filter((name) => name.endsWith(', small'))
  const lines = names.map((small) => {
    const name = small.replace(/, small$/, '')
    const costsOf = (of: string) => (samples[of] ?? []).map(({ cpuMicros }) => cpuMicros)
    const points = [small, `${name}, large`].map((of, i) => ({
      at: sizes[i] ?? 1,
      value: spreadOf(ratios(costsOf(of), costsOf(small))),
    }))
    return { name, points }
  })
  return { title: 'Processor time of a call, of a small organization’s', axis: 'projects', lines }
}

async function cursorOf(url: string, keys: readonly BenchKey[], page: number): Promise<string> {
  let cursor = ''
  // Five pages per step.
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
