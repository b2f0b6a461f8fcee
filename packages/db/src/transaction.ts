import { setImmediate } from 'node:timers/promises'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { isInFailedTransaction } from './database-error.ts'
import { inOnePacket } from './pg-internals.ts'
import { sendStatement } from './prepare-connection.ts'
import { type Connection, type Sql, type SqlValue, sqlOn } from './sql.ts'

export interface Savepoint {
  /** Undoes all statements since the savepoint, a failed one included. The transaction goes on. */
  rollBack(): Promise<void>
  /** Removes the savepoint and keeps the statements since. */
  release(): Promise<void>
  /** Waits for the statements since the savepoint. @throws what the first of them that failed threw. */
  settled(): Promise<void>
}

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

/** A statement, or work with which the transaction ends. */
interface Statement {
  result: Promise<unknown>
  /** COMMIT is sent only when it has its result. */
  isBeforeCommit: boolean
}

/**
 * A transaction that has begun on a connection. It remembers every statement. A statement that the client refuses
 * never reaches the server, and a COMMIT sent after it would commit the others.
 */
export class OpenTransaction implements Connection {
  readonly #client: PoolClient
  readonly #statements: Statement[] = []
  readonly #callbacks: (() => void)[] = []
  /** The failure of the first statement that failed. */
  #cause: unknown
  #savepoints = 0

  /**
   * Sends BEGIN together with the first statement, and does not wait for its result: if it fails, so does the first
   * statement.
   */
  constructor(client: PoolClient) {
    this.#client = client
    inOnePacket(client)
    this.#send('begin').catch(() => {})
  }

  query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const result = sendStatement(this.#client, config, values).catch(behindItsCause)
    this.#remember({ result, isBeforeCommit: true })
    return result
  }

  /**
   * The same for a statement that only the server can refuse. The COMMIT does not wait for its result, and may be sent
   * in the same packet: if the server refuses the statement, the COMMIT commits nothing. The client never refuses texts,
   * bytes, numbers and nulls.
   */
  queryBesideCommit(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    inOnePacket(this.#client)
    const result = sendStatement(this.#client, config, values).catch(behindItsCause)
    this.#remember({ result, isBeforeCommit: false })
    return result
  }

  /** See `Transaction.endWith`. */
  endWith(work: Promise<unknown>): void {
    this.#remember({ result: work, isBeforeCommit: false })
  }

  /** Calls `callback` after the commit, never after a rollback. The same callback is called only once. */
  afterCommit(callback: () => void): void {
    if (!this.#callbacks.includes(callback)) this.#callbacks.push(callback)
  }

  /** Marks the point to which the transaction can be rolled back. */
  savepoint(): Savepoint {
    this.#savepoints += 1
    const name = `savepoint_${this.#savepoints}`
    const statementCount = this.#statements.length
    const callbackCount = this.#callbacks.length
    this.#send(`savepoint ${name}`).catch(() => {})
    return {
      rollBack: async () => {
        await this.#forgetSince(statementCount)
        this.#callbacks.length = callbackCount
        await this.#send(`rollback to savepoint ${name}`)
      },
      release: async () => {
        await this.#send(`release savepoint ${name}`)
      },
      settled: () => settled(this.#statements.slice(statementCount)),
    }
  }

  /** Commits when every statement has succeeded, including those that the caller did not wait for. */
  async commit(): Promise<void> {
    await settled(this.#statements.filter(({ isBeforeCommit }) => isBeforeCommit))
    const committing = sendStatement(this.#client, { text: 'commit' })
    committing.catch(() => {})
    await settled(this.#statements)
    const { command } = await committing
    if (command !== 'COMMIT') throw new Error('the transaction was aborted by an earlier statement')
    for (const callback of this.#callbacks) callback()
  }

  /** The failure that aborted the transaction, if `error` only says that it is aborted. Otherwise `error` itself. */
  causeOf(error: unknown): unknown {
    return isInFailedTransaction(error) ? (this.#cause ?? error) : error
  }

  async rollBack(): Promise<void> {
    await settled(this.#statements).catch(() => {})
    await sendStatement(this.#client, { text: 'rollback' }).catch(() => {})
  }

  #send(text: string): Promise<QueryResult> {
    return this.query({ text })
  }

  #remember(statement: Statement): void {
    this.#statements.push(statement)
    // `commit` reports the failure, so this is not an unhandled rejection.
    statement.result.catch((error) => {
      this.#cause ??= error
    })
  }

  /** Waits for the statements after the first `count`, and ignores their failures. */
  async #forgetSince(count: number): Promise<void> {
    await Promise.allSettled(resultsOf(this.#statements.slice(count)))
    this.#statements.length = count
    this.#cause = undefined
  }
}

function resultsOf(statements: readonly Statement[]): Promise<unknown>[] {
  return statements.map(({ result }) => result)
}

async function settled(statements: readonly Statement[]): Promise<void> {
  await Promise.all(resultsOf(statements))
}

/** Delays the error of a statement that failed because an earlier one had failed: its cause comes first. */
async function behindItsCause(error: unknown): Promise<never> {
  if (isInFailedTransaction(error)) await setImmediate()
  throw error
}
