import type { Sql } from './sql.ts'

/** Days for which partitions are made ahead: nothing of the service need run for that long. */
export const PARTITION_DAYS_AHEAD = 14

// A new partition needs its parent alone for a moment; whoever waits for that makes all wait.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`
const MAKE = 'select make_day_partitions($1)'

/** Makes the partitions of the days to come, in a transaction; those that are there cost a look. */
export async function makePartitions(tx: Sql): Promise<void> {
  await tx.query(LOCK_TIMEOUT)
  await tx.query(MAKE, [PARTITION_DAYS_AHEAD])
}

// They change once a day.
const AGAIN_MS = 3_600_000
const RETRY_MS = 60_000

/**
 * Makes the partitions before the first transaction of a process and every hour of its life, so that
 * whoever writes has where to write, whichever other processes run.
 */
export class PartitionKeeper {
  readonly #make: () => Promise<void>
  readonly #onError: (error: Error) => void
  #dueMs = Number.NEGATIVE_INFINITY
  #making: Promise<void> | undefined

  /** @param onError told when they could not be made: a transaction that needs one will say more */
  constructor(make: () => Promise<void>, onError: (error: Error) => void) {
    this.#make = make
    this.#onError = onError
  }

  /** Never rejects. */
  async ahead(): Promise<void> {
    if (performance.now() < this.#dueMs) return
    this.#making ??= this.#run()
    await this.#making
  }

  /** A row had no partition, as after a machine has slept: they are made before the next transaction. */
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
