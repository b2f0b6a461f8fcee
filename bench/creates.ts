import { addPgbenchKeys, writeCreateScript } from './baselines/create.ts'
import { pgbench } from './support/costs.ts'
import { type BenchKey, DATA, fill, QUICK_DATA, subscribeEach } from './support/fill.ts'
import {
  CONNECTIONS,
  forKeys,
  interleave,
  QUICK,
  type Sample,
  type Target,
  wrkTarget,
} from './support/load.ts'
import { type Engine, startApi, startEngine } from './support/process.ts'
import { compare, type Figure, failures, type RunOptions, report } from './support/report.ts'

const BOOKING = {
  scheduledTime: '2026-12-01T10:00:00Z',
  addressLine1: '1 Harbour Street',
  city: 'Springfield',
  region: 'OR',
  postalCode: '97403',
  countryCode: 'US',
  notes: 'Lockbox at the side door',
  mediaTypes: ['PHOTO', 'VIDEO'],
  estimatedDuration: 90,
}
const REQUEST = { method: 'POST', path: '/projects/create', body: JSON.stringify(BOOKING) } as const
// For the service and for pgbench: the maximum number of concurrent statements.
const DATABASE_CONNECTIONS = 16
const SLOW_FLUSH_MS = 2
const SERVICE = 'service'
const ONE = 'service, one organization'
const PGBENCH = 'pgbench'

/**
 * P2: a booking with its event, webhook delivery and job, committed synchronously, against pgbench with the same
 * statements: on this disk, and on a slow one whose flushes take 2 ms longer.
 */
export async function creates(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const data = isQuick ? QUICK_DATA : DATA
  const timing = isQuick ? QUICK : { rounds: 7, secondsEach: 5, warmUpSeconds: 8 }
  await using scope = new AsyncDisposableStack()
  const engine = scope.use(await startEngine())
  const targets = await makeTargets(engine, scope, data)
  const before = await written(engine)
  const fast = await interleave(targets, timing)
  await engine.slowFlushes(SLOW_FLUSH_MS)
  const slow = await interleave(targets, timing)
  const figures = [
    ...comparisons(fast, 'P2'),
    ...comparisons(slow, 'P2, slow disk'),
    await eachIsWhole(engine, before),
  ]
  const samples = {
    ...Object.fromEntries(fast),
    ...Object.fromEntries([...slow].map(([name, of]) => [`${name}, slow disk`, of])),
  }
  const setting = {
    ...data,
    ...timing,
    connections: CONNECTIONS,
    DATABASE_CONNECTIONS,
    SLOW_FLUSH_MS,
  }
  await report({ name: 'creates', setting, figures, samples }, options)
}

async function makeTargets(
  engine: Engine,
  scope: AsyncDisposableStack,
  data: Parameters<typeof fill>[1],
): Promise<Target[]> {
  const keys = await fill(engine.client, data)
  const lone = await fill(
    engine.client,
    { ...data, organizations: 1, keysEach: keys.length },
    data.organizations + 1,
  )
  await subscribeEach(engine.client)
  await addPgbenchKeys(engine.client, data.organizations)
  const recorded = await writeCreateScript(
    engine.folder,
    engine.databaseUrl,
    keys[0] as BenchKey,
    data.organizations,
    BOOKING,
  )
  const pool = { DATABASE_POOL_SIZE: String(DATABASE_CONNECTIONS) }
  const api = scope.use(await startApi({ ...engine.environment, ...pool }))
  return [
    await wrkTarget(SERVICE, api, engine, forKeys(REQUEST, keys)),
    await wrkTarget(ONE, api, engine, forKeys(REQUEST, lone)),
    {
      name: PGBENCH,
      processes: { postgres: engine.pid },
      run: (seconds) => pgbench(engine.databaseUrl, recorded, DATABASE_CONNECTIONS, seconds),
    },
  ]
}

function comparisons(samples: Map<string, Sample[]>, name: string): Figure[] {
  return [
    compare(samples, `${name}: rate, of pgbench`, [SERVICE, PGBENCH], '≥ 0.45'),
    compare(samples, `${name}: one organization, of many`, [ONE, SERVICE], '≥ 0.95'),
    failures(samples, `${name}: requests that failed`),
  ]
}

async function written({ client }: Engine): Promise<number[]> {
  const tables = ['projects', 'events', 'webhook_deliveries', 'pgboss.job']
  const counts = tables.map((table) => `(select count(*)::int from ${table})`)
  const { rows } = await client.query<number[]>({
    text: `select ${counts.join(', ')}`,
    rowMode: 'array',
  } as never)
  return rows[0] ?? []
}

/** Whether each booking wrote a row to each table. */
async function eachIsWhole(engine: Engine, before: number[]): Promise<Figure> {
  const made = (await written(engine)).map((count, i) => count - (before[i] ?? 0))
  const [projects = 0] = made
  const value = Math.max(...made.map((count) => Math.abs(count - projects)))
  return {
    name: `P2: bookings of ${projects} without event, delivery or job`,
    goal: '0',
    value: { median: value, least: value, most: value },
    isMet: value === 0 && projects > 0,
  }
}
