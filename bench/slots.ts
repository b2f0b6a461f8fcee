import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Pool } from 'undici'
import type { Work } from './support/costs.ts'
import { addTechnicians, type BenchKey, fill } from './support/fill.ts'
import { evenly, interleave, QUICK, type Sample, type Target } from './support/load.ts'
import { startApi, startEngine } from './support/process.ts'
import { type Figure, failures, figure, type RunOptions, report } from './support/report.ts'
import { quantile } from './support/spread.ts'

const TECHNICIANS = 200
const SHOOTS = 5_000
/** Each polls every ten seconds. */
const VIEWERS = 200
const BOOKERS = 20
const LOOKS_PER_SECOND = VIEWERS / 10
const HOLDS_PER_SECOND = BOOKERS / 10
const NEIGHBOR_PER_SECOND = 50
const CONNECTIONS = 64
const DAY_MS = 86_400_000
const [ALONE, BESIDE] = ['neighbor alone', 'neighbor beside the form'] as const
const PUBLIC_ID = 'a'.repeat(22)

interface Call {
  path: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** P16: 200 people view the slots of one form while 20 hold a time, on one api. */
export async function slots(options: RunOptions): Promise<void> {
  const timing = options.isQuick ? QUICK : { rounds: 5, secondsEach: 20, warmUpSeconds: 10 }
  await using scope = new AsyncDisposableStack()
  const engine = scope.use(await startEngine())
  const keys = await fill(engine.client, { organizations: 2, projectsEach: 1_000, keysEach: 200 })
  const [first] = keys
  if (!first) throw new Error('no organization')
  const packageId = await furnish(engine.client, first.organizationId)
  const api = scope.use(await startApi({ ...engine.environment, TRUST_PROXY: 'true' }))
  const pool = new Pool(api.url, { connections: CONNECTIONS, pipelining: 1 })
  scope.defer(() => pool.close())
  const neighbor = readsOf(
    keys.filter(({ organizationId }) => organizationId !== first.organizationId),
  )
  const seen = { slotsMs: [] as number[], failed: 0, held: 0 }
  const processes = { api: api.pid, postgres: engine.pid }
  const targets: Target[] = [
    {
      name: ALONE,
      processes,
      run: (seconds) => load(pool, NEIGHBOR_PER_SECOND, seconds, neighbor),
    },
    {
      name: BESIDE,
      processes,
      prepare: () => engine.client.query('delete from orders'),
      async run(seconds) {
        const looking = load(pool, LOOKS_PER_SECOND, seconds, looksOf(packageId))
        const holding = load(pool, HOLDS_PER_SECOND, seconds, holdsOf(packageId))
        const reading = load(pool, NEIGHBOR_PER_SECOND, seconds, neighbor)
        const [looked, held, read] = await Promise.all([looking, holding, reading])
        seen.slotsMs.push(looked.latency.p99Ms)
        seen.failed += looked.failed
        seen.held += held.done
        return read
      },
    },
  ]
  const samples = await interleave(targets, timing)
  await report(
    {
      name: 'slots',
      setting: { TECHNICIANS, SHOOTS, VIEWERS, BOOKERS, NEIGHBOR_PER_SECOND, ...timing },
      // The first is the warm-up.
      figures: figuresOf(samples, seen.slotsMs.slice(1), seen.failed),
      samples: { ...Object.fromEntries(samples), slotsMs: seen.slotsMs, held: seen.held },
    },
    options,
  )
}

function figuresOf(samples: Map<string, Sample[]>, slotsMs: number[], failed: number): Figure[] {
  const p99 = (name: string) => (samples.get(name) ?? []).map(({ p99Ms }) => p99Ms ?? Number.NaN)
  return [
    figure('P16: slots, p99 ms', '≤ 100', slotsMs),
    figure('P16: neighbor alone, p99 ms', '≤ 50', p99(ALONE)),
    figure('P16: neighbor beside the form, p99 ms', '≤ 50', p99(BESIDE)),
    figure('P16: looks that failed', '≤ 0', [failed]),
    failures(samples, 'P16: calls of the neighbor that failed'),
  ]
}

/** Creates technicians who work every day, a month of their shoots, and a form. Returns its package. */
async function furnish(client: pg.Client, organizationId: string): Promise<string> {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const hours = Object.fromEntries(days.map((day) => [day, [{ from: '08:00', to: '18:00' }]]))
  await addTechnicians(client, organizationId, TECHNICIANS, hours)
  await client.query(
    `insert into projects (organization_id, id, scheduled_time, technician_id, estimated_duration)
     select $1, uuid_v7(), date_trunc('day', now()) + (n % 31) * interval '1 day'
       + (8 + n % 9) * interval '1 hour', team.ids[1 + n % ${TECHNICIANS}], 60
     from generate_series(1, ${SHOOTS}) as n, (
       select array_agg(user_id) as ids from memberships
       where organization_id = $1 and role = 'TECHNICIAN') as team`,
    [organizationId],
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into packages (organization_id, id, name, price_amount, currency, duration_minutes)
     values ($1, uuid_v7(), 'Essential', 20000, 'USD', 60) returning id`,
    [organizationId],
  )
  const packageId = rows[0]?.id ?? ''
  await client.query(
    `insert into order_forms (organization_id, id, public_id, name, package_ids, add_on_ids, questions, scheduling,
       slot_minutes, notice_hours, horizon_days, travel_minutes, payment, confirmation, frame_ancestors)
     values ($1, uuid_v7(), $2, 'Photos', array[$3::uuid], '{}', '[]', 'REQUIRED', 30, 24, 31, 30, 'NONE', 'AUTOMATIC', '{}')`,
    [organizationId, PUBLIC_ID, packageId],
  )
  await client.query('vacuum analyze')
  return packageId
}

/** Views of the next 31 days, each from a different network. */
function looksOf(packageId: string): () => Call {
  const from = new Date()
  const to = new Date(from.getTime() + 31 * DAY_MS)
  const query = `from=${from.toISOString()}&to=${to.toISOString()}&packageId=${packageId}`
  const path = `/book/${PUBLIC_ID}/slots?${query}`
  return () => ({ path, method: 'GET', headers: anyNetwork() })
}

/** Holds of times 2 to 19 days ahead. */
function holdsOf(packageId: string): () => Call {
  const day = Math.floor(Date.now() / DAY_MS + 2) * DAY_MS
  const path = `/book/${PUBLIC_ID}/holds`
  const randomInt = (below: number) => Math.floor(Math.random() * below)
  return () => {
    const startMs = day + randomInt(18) * DAY_MS + (9 + randomInt(7)) * 3_600_000
    const body = { startsAt: new Date(startMs).toISOString(), selection: { packageId } }
    const headers = { ...anyNetwork(), 'content-type': 'application/json' }
    return { path, method: 'POST', headers, body: JSON.stringify(body) }
  }
}

function readsOf(keys: readonly BenchKey[]): () => Call {
  let next = 0
  return () => {
    const { key = '' } = keys[next++ % keys.length] ?? {}
    return { path: '/projects?limit=20', method: 'GET', headers: { 'x-api-key': key } }
  }
}

function anyNetwork(): Record<string, string> {
  return { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` }
}

type TimedWork = Work & Required<Pick<Work, 'latency'>>

/** Sends calls at an even rate, however long they take. Latency counts from when a call is due. */
async function load(
  pool: Pool,
  perSecond: number,
  seconds: number,
  callOf: () => Call,
): Promise<TimedWork> {
  const startedMs = performance.now()
  const waitsMs: number[] = []
  let failed = 0
  const calls = await evenly(perSecond, seconds, async (dueMs) => {
    const { statusCode, body } = await pool.request(callOf())
    await body.dump()
    waitsMs.push(performance.now() - dueMs)
    if (statusCode >= 300) failed += 1
  })
  waitsMs.sort((a, b) => a - b)
  return {
    done: calls.length - failed,
    seconds: (performance.now() - startedMs) / 1_000,
    failed,
    latency: { p50Ms: quantile(waitsMs, 0.5), p99Ms: quantile(waitsMs, 0.99) },
  }
}
