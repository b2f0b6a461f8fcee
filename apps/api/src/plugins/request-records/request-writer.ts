import type { Database, Sql } from '@mediajobs/db'
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
// A crash of the database server may lose the last batch: the log is not worth the wait for the disk.
const UNFLUSHED = 'set local synchronous_commit = off'
const DOING = 'writing the request log'

interface WriterOptions {
  database: Database
  unwritten: UnwrittenRequests
  faults: FaultLog
  /** Called with the number of requests that were lost because a write failed. */
  onLost(requests: number): void
}

/** Writes the unwritten requests once a second, one write at a time. */
export class RequestWriter {
  readonly #options: WriterOptions
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> | undefined

  constructor(options: WriterOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#begin(), EVERY_MS).unref()
  }

  /** Writes what is left. It does not reject. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    this.#begin()
    await this.#writing
  }

  // While a write takes long, the requests wait. Beyond their bound they are dropped.
  #begin(): void {
    if (this.#writing) return
    const batch = this.#options.unwritten.take()
    if (!batch) return
    this.#writing = this.#write(batch).finally(() => {
      this.#writing = undefined
    })
  }

  // A batch that fails is not written again: its transaction may be committed although its result was lost.
  async #write(batch: Unwritten): Promise<void> {
    const { database, faults, onLost } = this.#options
    let unwritten = batch.entries.length + batch.refusals.length
    try {
      const known = await this.#knownRefusals(database.sql, batch.refusals)
      const entries = [...batch.entries, ...known.entries]
      unwritten = entries.length
      await database.transaction(async (tx) => {
        await tx.query(UNFLUSHED)
        await countCalls(tx, [...batch.counts, ...known.counts])
        for (let at = 0; at < entries.length; at += BATCH_ROWS) {
          await writeRequests(tx, entries.slice(at, at + BATCH_ROWS))
        }
      })
      faults.worked(DOING)
    } catch (error) {
      onLost(unwritten)
      faults.failed(DOING, error)
    }
  }

  /** The refusals whose keys are known, as requests of their organizations. */
  async #knownRefusals(sql: Sql, refusals: readonly Refusal[]) {
    const entries: RequestEntry[] = []
    const counts = new Map<string, CallCount>()
    const keys = await findRefusedKeys(
      sql,
      refusals.map(({ keyHash }) => keyHash),
    )
    for (const { place, organizationId, apiKeyId, userId } of keys) {
      const { keyHash: _, ...call } = refusals[place] as Refusal
      const entry = { ...call, organizationId, apiKeyId, userId }
      const count = counts.get(apiKeyId) ?? { organizationId, apiKeyId, status: 401, calls: 0 }
      counts.set(apiKeyId, { ...count, calls: count.calls + 1 })
      if (this.#options.unwritten.takesShare(entry)) entries.push(entry)
    }
    return { entries, counts: [...counts.values()] }
  }
}
