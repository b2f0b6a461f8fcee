import { setImmediate } from 'node:timers/promises'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { inOnePacket } from './connections/one-packet.ts'
import { sendStatement } from './connections/send-statement.ts'
import type { Connection } from './sql.ts'

export interface Savepoint {
  /** Undoes all statements since the savepoint, a failed one included. The transaction goes on. */
  rollBack(): Promise<void>
  /** Removes the savepoint and keeps the statements since. */
  release(): Promise<void>
}

const IN_FAILED_TRANSACTION = '25P02'

/**
 * A transaction that has begun on a connection. It remembers every statement: a statement that the client
 * refuses never reaches the server, and a COMMIT sent after it would commit the others.
 */
export class OpenTransaction implements Connection {
  readonly #client: PoolClient
  readonly #pending: Promise<unknown>[] = []
  readonly #callbacks: (() => void)[] = []
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
    this.#pending.push(result)
    // `#settled` reports the failure, so this is not an unhandled rejection.
    result.catch(() => {})
    return result
  }

  /** Calls `callback` after the commit, never after a rollback. The same callback is called only once. */
  afterCommit(callback: () => void): void {
    if (!this.#callbacks.includes(callback)) this.#callbacks.push(callback)
  }

  /** Marks the point to which the transaction can be rolled back. */
  savepoint(): Savepoint {
    this.#savepoints += 1
    const name = `savepoint_${this.#savepoints}`
    const statementCount = this.#pending.length
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
    }
  }

  /** Commits when every statement has succeeded, including those that the caller did not wait for. */
  async commit(): Promise<void> {
    await this.#settled()
    const { command } = await sendStatement(this.#client, { text: 'commit' })
    if (command !== 'COMMIT') throw new Error('the transaction was aborted by an earlier statement')
    for (const callback of this.#callbacks) callback()
  }

  async rollBack(): Promise<void> {
    await this.#settled().catch(() => {})
    await sendStatement(this.#client, { text: 'rollback' }).catch(() => {})
  }

  #send(text: string): Promise<QueryResult> {
    return this.query({ text })
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#pending)
  }

  /** Waits for the statements after the first `count`, and ignores their failures. */
  async #forgetSince(count: number): Promise<void> {
    await Promise.allSettled(this.#pending.slice(count))
    this.#pending.length = count
  }
}

/**
 * Delays the error of a statement that failed because an earlier one had failed. Otherwise the caller might
 * get "the transaction is aborted" instead of the cause.
 */
async function behindItsCause(error: Error & { code?: string }): Promise<never> {
  if (error.code === IN_FAILED_TRANSACTION) await setImmediate()
  throw error
}
