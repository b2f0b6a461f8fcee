import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { idleCores, type Work } from './support/costs.ts'
import { type BenchKey, callerOf, type Fill, fill } from './support/fill.ts'
import { interleave, type Sample, type Target } from './support/load.ts'
import type { Plot } from './support/plot.ts'
import { type Engine, startApi, startEngine, startProcess } from './support/process.ts'
import {
  compare,
  type Figure,
  failures,
  figure,
  type RunOptions,
  report,
} from './support/report.ts'
import { quantile, spreadOf } from './support/spread.ts'
import {
  type BenchReceiver,
  settled,
  startDispatcher,
  startReceiver,
  TO_THIS_MACHINE,
} from './support/webhooks.ts'

const RATES = [100, 200, 400, 600]
/** Events per second. */
const AT = 200
/** Enough keys to get the query plans of a large installation. */
const DATA: Fill = { organizations: 50, projectsEach: 0, keysEach: 40 }
const RETENTION_DAYS = 30
/** Same as `PARTITION_DAYS_AHEAD`. */
const DAYS_AHEAD = 14
const CALLERS = 16
// By then V8 and PostgreSQL, whose autovacuum runs every minute, have cleaned up after the load.
const AFTER_LOAD_SECONDS = 180
const [SERVICE, FEW_DAYS, BARE, BOSS] = ['service', 'service, few days', 'bare', 'pg-boss'] as const

/** The service or a baseline. */
interface Side {
  name: string
  prepare?(): Promise<void>
  processes: Record<string, number>
  callers: LiveCallers
  settled(): Promise<unknown>
}

/**
 * P10: processor time of one event, from the accepted call to the settled delivery, one event per call, against the
 * bare minimum, and against pg-boss by its API.
 */
export async function live(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const timing = isQuick
    ? { rounds: 1, secondsEach: 1, warmUpSeconds: 1 }
    : { rounds: 5, secondsEach: 4, warmUpSeconds: 5 }
  const idleSeconds = isQuick ? 2 : 60
  const afterSeconds = isQuick ? 1 : AFTER_LOAD_SECONDS
  await using scope = new AsyncDisposableStack()
  const receiver = scope.use(await startReceiver())
  const engine = scope.use(await startEngine())
  await makeMonth(engine)
  const keys = await fill(engine.client, DATA)
  const ours = await startService(SERVICE, engine, keys, receiver, scope)
  const sides = [ours, await startBare(engine, keys, receiver, scope)]
  const few = scope.use(await startEngine())
  const fewKeys = await fill(few.client, DATA)
  const ofFewDays = await startService(FEW_DAYS, few, fewKeys, receiver, scope)
  ofFewDays.prepare = () => dropDaysAhead(few)
  // On a separate engine: otherwise each side's polls would count in the other's idle figure.
  const boss = await startBoss(scope.use(await startEngine()), keys, receiver, scope)
  const targets = RATES.flatMap((perSecond) =>
    (perSecond === AT ? [...sides, ofFewDays, boss] : sides).map((side) =>
      targetOf(side, receiver, perSecond),
    ),
  )
  const samples = await interleave(targets, timing)
  const idle = await idleCores(ours.processes, idleSeconds, afterSeconds)
  await report(
    {
      name: 'live',
      setting: { ...DATA, ...timing, CALLERS, RATES, idleSeconds },
      figures: figuresOf(samples, idle),
      samples: { ...Object.fromEntries(samples), idle },
      plot: plotOf(samples),
    },
    options,
  )
}

const EACH_LOG = `array['events', 'webhook_deliveries', 'webhook_attempts']`

/** Adds partitions for the whole retention: 45 in total. */
async function makeMonth({ client }: Engine): Promise<void> {
  await client.query(`
    do $$
    declare
      day date;
      parent text;
    begin
      for day in select current_date - ago from generate_series(2, ${RETENTION_DAYS}) as ago loop
        foreach parent in array ${EACH_LOG} loop
          execute format('create table %I partition of %I for values from (%L) to (%L)',
            parent || '_' || to_char(day, 'YYYYMMDD'), parent,
            uuid_v7_floor(day::timestamp at time zone 'UTC'),
            uuid_v7_floor((day + 1)::timestamp at time zone 'UTC'));
        end loop;
      end loop;
    end $$`)
}

/** Drops future partitions except tomorrow's, which leaves 3. Processes recreate them at startup. */
async function dropDaysAhead({ client }: Engine): Promise<void> {
  await client.query(`
    do $$
    declare
      day date;
      parent text;
    begin
      for day in select current_date + n from generate_series(2, ${DAYS_AHEAD}) as n loop
        foreach parent in array ${EACH_LOG} loop
          execute format('drop table if exists %I', parent || '_' || to_char(day, 'YYYYMMDD'));
        end loop;
      end loop;
    end $$`)
}

/** Starts api and dispatcher, with a subscription for each organization. */
async function startService(
  name: string,
  engine: Engine,
  keys: readonly BenchKey[],
  receiver: BenchReceiver,
  scope: AsyncDisposableStack,
): Promise<Side> {
  const api = scope.use(await startApi({ ...engine.environment, ...TO_THIS_MACHINE }))
  await subscribeOverHttp(api.url, keys, receiver.url)
  const dispatcher = scope.use(await startDispatcher(engine))
  const callers = scope.use(new LiveCallers(api.url, keys))
  const processes = { api: api.pid, dispatcher: dispatcher.pid, postgres: engine.pid }
  return { name, processes, callers, settled: () => settled(engine) }
}

async function subscribeOverHttp(
  url: string,
  keys: readonly BenchKey[],
  receiver: string,
): Promise<void> {
  const keyOf = new Map(keys.map(({ organizationId, key }) => [organizationId, key]))
  for (const [organizationId, key] of keyOf) {
    const body = { url: `${receiver}/hook/${organizationId}`, events: ['CUSTOMER_CREATED'] }
    await callerOf(url, [{ key }])('POST', '/webhooks/subscriptions', body)
  }
}

async function startBare(
  engine: Engine,
  keys: readonly BenchKey[],
  receiver: BenchReceiver,
  scope: AsyncDisposableStack,
): Promise<Side> {
  const args = [engine.databaseUrl, receiver.url]
  const bare = scope.use(
    await startProcess('bench/baselines/live.ts', /listening at (\S+)/, {}, [], args),
  )
  const callers = scope.use(new LiveCallers(bare.ready[1] ?? '', keys))
  return {
    name: BARE,
    processes: { node: bare.pid, postgres: engine.pid },
    callers,
    async settled() {
      const idle = once(bare.child, 'message')
      bare.child.send('report when nothing is being delivered')
      await idle
    },
  }
}

/** bench/baselines/pg-boss.ts in two processes. */
async function startBoss(
  engine: Engine,
  keys: readonly BenchKey[],
  receiver: BenchReceiver,
  scope: AsyncDisposableStack,
): Promise<Side> {
  const start = async (role: string) => {
    const args = [role, engine.databaseUrl, receiver.url]
    const file = 'bench/baselines/pg-boss.ts'
    return scope.use(await startProcess(file, /listening at (\S+)/, {}, [], args))
  }
  const api = await start('api')
  const worker = await start('worker')
  const callers = scope.use(new LiveCallers(api.ready[1] ?? '', keys))
  const processes = { api: api.pid, worker: worker.pid, postgres: engine.pid }
  const unfinished = `bare_boss.job where state < 'completed'`
  return { name: BOSS, processes, callers, settled: () => settled(engine, unfinished) }
}

/** Produces `perSecond` events a second, one per call, and waits until all are settled. */
function targetOf(side: Side, receiver: BenchReceiver, perSecond: number): Target {
  return {
    name: `${side.name}, ${perSecond}/s`,
    processes: side.processes,
    async prepare() {
      await side.prepare?.()
      await receiver.reset()
    },
    async run(seconds) {
      const startedMs = performance.now()
      const work = await deliver(side, receiver, perSecond, seconds)
      return { ...work, seconds: (performance.now() - startedMs) / 1_000 }
    },
  }
}

/** Latency is measured from a call's response to its webhook's arrival; negative if the webhook was first. */
async function deliver(
  side: Side,
  receiver: BenchReceiver,
  perSecond: number,
  seconds: number,
): Promise<Work> {
  const { first, respondedMs, failed } = await side.callers.send(perSecond, seconds)
  const count = respondedMs.length
  // Missing ones are counted below.
  await receiver.waitFor(count - failed).catch(() => {})
  await side.settled()
  const { numbers, atMs } = await receiver.arrivals()
  const arrived = new Set(numbers).size
  const [repeated, missing] = [numbers.length - arrived, count - arrived]
  const waitsMs = numbers
    .map((n, i) => (atMs[i] ?? Number.NaN) - (respondedMs[n - first] ?? Number.NaN))
    .sort((a, b) => a - b)
  const latency = { p50Ms: quantile(waitsMs, 0.5), p99Ms: quantile(waitsMs, 0.99) }
  return { done: arrived, seconds, failed: missing + repeated, latency }
}

// Makes an event about 1 KB.
const NOTES = 'x'.repeat(500)

/** Sends `POST /customers` from {@link CALLERS} callers. Call numbers are unique across loads. */
class LiveCallers {
  readonly #pool: Pool
  readonly #keys: readonly BenchKey[]
  #next = 0

  constructor(url: string, keys: readonly BenchKey[]) {
    this.#pool = new Pool(url, { connections: CALLERS, pipelining: 1 })
    this.#keys = keys
  }

  /**
   * Sends the calls of one load at an even rate. Each caller takes the next call and sends it when it's due.
   *
   * @returns the number of the first call, when each response was complete, and the responses other than 201
   */
  async send(perSecond: number, seconds: number) {
    const count = Math.round(perSecond * seconds)
    const calls = { first: this.#next, respondedMs: [] as number[], failed: 0 }
    this.#next += count
    const startedMs = now()
    let taken = 0
    const caller = async () => {
      while (taken < count) {
        const n = taken
        taken += 1
        const waitMs = startedMs + (n * 1_000) / perSecond - now()
        if (waitMs > 0) await pause(waitMs)
        if (!(await this.#createCustomer(calls.first + n))) calls.failed += 1
        calls.respondedMs[n] = now()
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    return calls
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.close()
  }

  async #createCustomer(n: number): Promise<boolean> {
    const key = this.#keys[n % this.#keys.length]?.key ?? ''
    const { statusCode, body } = await this.#pool.request({
      path: '/customers',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        name: 'Casey Customer',
        email: `customer-${n}@example.com`,
        phone: '+1 541 555 0100',
        company: 'Harbour Homes',
        notes: NOTES,
        externalId: String(n),
      }),
    })
    await body.dump()
    return statusCode === 201
  }
}

/** Unix milliseconds. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

function figuresOf(samples: Map<string, Sample[]>, idle: Record<string, number>): Figure[] {
  const [ours, bare] = [`${SERVICE}, ${AT}/s`, `${BARE}, ${AT}/s`]
  const p50 = (samples.get(ours) ?? []).map(({ p50Ms }) => p50Ms ?? Number.NaN)
  const cores = Object.values(idle).reduce((sum, each) => sum + each, 0)
  const ofTheLeast = 'P10: processor time at 200/s, of the least'
  const ofBoss = 'P10: processor time at 200/s, of pg-boss'
  const ofFewDays = 'P10: processor time at 200/s, a month, of 3 days'
  const few = `${FEW_DAYS}, ${AT}/s`
  return [
    compare(samples, ofTheLeast, [ours, bare], '≤ 1.6', 'cpuMicros'),
    compare(samples, ofBoss, [ours, `${BOSS}, ${AT}/s`], '< 1', 'cpuMicros'),
    compare(samples, ofFewDays, [ours, few], '≤ 1.1', 'cpuMicros'),
    figure('P10: accepted to received at 200/s, p50 ms', '< 5', p50),
    figure('P10: cores while idle', '≤ 0.01', [cores]),
    failures(samples, 'P10: events that came twice or never'),
  ]
}

function plotOf(samples: Map<string, Sample[]>): Plot {
  const lines = [SERVICE, BOSS, BARE].map((name) => ({
    name: name === BARE ? 'the least' : name,
    points: RATES.flatMap((at) => {
      const costs = samples.get(`${name}, ${at}/s`)?.map(({ cpuMicros }) => cpuMicros)
      return costs ? [{ at, value: spreadOf(costs) }] : []
    }),
  }))
  return { title: 'Processor time of an event, µs', axis: 'events a second', lines }
}
