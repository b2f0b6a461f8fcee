import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Pool } from 'undici'
import type { Work } from './costs.ts'
import { type BenchKey, type Fill, fill } from './fill.ts'
import type { Target } from './load.ts'
import { type BenchProcess, type Engine, ROOT, startApi, startEngine } from './process.ts'
import { quantile } from './report.ts'
import { type BenchReceiver, settled, startDispatcher, TO_THIS_MACHINE } from './webhooks.ts'

/** An api, a dispatcher and a PostgreSQL of their own, with subscriptions of all organizations. */
export interface LiveService {
  engine: Engine
  api: { pid: number }
  dispatcher: { pid: number }
  keys: readonly BenchKey[]
  callers: LiveCallers
}

/** One subscription for each organization. So many keys that none comes near its rate limit. */
export const LIVE_DATA: Fill = { organizations: 50, projectsEach: 0, keysEach: 10 }

const run = promisify(execFile)
const MIGRATE_LIMIT_MS = 120_000

// Loaded, so that a statement's cost can be measured later. Until then it measures nothing.
const STATISTICS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
}

/** Starts the service of the checkout at `root`, with webhooks to `receiver`. `onEnd` gets what ends it. */
export async function startLiveService(
  receiver: BenchReceiver,
  onEnd: (end: () => Promise<void>) => void,
  root = ROOT,
): Promise<LiveService> {
  const engine = await startEngine({
    settings: STATISTICS,
    ...(root !== ROOT && { migrate: (url) => migrateFrom(root, url) }),
  })
  onEnd(engine.end)
  const keys = await fill(engine.client, LIVE_DATA)
  const api = await startApi({ ...engine.environment, ...TO_THIS_MACHINE }, root)
  onEnd(api.end)
  await subscribeOverHttp(api.url, keys, receiver.url)
  const dispatcher = await startDispatcher(engine, {}, root)
  onEnd(dispatcher.end)
  const callers = new LiveCallers(api.url, keys)
  onEnd(() => callers.close())
  return { engine, api, dispatcher, keys, callers }
}

async function migrateFrom(root: string, databaseUrl: string): Promise<void> {
  await run(process.execPath, [join(root, 'scripts/migrate.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    timeout: MIGRATE_LIMIT_MS,
  })
}

// Through the API: an older version may store a secret in another form.
async function subscribeOverHttp(
  url: string,
  keys: readonly BenchKey[],
  receiver: string,
): Promise<void> {
  const keyOf = new Map(keys.map(({ organizationId, key }) => [organizationId, key]))
  for (const [organizationId, key] of keyOf) {
    const response = await fetch(`${url}/webhooks/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        url: `${receiver}/hook/${organizationId}`,
        events: ['CUSTOMER_CREATED'],
      }),
    })
    if (response.status !== 201)
      throw new Error(`the subscription was refused: ${await response.text()}`)
  }
}

/** Milliseconds until the last byte of an event's request has reached the receiver. */
export interface Waits {
  /** From the call that causes the event, at the caller. */
  called: { p50: number; p95: number }
  /** From the response to that call. Less than 0: the webhook arrived before the response. */
  accepted: { p50: number; p95: number }
}

export interface LiveSide {
  name: string
  processes: Record<string, number>
  callers: LiveCallers
  /** Waits until nothing is left to do for the events that have arrived. */
  settled(): Promise<unknown>
}

/** The service as a side of the comparison. */
export function serviceSide(name: string, service: LiveService): LiveSide {
  const { engine, api, dispatcher, callers } = service
  const processes = { api: api.pid, dispatcher: dispatcher.pid, postgres: engine.pid }
  return { name, processes, callers, settled: () => settled(engine) }
}

/** The process of bench/baselines/live.ts as a side. */
export function bareSide(
  name: string,
  bare: BenchProcess,
  callers: LiveCallers,
  postgres: number,
): LiveSide {
  return {
    name,
    processes: { node: bare.pid, postgres },
    callers,
    async settled() {
      const idle = once(bare.child, 'message')
      bare.child.send('report when nothing is being delivered')
      await idle
    },
  }
}

/** Events at `perSecond`, one for each call, until all are settled. `onWaits` gets the latencies of each round. */
export function liveTarget(
  side: LiveSide,
  receiver: BenchReceiver,
  perSecond: number,
  onWaits: (target: string, waits: Waits) => void,
): Target {
  const name = `${side.name}, ${perSecond}/s`
  return {
    name,
    processes: side.processes,
    prepare: receiver.reset,
    async run(seconds) {
      const startedMs = performance.now()
      const { work, waits } = await deliver(side, receiver, { perSecond, seconds })
      onWaits(name, waits)
      return { ...work, seconds: (performance.now() - startedMs) / 1_000 }
    },
  }
}

async function deliver(
  side: LiveSide,
  receiver: BenchReceiver,
  load: LiveLoad,
): Promise<{ work: Work; waits: Waits }> {
  const calls = await side.callers.send(load)
  const count = calls.calledMs.length
  // What does not arrive is counted as failed below.
  await receiver.waitFor(count - calls.failed).catch(() => {})
  await side.settled()
  const { numbers, atMs } = await receiver.arrivals()
  const repeated = numbers.length - new Set(numbers).size
  const missing = count - new Set(numbers).size
  const accepted = waitsSince(calls.respondedMs, calls, numbers, atMs)
  const called = waitsSince(calls.calledMs, calls, numbers, atMs)
  const latency = { p50Ms: quantile(accepted, 0.5), p99Ms: quantile(accepted, 0.99) }
  return {
    work: { done: count - missing, seconds: load.seconds, failed: missing + repeated, latency },
    waits: { called: halfAndMost(called), accepted: halfAndMost(accepted) },
  }
}

function waitsSince(
  sinceMs: readonly number[],
  { first }: LiveCalls,
  numbers: readonly number[],
  atMs: readonly number[],
): number[] {
  const waits = numbers.map((n, i) => (atMs[i] ?? Number.NaN) - (sinceMs[n - first] ?? Number.NaN))
  return waits.sort((a, b) => a - b)
}

function halfAndMost(sorted: readonly number[]): { p50: number; p95: number } {
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

/** Calls at an even rate. */
export interface LiveLoad {
  perSecond: number
  seconds: number
}

/** The calls of one load. Times are Unix milliseconds. */
export interface LiveCalls {
  /** The number of the first call. The others follow it without a gap. */
  first: number
  /** When each call was sent, and when its response was complete. */
  calledMs: number[]
  respondedMs: number[]
  /** The calls without a 201. */
  failed: number
}

export const CALLERS = 16
// With the fields of its customer, an event then has about 1 KB.
const NOTES = 'x'.repeat(500)

/** Sends `POST /customers` from {@link CALLERS} callers. Each call has a number that no other call ever has. */
export class LiveCallers {
  readonly #pool: Pool
  readonly #keys: readonly BenchKey[]
  #next = 0

  constructor(url: string, keys: readonly BenchKey[]) {
    this.#pool = new Pool(url, { connections: CALLERS, pipelining: 1 })
    this.#keys = keys
  }

  /** Sends the calls of one load. Each caller takes the next call, waits until it is due, and sends it. */
  async send({ perSecond, seconds }: LiveLoad): Promise<LiveCalls> {
    const count = Math.round(perSecond * seconds)
    const calls: LiveCalls = { first: this.#next, calledMs: [], respondedMs: [], failed: 0 }
    this.#next += count
    const startedMs = now()
    let taken = 0
    const caller = async () => {
      while (taken < count) {
        const n = taken
        taken += 1
        const waitMs = startedMs + (n * 1_000) / perSecond - now()
        if (waitMs > 0) await pause(waitMs)
        calls.calledMs[n] = now()
        if (!(await this.#createCustomer(calls.first + n))) calls.failed += 1
        calls.respondedMs[n] = now()
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    return calls
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  async #createCustomer(n: number): Promise<boolean> {
    const { statusCode, body } = await this.#pool.request({
      path: '/customers',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': this.#keys[n % this.#keys.length]?.key ?? '',
      },
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

function now(): number {
  return performance.timeOrigin + performance.now()
}
