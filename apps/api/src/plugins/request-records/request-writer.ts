import type { Database } from '@mediajobs/db'
import {
  LOGGED_REQUESTS_SPAN_MS,
  MAX_COUNTED_KEYS,
  MAX_LOGGED_REQUESTS,
  MAX_UNWRITTEN_REFUSALS,
  MAX_UNWRITTEN_REQUESTS,
} from '@mediajobs/domain'
import {
  type CallCount,
  countCalls,
  findRefusedKeys,
  type RequestEntry,
  writeRequests,
} from '@mediajobs/operations/requests'
import type { FaultLog } from '@mediajobs/runtime'

// A crash loses at most this much.
const EVERY_MS = 1_000
const BATCH_ROWS = 1_000
const DOING = 'writing the request log'

interface WriterOptions {
  database: Database
  unwritten: UnwrittenRequests
  countsEveryMs: number
  faults: FaultLog
  /** Called with the number of requests lost in a failed write. */
  onLost(requests: number): void
}

/**
 * Writes buffered requests once a second and counts less often, one write at a time. While there are none, it doesn't
 * wake the process.
 */
export class RequestWriter {
  readonly #options: WriterOptions
  readonly #everyMs: number
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #countsDueMs: number
  #writing: Promise<void> | undefined

  constructor(options: WriterOptions) {
    this.#options = options
    this.#countsDueMs = performance.now() + options.countsEveryMs
    this.#everyMs = Math.min(EVERY_MS, options.countsEveryMs)
  }

  /** Call when a request was buffered or counted. */
  resume(): void {
    if (this.#timer !== undefined || this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#begin()
    }, this.#everyMs).unref()
  }

  /** Writes the rest. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#writing
    this.#countsDueMs = 0
    this.#begin()
    await this.#writing
  }

  // Requests queue during a slow write; beyond the bound they are dropped.
  #begin(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
      if (!this.#options.unwritten.isEmpty) this.resume()
    })
  }

  async #write(): Promise<void> {
    const { unwritten, countsEveryMs } = this.#options
    const batch = unwritten.take()
    if (batch) await this.#attempt(batch.entries.length, () => this.#writeLog(batch))
    if (performance.now() < this.#countsDueMs) return
    this.#countsDueMs = performance.now() + countsEveryMs
    const counts = unwritten.takeCounts()
    if (counts.length > 0) await this.#attempt(0, () => this.#writeCounts(counts))
  }

  // No retry: a failed write may have committed.
  async #attempt(requests: number, write: () => Promise<void>): Promise<void> {
    const { faults, onLost } = this.#options
    try {
      await write()
      faults.worked(DOING)
    } catch (error) {
      onLost(requests)
      faults.failed(DOING, error)
    }
  }

  async #writeLog({ entries, refusals }: Unwritten): Promise<void> {
    const all = [...entries, ...(await this.#ofKnownKeys(refusals))]
    const { database } = this.#options
    // A transaction, because the day's partitions may have to be created.
    for (const rows of batchesOf(all)) {
      await database.transaction((tx) => writeRequests(tx, rows))
    }
  }

  // A transaction per batch keeps locks short.
  async #writeCounts(counts: readonly CallCount[]): Promise<void> {
    for (const rows of batchesOf(counts)) await countCalls(this.#options.database.sql, rows)
  }

  /** Refusals of known keys, as requests of their organizations. */
  async #ofKnownKeys(refusals: readonly Refusal[]): Promise<RequestEntry[]> {
    const { database, unwritten } = this.#options
    const hashes = refusals.map(({ keyHash }) => keyHash)
    const keys = await findRefusedKeys(database.sql, hashes)
    return keys.flatMap(({ place, organizationId, apiKeyId, userId }) => {
      const { keyHash: _, ...call } = refusals[place] as Refusal
      const entry = { ...call, organizationId, apiKeyId, userId }
      unwritten.count(organizationId, apiKeyId, call.status)
      return unwritten.takesShare(entry) ? entry : []
    })
  }
}

function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / BATCH_ROWS)
  return Array.from({ length: count }, (_, i) => rows.slice(i * BATCH_ROWS, (i + 1) * BATCH_ROWS))
}

/** A call with a refused key (401), whose owner only the database knows. */
export interface Refusal extends Omit<RequestEntry, 'organizationId' | 'apiKeyId' | 'userId'> {
  keyHash: Buffer
}

export type DropReason = 'organization_share' | 'process_full' | 'write_failed'

export interface Unwritten {
  entries: RequestEntry[]
  refusals: Refusal[]
}

const ROUTINE_SHARE = MAX_LOGGED_REQUESTS / 2

/**
 * Buffered requests, bounded in total and per organization: docs/contract.md#c14-requests-bounded
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
   * Counts `entry` against its organization's bound; false if that is exceeded. Successes, 401 and 429, which come in
   * floods, get at most half, so they can't crowd out other errors.
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

  get isEmpty(): boolean {
    return this.#entries.length + this.#refusals.length + this.#counts.size === 0
  }

  /** Drains the requests, if any. */
  take(): Unwritten | undefined {
    const [entries, refusals] = [this.#entries, this.#refusals]
    if (entries.length + refusals.length === 0) return undefined
    this.#entries = []
    this.#refusals = []
    return { entries, refusals }
  }

  /** Drains the counts, one per key and status. */
  takeCounts(): CallCount[] {
    const counts = [...this.#counts.values()].flatMap((ofKey) => [...ofKey.values()])
    this.#counts = new Map()
    return counts
  }
}
