import type { BenchKey } from './fill.ts'
import {
  interleave,
  load,
  type Requests,
  type RoundOptions,
  type Target,
  writeScript,
} from './load.ts'
import { Uploads } from './media.ts'
import type { Engine } from './process.ts'
import { compare, type Figure, failures } from './report.ts'

const PAGE = 20
const DEEP_PAGE = 1_000
const GOAL = '≤ 1.15'
const CREATE = JSON.stringify({ scheduledTime: '2026-12-01T10:00:00Z', city: 'Springfield' })
const COUNTS = { method: 'GET', path: '/projects/status-counts' } as const
const BOOK = { method: 'POST', path: '/projects/create', body: CREATE } as const
const FIRST_PAGE = { method: 'GET', path: `/projects?limit=${PAGE}` } as const

/** An organization, with the keys of its callers. */
export interface Size {
  name: 'small' | 'large'
  keys: BenchKey[]
}

export interface GrowthLines {
  /** The goal's name, such as `P6`. */
  goal: string
  engine: Engine
  api: { pid: number; url: string }
  folder: string
  small: Size
  large: Size
  largeProjects: number
  /** Uploads that each of eight projects confirms in a round. */
  filesEach: number
  timing: RoundOptions
}

/** Compares five kinds of requests of a large organization with those of a small one, round by round. */
export async function measureGrowth(
  lines: GrowthLines,
): Promise<{ figures: Figure[]; samples: Record<string, unknown> }> {
  const { engine, api, small, large, filesEach } = lines
  const cursor = await cursorOf(api.url, large, Math.min(DEEP_PAGE, lines.largeProjects / PAGE / 2))
  const samples: Record<string, unknown> = {}
  const figures: Figure[] = []
  const requesting = async (what: string, ofSmall: Requests, ofLarge: Requests) => {
    const targets = [
      await target(lines, small, what, ofSmall),
      await target(lines, large, what, ofLarge),
    ]
    figures.push(...(await measure(lines, targets, what, samples)))
  }
  await requesting('first page', FIRST_PAGE, FIRST_PAGE)
  // The small organization has no page 1,000. Its first page is compared.
  const deep = { ...FIRST_PAGE, path: `${FIRST_PAGE.path}&cursor=${cursor}` }
  await requesting('page 1,000', FIRST_PAGE, deep)
  await requesting('status-counts', COUNTS, COUNTS)
  const confirming = [small, large].map(({ name, keys }): Target => {
    const uploads = new Uploads(api.url, keys, filesEach)
    const processes = { node: api.pid, postgres: engine.pid }
    return { name, processes, prepare: () => uploads.prepare(), run: () => uploads.confirm() }
  })
  figures.push(...(await measure(lines, confirming, 'confirm-upload', samples, 'cpuMicros')))
  // Bookings are last: they make the small organization larger, and cause vacuums.
  await requesting('create', BOOK, BOOK)
  return { figures, samples }
}

async function measure(
  { goal, timing }: GrowthLines,
  targets: Target[],
  what: string,
  all: Record<string, unknown>,
  by: 'perSecond' | 'cpuMicros' = 'perSecond',
): Promise<Figure[]> {
  const samples = await interleave(targets, timing)
  for (const [size, of] of samples) all[`${what}, ${size}`] = of
  const name = `${goal} ${what}`
  return [
    by === 'cpuMicros'
      ? // Processor time, because most of the elapsed time is the S3 emulator's, which is the same for both.
        compare(samples, `${name}: processor time, large of small`, ['large', 'small'], GOAL, by)
      : // The ratio of times is the inverse ratio of rates: the small one's rate over the large one's.
        compare(samples, `${name}: time, large of small`, ['small', 'large'], GOAL),
    failures(samples, `${name}: requests that failed`),
  ]
}

async function target(
  { engine, api, folder }: GrowthLines,
  { name, keys }: Size,
  what: string,
  requests: Requests,
): Promise<Target> {
  const file = `${what}-${name}`.replaceAll(/\W+/g, '-')
  const script = await writeScript(folder, file, requests, keys)
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
