import {
  LOGGED_REQUESTS_SPAN_MS,
  MAX_COUNTED_KEYS,
  MAX_LOGGED_REQUESTS,
  MAX_UNWRITTEN_REFUSALS,
  MAX_UNWRITTEN_REQUESTS,
} from '@mediajobs/domain'
import type { CallCount, RequestEntry } from '@mediajobs/operations/requests'

/** A call with a key that was refused (401). Only the database knows whose key it is. */
export interface Refusal extends Omit<RequestEntry, 'organizationId' | 'apiKeyId' | 'userId'> {
  keyHash: Buffer
}

/** Why a request is not in the log. */
export type DropReason = 'organization_share' | 'process_full' | 'write_failed'

/** What one write takes. */
export interface Unwritten {
  entries: RequestEntry[]
  refusals: Refusal[]
}

const ROUTINE_SHARE = MAX_LOGGED_REQUESTS / 2

/**
 * The requests that are not written yet. Their number is bounded, and so is the number of requests that an
 * organization may log: docs/contract.md#c14-requests-bounded
 */
export class UnwrittenRequests {
  readonly #onDrop: (reason: DropReason, count: number) => void
  #entries: RequestEntry[] = []
  #refusals: Refusal[] = []
  #counts = new Map<string, Map<number, CallCount>>()
  #logged = new Map<string, number>()
  #spanEndsAtMs = 0

  constructor(onDrop: (reason: DropReason, count: number) => void) {
    this.#onDrop = onDrop
  }

  /** Counts a call of a key. */
  count(organizationId: string, apiKeyId: string, status: number): void {
    let ofKey = this.#counts.get(apiKeyId)
    if (!ofKey) {
      if (this.#counts.size >= MAX_COUNTED_KEYS) return
      ofKey = new Map()
      this.#counts.set(apiKeyId, ofKey)
    }
    const known = ofKey.get(status)
    if (known) known.calls += 1
    else ofKey.set(status, { organizationId, apiKeyId, status, calls: 1 })
  }

  add(entry: RequestEntry): void {
    if (this.#entries.length >= MAX_UNWRITTEN_REQUESTS) this.#onDrop('process_full', 1)
    else if (this.takesShare(entry)) this.#entries.push(entry)
  }

  addRefusal(refusal: Refusal): void {
    if (this.#refusals.length >= MAX_UNWRITTEN_REFUSALS) this.#onDrop('process_full', 1)
    else this.#refusals.push(refusal)
  }

  /**
   * Counts `entry` among the logged requests of its organization. False when there are too many. Calls that
   * come in floods, successes and 401 and 429, use at most half of them, so that they hide no other error.
   */
  takesShare({ organizationId, status }: RequestEntry): boolean {
    const nowMs = performance.now()
    if (nowMs >= this.#spanEndsAtMs) {
      this.#logged.clear()
      this.#spanEndsAtMs = nowMs + LOGGED_REQUESTS_SPAN_MS
    }
    const logged = this.#logged.get(organizationId) ?? 0
    const isRoutine = status < 400 || status === 401 || status === 429
    if (logged >= (isRoutine ? ROUTINE_SHARE : MAX_LOGGED_REQUESTS)) {
      this.#onDrop('organization_share', 1)
      return false
    }
    this.#logged.set(organizationId, logged + 1)
    return true
  }

  /** Returns all requests and forgets them; `undefined` when there are none. */
  take(): Unwritten | undefined {
    const [entries, refusals] = [this.#entries, this.#refusals]
    if (entries.length + refusals.length === 0) return undefined
    this.#entries = []
    this.#refusals = []
    return { entries, refusals }
  }

  /** Returns all counts and forgets them. Each key and status is among them once. */
  takeCounts(): CallCount[] {
    const counts = [...this.#counts.values()].flatMap((ofKey) => [...ofKey.values()])
    this.#counts = new Map()
    return counts
  }
}
