import { fillYear } from '@mediajobs/testing/plans/year-of-jobs'
import { Pool } from 'undici'
import { type BenchKey, fill } from './support/fill.ts'
import { evenly } from './support/load.ts'
import { startApi, startEngine } from './support/process.ts'
import { type Figure, figure, type RunOptions, report } from './support/report.ts'
import { quantile } from './support/spread.ts'

const REPORTS = ['jobs', 'turnaround', 'revisions', 'revenue', 'owed', 'technicians'] as const
const DAY_MS = 86_400_000
const NEIGHBOR_PER_SECOND = 50
const CONNECTIONS = 64
/** Concurrent reads of the large organization. */
const READERS = 6

interface Timed {
  milliseconds: number
  failed: boolean
}

/** P18: reports of an organization with 100,000 jobs a year, and their effect on a neighbor. */
export async function reports(options: RunOptions): Promise<void> {
  const projects = options.isQuick ? 2_000 : 100_000
  const rounds = options.isQuick ? 2 : 20
  const secondsEach = options.isQuick ? 2 : 15
  await using scope = new AsyncDisposableStack()
  const engine = scope.use(await startEngine())
  const keys = await fill(engine.client, { organizations: 2, projectsEach: 1_000, keysEach: 200 })
  const large = '00000000-0000-7000-8000-000000000001'
  await engine.client.query('set statement_timeout = 0')
  await fillYear(engine.client, large, { projects, technicians: 40, customers: 500 })
  await engine.client.query('vacuum analyze')
  const api = scope.use(await startApi(engine.environment))
  const pool = new Pool(api.url, { connections: CONNECTIONS, pipelining: 1 })
  scope.defer(() => pool.close())
  const own = keysOf(keys, (id) => id === large)
  const others = keysOf(keys, (id) => id !== large)
  const [from, to] = [-366, 1].map((days) =>
    new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
  )

  async function read(path: string, keyOf: () => string): Promise<Timed> {
    const startedMs = performance.now()
    const headers = { 'x-api-key': keyOf() }
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    await body.dump()
    return { milliseconds: performance.now() - startedMs, failed: statusCode !== 200 }
  }

  const pathOf = (name: string) =>
    name === 'owed' ? '/reports/owed' : `/reports/${name}?from=${from}&to=${to}&by=DAY`
  const figures: Figure[] = []
  const samples: Record<string, unknown> = {}
  for (const name of REPORTS) {
    const timed: Timed[] = []
    // The first is the warm-up.
    for (let round = 0; round <= rounds; round++) timed.push(await read(pathOf(name), own))
    const times = timed.slice(1).map(({ milliseconds }) => milliseconds)
    figures.push(figure(`P18: ${name}, ms`, '≤ 200', times), failed(name, timed))
    samples[name] = times
  }

  const listing = () =>
    evenly(NEIGHBOR_PER_SECOND, secondsEach, () => read('/projects?limit=20', others))
  const alone = await listing()
  let isOver = false
  const readers = Array.from({ length: READERS }, async (_, n) => {
    for (let i = n; !isOver; i++) await read(pathOf(REPORTS[i % REPORTS.length] ?? 'jobs'), own)
  })
  const beside = await listing()
  isOver = true
  await Promise.all(readers)
  const p99 = (timed: readonly Timed[]) =>
    quantile(
      timed.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b),
      0.99,
    )
  figures.push(
    figure('P18: neighbor alone, p99 ms', '≤ 50', [p99(alone)]),
    figure('P18: neighbor beside reports, p99 ms', '≤ 50', [p99(beside)]),
    failed('calls of the neighbor', [...alone, ...beside]),
  )
  const setting = { projects, rounds, READERS, NEIGHBOR_PER_SECOND, secondsEach }
  await report({ name: 'reports', setting, figures, samples }, options)
}

function failed(what: string, timed: readonly Timed[]): Figure {
  return figure(`P18: ${what} that failed`, '≤ 0', [timed.filter((each) => each.failed).length])
}

/** Rotates the keys of the chosen organizations, so none comes near its rate limit. */
function keysOf(keys: readonly BenchKey[], isChosen: (organizationId: string) => boolean) {
  const chosen = keys.filter(({ organizationId }) => isChosen(organizationId))
  let next = 0
  return () => chosen[next++ % chosen.length]?.key ?? ''
}
