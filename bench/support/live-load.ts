import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { BenchKey } from './fill.ts'

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
