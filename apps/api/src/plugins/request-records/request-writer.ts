import type { Database } from '@mediajobs/db'
import {
  type CallCount,
  countCalls,
  findRefusedKeys,
  type RequestEntry,
  writeRequests,
} from '@mediajobs/operations/requests'
import type { FaultLog } from '@mediajobs/runtime'
import type { Refusal, Unwritten, UnwrittenRequests } from './unwritten-requests.ts'

// A crash of the process loses at most the requests of this time.
const EVERY_MS = 1_000
const BATCH_ROWS = 1_000
const DOING = 'writing the request log'

interface WriterOptions {
  database: Database
  unwritten: UnwrittenRequests
  /** How often the counts are written. A key that calls all the time is one row in this time. */
  countsEveryMs: number
  faults: FaultLog
  /** Called with the number of requests that were lost because a write failed. */
  onLost(requests: number): void
}

/** Writes the unwritten requests once a second and the counts more rarely, one write at a time. */
export class RequestWriter {
  readonly #options: WriterOptions
  readonly #timer: NodeJS.Timeout
  #countsDueMs: number
  #writing: Promise<void> | undefined

  constructor(options: WriterOptions) {
    this.#options = options
    this.#countsDueMs = performance.now() + options.countsEveryMs
    const everyMs = Math.min(EVERY_MS, options.countsEveryMs)
    this.#timer = setInterval(() => this.#begin(), everyMs).unref()
  }

  /** Writes what is left. It does not reject. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    this.#countsDueMs = 0
    this.#begin()
    await this.#writing
  }

  // While a write takes long, the requests wait. Beyond their bound they are dropped.
  #begin(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
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

  // What fails is not written again: it may be committed although its result was lost.
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
    // A transaction makes the partitions of the day, if none has made them.
    for (const rows of batchesOf(all)) {
      await database.transaction((tx) => writeRequests(tx, rows))
    }
  }

  // Each batch is a transaction of its own, so that its locks are short.
  async #writeCounts(counts: readonly CallCount[]): Promise<void> {
    for (const rows of batchesOf(counts)) await countCalls(this.#options.database.sql, rows)
  }

  /** The refusals whose keys are known, as requests of their organizations. */
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
