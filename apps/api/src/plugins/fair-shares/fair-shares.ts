import { setImmediate } from 'node:timers/promises'
import {
  MAX_ORGANIZATION_LARGE_BODIES,
  MAX_ORGANIZATION_REPORTS,
  MAX_ORGANIZATION_SEARCHES,
  MAX_ORGANIZATION_WAITING,
} from '@mediajobs/domain'
import { HttpError } from '../../vocabulary/errors.ts'

const RETRY_SECONDS = 1

export const SHARED = ['connections', 'searches', 'reports', 'reads', 'bodies'] as const
export type Shared = (typeof SHARED)[number]

/** A call that takes turns with the others of its organization. */
export interface Call {
  /** `null` groups the calls without a credential. */
  readonly organizationId: string | null
  /** Calls `listener` if the client disconnects. Returns a function that removes it. */
  onGone(listener: () => void): () => void
  /** Resolves when the call has been answered or its client has disconnected. */
  ended(): Promise<void>
  /** Number of connections that the call holds. */
  held: number
  /** Whether the call's body has a turn, or that of the page that makes the call. */
  hasBodyTurn: boolean
  /** Whether the call has had a turn. Part of its work may be done, so refusing it is a 503. */
  hasBegun: boolean
}

/**
 * Limits an organization's concurrent use of this process. Calls above its share queue; beyond a bound they are refused.
 * Rule: docs/contract.md#c10-fair-shares. Why: docs/adr/0015-fair-shares.md.
 */
export class FairShares {
  readonly #sizes: Readonly<Record<Shared, number>>
  readonly #waitMs: number
  /** By organization. An entry lasts while a call of the organization holds or awaits a place. */
  readonly #places = Object.fromEntries(
    SHARED.map((shared) => [shared, new Map<string | null, Places>()]),
  ) as Record<Shared, Map<string | null, Places>>
  readonly waiting: Record<Shared, number> = noneOfEach()
  readonly refused: Record<Shared, number> = noneOfEach()

  /**
   * @param connections an organization's share of the pool
   * @param reads an organization's concurrent reads on the shared connections
   * @param waitMs time after which a waiting call is refused
   */
  constructor(connections: number, reads: number, waitMs: number) {
    this.#sizes = {
      connections,
      searches: MAX_ORGANIZATION_SEARCHES,
      reports: MAX_ORGANIZATION_REPORTS,
      reads,
      bodies: MAX_ORGANIZATION_LARGE_BODIES,
    }
    this.#waitMs = waitMs
  }

  /**
   * Runs `work`, which uses a connection, when it's the turn of `call`: immediately if the caller is unknown (`null`) or
   * the call holds a connection already.
   *
   * @throws {HttpError} 429 if too many calls of the organization wait; 503 if the call has begun
   */
  connection<Result>(call: Call | null, work: () => Promise<Result>): Promise<Result> {
    if (call === null || call.held > 0) return work()
    return this.#inTurn('connections', call, async () => {
      call.held += 1
      try {
        return await work()
      } finally {
        call.held -= 1
      }
    })
  }

  /** Runs a search when it's the turn of `call`. Its connection takes another turn. */
  search<Result>(call: Call | null, work: () => Promise<Result>): Promise<Result> {
    return call === null ? work() : this.#inTurn('searches', call, work)
  }

  /** Like {@link search}, for reports. */
  report<Result>(call: Call | null, work: () => Promise<Result>): Promise<Result> {
    return call === null ? work() : this.#inTurn('reports', call, work)
  }

  /** Runs reads on the shared connections when it's the turn of `call`. */
  read<Result>(call: Call | null, work: () => Promise<Result>): Promise<Result> {
    return call === null ? work() : this.#inTurn('reads', call, work)
  }

  /**
   * Resolves when the large body of `call` may be parsed. Its turn lasts until the call ends, so others wait for at
   * most one body of an organization.
   */
  async body(call: Call | null): Promise<void> {
    if (call === null || call.hasBodyTurn) return
    const { organizationId } = call
    const places = await this.#begin('bodies', call)
    call.hasBodyTurn = true
    void call.ended().then(() => this.#end('bodies', organizationId, places))
  }

  async #inTurn<Result>(shared: Shared, call: Call, work: () => Promise<Result>): Promise<Result> {
    const { organizationId } = call
    const places = await this.#begin(shared, call)
    call.hasBegun = true
    try {
      return await work()
    } finally {
      this.#end(shared, organizationId, places)
    }
  }

  #end(shared: Shared, organizationId: string | null, places: Places): void {
    places.release()
    if (places.isIdle) this.#places[shared].delete(organizationId)
  }

  async #begin(shared: Shared, call: Call): Promise<Places> {
    const { organizationId } = call
    let places = this.#places[shared].get(organizationId)
    if (!places) {
      places = new Places(this.#sizes[shared])
      this.#places[shared].set(organizationId, places)
    }
    if (!places.take()) await this.#wait(shared, places, call)
    return places
  }

  async #wait(shared: Shared, places: Places, call: Call): Promise<void> {
    if (!call.hasBegun && places.waiting >= MAX_ORGANIZATION_WAITING) throw this.#busy(shared, call)
    this.waiting[shared] += 1
    try {
      await this.#turn(shared, places, call)
    } finally {
      this.waiting[shared] -= 1
    }
  }

  #turn(shared: Shared, places: Places, call: Call): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        stop()
        stopWaiting()
        reject(this.#busy(shared, call))
      }
      const timer = setTimeout(refuse, this.#waitMs)
      // A call that has begun is finished even if its client disconnects.
      const stopListening = call.hasBegun ? () => {} : call.onGone(refuse)
      const stop = () => {
        clearTimeout(timer)
        stopListening()
      }
      const stopWaiting = places.wait(() => {
        stop()
        resolve()
      })
    })
  }

  #busy(shared: Shared, call: Call): HttpError {
    this.refused[shared] += 1
    return refusalOf(shared, call).retryAfter(RETRY_SECONDS)
  }
}

function refusalOf(shared: Shared, { hasBegun, organizationId }: Call): HttpError {
  if (hasBegun) {
    const message =
      'This organization has too many calls waiting for the database. Try again soon, with the same ' +
      'Idempotency-Key: part of the change may have been made.'
    return new HttpError(503, 'database_unavailable', message)
  }
  if (organizationId === null) {
    const message = 'Too many calls without a credential are waiting. Try again after Retry-After.'
    return new HttpError(503, 'service_busy', message)
  }
  const what = {
    searches: 'searches',
    reports: 'reports',
    bodies: 'large bodies',
    connections: 'calls',
    reads: 'calls',
  }[shared]
  const message = `Too many ${what} of this organization are waiting: send fewer concurrently, and try again after Retry-After.`
  return new HttpError(429, 'organization_busy', message)
}

function noneOfEach(): Record<Shared, number> {
  return { connections: 0, searches: 0, reports: 0, reads: 0, bodies: 0 }
}

/** A FIFO semaphore. */
class Places {
  #free: number
  readonly #size: number
  #queue: Set<() => void> | undefined

  constructor(size: number) {
    this.#size = size
    this.#free = size
  }

  get waiting(): number {
    return this.#queue?.size ?? 0
  }

  get isIdle(): boolean {
    return this.#free === this.#size
  }

  take(): boolean {
    if (this.#free === 0) return false
    this.#free -= 1
    return true
  }

  /** Calls `begin` once it has a place. Returns a function that cancels the wait. */
  wait(begin: () => void): () => void {
    this.#queue ??= new Set()
    const queue = this.#queue.add(begin)
    return () => void queue.delete(begin)
  }

  release(): void {
    const [next] = this.#queue ?? []
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#queue?.delete(next)
    next()
  }
}

// Too short to notice, far longer than a yield.
const TURN_MS = 5

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Splits long work, so other requests are served. Each turn of the event loop does one turn of work, so many large
 * bodies delay others no longer than one.
 */
export class Turns {
  #beganAt = performance.now()

  /** Yields if this turn is over. */
  async pass(): Promise<void> {
    if (performance.now() - this.#beganAt < TURN_MS) return
    lastTurn = lastTurn.then(() => setImmediate())
    await lastTurn
    this.#beganAt = performance.now()
  }
}
