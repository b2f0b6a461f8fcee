// What: names the partitions of one day in a statement about its rows.
// Why: a join opens every partition of the parent table, however many days are kept, before it knows that it needs one.
//   Pruning by parameters would replan each statement, and misses rows that an UPDATE waited for.
// Measured: docs/performance.md, "A live event".
// To remove: send each text with `ALL_DAYS`.
import { isMissingTable } from './database-error.ts'
import { forgetStatement, type Sql, type SqlValue } from './sql.ts'

/** The suffix of the partitions of a UTC day: `_20261126`. */
export type Day = `_${string}` | typeof ALL_DAYS

/** Instead of a day: the partitioned tables themselves. */
export const ALL_DAYS = ''

const DAY_MS = 86_400_000
// Each day costs a statement. For more days than this, one statement for all days is cheaper.
const MAX_DAYS_APART = 4
// Per statement. Evicted texts are rebuilt when needed.
const MAX_TEXTS = 8

let lastDay = { number: Number.NaN, day: ALL_DAYS as Day }

/** The day of a row with this UUIDv7; {@link ALL_DAYS} for other texts. */
export function dayOf(id: string): Day {
  const number = Math.floor(Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16) / DAY_MS)
  if (number !== lastDay.number) lastDay = { number, day: dayNumbered(number) }
  return lastDay.day
}

function dayNumbered(number: number): Day {
  if (Number.isNaN(number)) return ALL_DAYS
  return `_${new Date(number * DAY_MS).toISOString().slice(0, -14).replaceAll('-', '')}`
}

/** Groups rows by the day of their id, or all together if they span many days. */
export function groupByDay<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Map<Day, readonly Row[]> {
  const groups = Map.groupBy(rows, (row) => dayOf(idOf(row)))
  return groups.size > MAX_DAYS_APART ? new Map([[ALL_DAYS, rows]]) : groups
}

type DayQuery = <Row extends object>(
  sql: Sql,
  day: Day,
  values: readonly SqlValue[],
) => Promise<Row[]>

/**
 * A statement about the rows of one day. If the day was dropped, it runs on all days and finds nothing.
 *
 * @param textFor the text, with the day appended to the names of its tables
 */
export function statementByDay(textFor: (day: Day) => string): DayQuery {
  const texts = new Map<Day, string>()

  function textOf(day: Day): string {
    let text = texts.get(day)
    if (text === undefined) {
      text = textFor(day)
      texts.set(day, text)
      const [oldest] = texts
      if (oldest && texts.size > MAX_TEXTS) {
        texts.delete(oldest[0])
        forgetStatement(oldest[1])
      }
    }
    return text
  }

  return async <Row extends object>(sql: Sql, day: Day, values: readonly SqlValue[]) => {
    try {
      return await sql.query<Row>(textOf(day), values)
    } catch (error) {
      if (day === ALL_DAYS || !isMissingTable(error)) throw error
      return sql.query<Row>(textOf(ALL_DAYS), values)
    }
  }
}

export const PARTITION_DAYS_AHEAD = 14

// Creating a partition locks its table exclusively. Statements queue behind a waiting lock. Half of PostgreSQL's
// default deadlock_timeout: in a deadlock, this transaction gives way, not a request's or a dispatcher's.
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
