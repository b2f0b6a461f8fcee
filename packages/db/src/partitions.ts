import type { Sql } from './sql.ts'

export const PARTITION_DAYS_AHEAD = 14

// Creating a partition locks its table exclusively. Statements queue behind a waiting lock. Half of PostgreSQL's default
// deadlock_timeout: in a deadlock, this transaction gives way, and not that of a request or a dispatcher.
const LOCK_TIMEOUT = `set local lock_timeout = '500ms'`
const CREATE = 'select make_day_partitions($1)'

/** Creates missing partitions, {@link PARTITION_DAYS_AHEAD} days ahead. */
export async function createPartitions(tx: Sql): Promise<void> {
  await tx.query(LOCK_TIMEOUT)
  await tx.query(CREATE, [PARTITION_DAYS_AHEAD])
}

// Partitions are needed once a day.
const AGAIN_MS = 3_600_000
const RETRY_MS = 60_000

/**
 * Creates partitions before a process's first transaction and then hourly, so writers don't depend on another process.
 */
export class PartitionKeeper {
  readonly #make: () => Promise<void>
  readonly #onError: (error: Error) => void
  #dueMs = Number.NEGATIVE_INFINITY
  #making: Promise<void> | undefined

  /** @param onError called when partitions can't be created: transactions that need one fail */
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

  /** Call when a row had no partition, such as after the machine slept: the next transaction creates it. */
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
