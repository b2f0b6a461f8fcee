import type { OpenTransaction, Savepoint } from './open-transaction.ts'
import { type Sql, type SqlValue, sqlOn } from './sql.ts'

/** A transaction: its writes are committed together, or none is. */
export class Transaction implements Sql {
  readonly #open: OpenTransaction
  readonly #sql: Sql
  /**
   * The same transaction, for statements that only the server can refuse. A COMMIT may be sent right behind them, in
   * the same packet: see `OpenTransaction.queryBesideCommit`.
   */
  readonly besideCommit: Pick<Sql, 'query'>

  constructor(open: OpenTransaction) {
    this.#open = open
    this.#sql = sqlOn(open, { isWatched: true })
    const besideCommit = open.queryBesideCommit.bind(open)
    this.besideCommit = sqlOn({ query: besideCommit }, { isWatched: true })
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

  /**
   * The commit ends only when `work` has ended, and fails when it fails. Call it when `work` has sent its statements: the
   * COMMIT may be sent at once. `work` does not wait for the commit.
   */
  endWith(work: Promise<unknown>): void {
    this.#open.endWith(work)
  }

  /** Calls `callback` after the commit, never after a rollback. The same callback is called only once. */
  afterCommit(callback: () => void): void {
    this.#open.afterCommit(callback)
  }

  /** The failure that explains `error` of this transaction: see `OpenTransaction.causeOf`. */
  causeOf(error: unknown): unknown {
    return this.#open.causeOf(error)
  }

  /** Marks the point to which the transaction can be rolled back. */
  savepoint(): Savepoint {
    return this.#open.savepoint()
  }
}
