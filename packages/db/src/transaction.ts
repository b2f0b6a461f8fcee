import { setImmediate } from 'node:timers/promises'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { inOnePacket, sendStatement } from './connection.ts'
import { isInFailedTransaction } from './database-error.ts'
import { type Connection, type Sql, type SqlValue, sqlOn } from './sql.ts'

export type Savepoint = ReturnType<OpenTransaction['savepoint']>

export class Transaction implements Sql {
  readonly #open: OpenTransaction
  readonly #sql: Sql
  /**
   * For statements that only the server can reject: COMMIT may share their packet. See
   * `OpenTransaction.queryBesideCommit`.
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
   * The commit waits for `work` and fails with it. Call it once `work` has sent its statements: COMMIT may be sent at
   * once.
   */
  endWith(work: Promise<unknown>): void {
    this.#open.endWith(work)
  }

  /** Calls `callback` after the commit. Deduplicated. */
  afterCommit(callback: () => void): void {
    this.#open.afterCommit(callback)
  }

  /** See `OpenTransaction.causeOf`. */
  causeOf(error: unknown): unknown {
    return this.#open.causeOf(error)
  }

  savepoint(): Savepoint {
    return this.#open.savepoint()
  }
}

/** The first statement of a transaction whose reads all see the same state. */
export const SNAPSHOT = 'set transaction isolation level repeatable read, read only'

/** A statement, or work the commit waits for. */
interface Statement {
  result: Promise<unknown>
  /** COMMIT is held back until the result. */
  isBeforeCommit: boolean
}

/**
 * An open transaction. Tracks every statement: one that the client rejects never reaches the server, so a COMMIT sent
 * regardless would commit the others.
 */
export class OpenTransaction implements Connection {
  readonly #client: PoolClient
  readonly #statements: Statement[] = []
  readonly #callbacks: (() => void)[] = []
  #cause: unknown
  #savepoints = 0

  /** BEGIN shares a packet with the first statement, which fails if BEGIN does. */
  constructor(client: PoolClient) {
    this.#client = client
    inOnePacket(client)
    this.#send('begin').catch(() => {})
  }

  query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const result = sendStatement(this.#client, config, values).catch(throwAfterCause)
    this.#remember({ result, isBeforeCommit: true })
    return result
  }

  /**
   * `query` for a statement that only the server can reject. COMMIT doesn't wait for it and may share its packet: if the
   * server rejects the statement, COMMIT rolls back. The client never rejects strings, bytes, numbers or nulls.
   */
  queryBesideCommit(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    inOnePacket(this.#client)
    const result = sendStatement(this.#client, config, values).catch(throwAfterCause)
    this.#remember({ result, isBeforeCommit: false })
    return result
  }

  /** See `Transaction.endWith`. */
  endWith(work: Promise<unknown>): void {
    this.#remember({ result: work, isBeforeCommit: false })
  }

  /** See `Transaction.afterCommit`. */
  afterCommit(callback: () => void): void {
    if (!this.#callbacks.includes(callback)) this.#callbacks.push(callback)
  }

  savepoint() {
    this.#savepoints += 1
    const name = `savepoint_${this.#savepoints}`
    const statementCount = this.#statements.length
    const callbackCount = this.#callbacks.length
    this.#send(`savepoint ${name}`).catch(() => {})
    return {
      /** Undoes all statements since the savepoint, failed ones included; the transaction continues. */
      rollBack: async (): Promise<void> => {
        await this.#forgetSince(statementCount)
        this.#callbacks.length = callbackCount
        await this.#send(`rollback to savepoint ${name}`)
      },
      /** Removes the savepoint and keeps the statements since. */
      release: async (): Promise<void> => {
        await this.#send(`release savepoint ${name}`)
      },
      /** Waits for the statements since the savepoint. @throws the first failure. */
      settled: () => settled(this.#statements.slice(statementCount)),
    }
  }

  /** Commits once every statement has succeeded, awaited or not. */
  async commit(): Promise<void> {
    await settled(this.#statements.filter(({ isBeforeCommit }) => isBeforeCommit))
    const committing = sendStatement(this.#client, { text: 'commit' })
    committing.catch(() => {})
    await settled(this.#statements)
    const { command } = await committing
    if (command !== 'COMMIT') throw new Error('the transaction was aborted by an earlier statement')
    for (const callback of this.#callbacks) callback()
  }

  /** Root cause of a "transaction aborted" error; any other error is returned as is. */
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
    // Handled: `commit` reports the failure.
    statement.result.catch((error) => {
      this.#cause ??= error
    })
  }

  /** Waits for the statements after the first `count` and drops their failures. */
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

/** Delays "transaction aborted" errors so that their cause is reported first. */
async function throwAfterCause(error: unknown): Promise<never> {
  if (isInFailedTransaction(error)) await setImmediate()
  throw error
}
