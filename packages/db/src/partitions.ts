import type { Sql } from './sql.ts'

/** Days for which partitions are made ahead. The service can run for so long without making any. */
export const PARTITION_DAYS_AHEAD = 14

// A new partition needs an exclusive lock on its table. While it waits for the lock, all later statements on
// that table wait behind it.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`
const MAKE = 'select make_day_partitions($1)'

/** Makes the partitions of the next days, in the transaction `tx`. Existing ones do not change. */
export async function makePartitions(tx: Sql): Promise<void> {
  await tx.query(LOCK_TIMEOUT)
  await tx.query(MAKE, [PARTITION_DAYS_AHEAD])
}

// Partitions are needed once a day.
const AGAIN_MS = 3_600_000
const RETRY_MS = 60_000

/**
 * Makes the partitions before the first transaction of a process, and again every hour. So each process
 * that writes has partitions to write to, and depends on no other process.
 */
export class PartitionKeeper {
  readonly #make: () => Promise<void>
  readonly #onError: (error: Error) => void
  #dueMs = Number.NEGATIVE_INFINITY
  #making: Promise<void> | undefined

  /** @param onError called when partitions could not be made. A transaction that needs one fails. */
  constructor(make: () => Promise<void>, onError: (error: Error) => void) {
    this.#make = make
    this.#onError = onError
  }

  /** Makes the partitions if it is time. Never rejects. */
  async ahead(): Promise<void> {
    if (performance.now() < this.#dueMs) return
    this.#making ??= this.#run()
    await this.#making
  }

  /**
   * Call this when a row had no partition, for example after the machine slept. The next transaction then
   * makes the partitions.
   */
  missed(): void {
    this.#dueMs = Number.NEGATIVE_INFINITY
  }

  async #run(): Promise<void> {
    try {
      await this.#make()
      this.#dueMs = performance.now() + AGAIN_MS
    } catch (error) {
      this.#dueMs = performance.now() + RETRY_MS
      this.#onError(error as Error)
    } finally {
      this.#making = undefined
    }
  }
}
