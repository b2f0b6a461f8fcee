import type { Sql } from './sql.ts'

/** How many days ahead partitions are created. */
export const PARTITION_DAYS_AHEAD = 14

// A new partition needs an exclusive lock on its table. While it waits for the lock, all later statements on
// that table wait behind it.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`
const MAKE = 'select make_day_partitions($1)'

/** Creates the missing partitions of the next days. */
export async function makePartitions(tx: Sql): Promise<void> {
  await tx.query(LOCK_TIMEOUT)
  await tx.query(MAKE, [PARTITION_DAYS_AHEAD])
}

// Partitions are needed once a day.
const AGAIN_MS = 3_600_000
const RETRY_MS = 60_000

/**
 * Creates partitions before the first transaction of a process and then every hour, so no process that writes depends on
 * another one.
 */
export class PartitionKeeper {
  readonly #make: () => Promise<void>
  readonly #onError: (error: Error) => void
  #dueMs = Number.NEGATIVE_INFINITY
  #making: Promise<void> | undefined

  /** @param onError called when partitions could not be created. A transaction that needs one fails. */
  constructor(make: () => Promise<void>, onError: (error: Error) => void) {
    this.#make = make
    this.#onError = onError
  }

  /** Creates the partitions if due. Never rejects. */
  async ahead(): Promise<void> {
    if (performance.now() < this.#dueMs) return
    this.#making ??= this.#run()
    await this.#making
  }

  /**
   * Call this when a row had no partition, for example after the machine slept: the next transaction creates it.
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
