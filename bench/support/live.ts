import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Work } from './costs.ts'
import { type BenchKey, type Fill, fill } from './fill.ts'
import type { Target } from './load.ts'
import { type BenchProcess, type Engine, startApi, startEngine } from './process.ts'
import { quantile } from './report.ts'
import { type BenchReceiver, settled, startDispatcher, TO_THIS_MACHINE } from './webhooks.ts'

/** A separate api, dispatcher and PostgreSQL, with a subscription for each organization. */
export interface LiveService {
  engine: Engine
  api: { pid: number }
  dispatcher: { pid: number }
  keys: readonly BenchKey[]
  callers: LiveCallers
}

/** Enough keys that none comes near its rate limit. */
export const LIVE_DATA: Fill = { organizations: 50, projectsEach: 0, keysEach: 10 }

/** Starts the service with webhooks to `receiver`. */
export async function startLiveService(
  receiver: BenchReceiver,
  onEnd: (end: () => Promise<void>) => void,
): Promise<LiveService> {
  const engine = await startEngine()
  onEnd(engine.end)
  const keys = await fill(engine.client, LIVE_DATA)
  const api = await startApi({ ...engine.environment, ...TO_THIS_MACHINE })
  onEnd(api.end)
  await subscribeOverHttp(api.url, keys, receiver.url)
  const dispatcher = await startDispatcher(engine)
  onEnd(dispatcher.end)
  const callers = new LiveCallers(api.url, keys)
  onEnd(() => callers.close())
  return { engine, api, dispatcher, keys, callers }
}

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

/**
 * Milliseconds from the response to a call until the last byte of its webhook has reached the receiver. Negative if the
 * webhook arrived first.
 */
export interface Wait {
  p50: number
  p95: number
}

export interface LiveSide {
  name: string
  processes: Record<string, number>
  callers: LiveCallers
  /** Waits until all events are settled. */
  settled(): Promise<unknown>
}

export function serviceSide(name: string, service: LiveService): LiveSide {
  const { engine, api, dispatcher, callers } = service
  const processes = { api: api.pid, dispatcher: dispatcher.pid, postgres: engine.pid }
  return { name, processes, callers, settled: () => settled(engine) }
}

/** The process of bench/baselines/live.ts. */
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

/** Causes events at `perSecond`, one per call, until all are settled. `onWait` receives each round's latency. */
export function liveTarget(
  side: LiveSide,
  receiver: BenchReceiver,
  perSecond: number,
  onWait: (target: string, wait: Wait) => void,
): Target {
  const name = `${side.name}, ${perSecond}/s`
  return {
    name,
    processes: side.processes,
    prepare: receiver.reset,
    async run(seconds) {
      const startedMs = performance.now()
      const { work, wait } = await deliver(side, receiver, { perSecond, seconds })
      onWait(name, wait)
      return { ...work, seconds: (performance.now() - startedMs) / 1_000 }
    },
  }
}

async function deliver(
  side: LiveSide,
  receiver: BenchReceiver,
  load: LiveLoad,
): Promise<{ work: Work; wait: Wait }> {
  const calls = await side.callers.send(load)
  const count = calls.respondedMs.length
  // Missing ones are counted below.
  await receiver.waitFor(count - calls.failed).catch(() => {})
  await side.settled()
  const { numbers, atMs } = await receiver.arrivals()
  const repeated = numbers.length - new Set(numbers).size
  const missing = count - new Set(numbers).size
  const waitsMs = numbers
    .map((n, i) => (atMs[i] ?? Number.NaN) - (calls.respondedMs[n - calls.first] ?? Number.NaN))
    .sort((a, b) => a - b)
  const latency = { p50Ms: quantile(waitsMs, 0.5), p99Ms: quantile(waitsMs, 0.99) }
  return {
    work: { done: count - missing, seconds: load.seconds, failed: missing + repeated, latency },
    wait: { p50: quantile(waitsMs, 0.5), p95: quantile(waitsMs, 0.95) },
  }
}

/** Calls at an even rate. */
interface LiveLoad {
  perSecond: number
  seconds: number
}

/** The calls of one load. Times are Unix milliseconds. */
interface LiveCalls {
  /** Number of the first call; the others are consecutive. */
  first: number
  /** When each response was complete. */
  respondedMs: number[]
  /** Responses other than 201. */
  failed: number
}

export const CALLERS = 16
// Makes an event about 1 KB.
const NOTES = 'x'.repeat(500)

/** Sends `POST /customers` from {@link CALLERS} callers. Call numbers are unique across loads. */
export class LiveCallers {
  readonly #pool: Pool
  readonly #keys: readonly BenchKey[]
  #next = 0

  constructor(url: string, keys: readonly BenchKey[]) {
    this.#pool = new Pool(url, { connections: CALLERS, pipelining: 1 })
    this.#keys = keys
  }

  /** Sends the calls of one load. Each caller takes the next call and sends it when it's due. */
  async send({ perSecond, seconds }: LiveLoad): Promise<LiveCalls> {
    const count = Math.round(perSecond * seconds)
    const calls: LiveCalls = { first: this.#next, respondedMs: [], failed: 0 }
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
