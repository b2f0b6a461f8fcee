import type { OpenTransaction, Savepoint } from './open-transaction.ts'
import { type Sql, type SqlValue, sqlOn } from './sql.ts'

/** A transaction: its writes are committed together, or none is. */
export class Transaction implements Sql {
  readonly #open: OpenTransaction
  readonly #sql: Sql
  readonly #besideCommit: Sql

  constructor(open: OpenTransaction) {
    this.#open = open
    this.#sql = sqlOn(open, { isWatched: true })
    const besideCommit = open.queryBesideCommit.bind(open)
    this.#besideCommit = sqlOn({ query: besideCommit }, { isWatched: true })
  }

  get orm(): Sql['orm'] {
    return this.#sql.orm
  }

  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#sql.query<Row>(text, values)
  }

  queryOnce<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#sql.queryOnce<Row>(text, values)
  }

  /** {@link query} for texts and nulls: see `OpenTransaction.queryBesideCommit`. */
  queryBesideCommit<Row extends object>(
    text: string,
    values: readonly (string | null)[],
  ): Promise<Row[]> {
    return this.#besideCommit.query<Row>(text, values)
  }

  /** Calls `callback` after the commit, never after a rollback. The same callback is called only once. */
  afterCommit(callback: () => void): void {
    this.#open.afterCommit(callback)
  }

  /** Marks the point to which the transaction can be rolled back. */
  savepoint(): Savepoint {
    return this.#open.savepoint()
  }
}
