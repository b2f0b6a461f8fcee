import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from '@mediajobs/db'
import {
  type FirstAnswer,
  findFirstAnswer,
  type KeySlot,
  keepFirstAnswer,
  lockKey,
} from '@mediajobs/operations'
import type { Store, Tx } from '@mediajobs/outbox'
import { HttpError } from '../../errors.ts'

/** The request was answered before: what `Store.transaction` throws then. */
export class AnsweredBefore extends Error {
  readonly first: FirstAnswer

  constructor(first: FirstAnswer) {
    super('this request was answered before')
    this.first = first
  }
}

/** The requests with an Idempotency-Key, each around its own handler. */
export const keyedRequests = new AsyncLocalStorage<KeyedRequest>()

/**
 * `store`, in which a transaction of a request with an Idempotency-Key commits when its answer is
 * known, and together with it. A handler need not know; it only must not count on the commit before
 * it has answered (`Tx.afterCommit` is for that).
 */
export function keyedStore(store: Store): Store {
  return {
    ...store,
    get sql() {
      return keyedRequests.getStore()?.written ?? store.sql
    },
    database: {
      ...store.database,
      transaction: (work) => {
        const keyed = keyedRequests.getStore()
        return keyed ? keyed.transaction(store, work) : store.database.transaction(work)
      },
    },
    transaction: (work) => {
      const keyed = keyedRequests.getStore()
      return keyed ? keyed.transaction(store, work) : store.transaction(work)
    },
  }
}

interface Held {
  /** What the handler's work wrote, when it has ended. */
  written: Sql | null
  /** Settles when the transaction has ended. */
  readonly ended: Promise<void>
  /** Ends it, with the answer to keep; without one it is undone, unless the handler goes on. */
  end(how: FirstAnswer | 'undo' | 'go-on'): void
}

/** A POST with an Idempotency-Key, on its way. */
export class KeyedRequest {
  readonly slot: KeySlot
  #held: Held | null = null
  #isRepeat = false

  constructor(slot: KeySlot) {
    this.slot = slot
  }

  /** A view of the database that has what this request wrote and did not commit yet. */
  get written(): Sql | null {
    return this.#held?.written ?? null
  }

  /** @throws {HttpError} 422 when the key was used for something else. */
  async findAnswer(sql: Sql): Promise<FirstAnswer | null> {
    const found = await findFirstAnswer(sql, this.slot)
    if (found !== null) this.#isRepeat = true
    if (found !== 'other-body') return found
    throw new HttpError(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was sent before with another body: use a new key for a new request.',
    )
  }

  /**
   * Runs `work` in a transaction that stays open until {@link finish}. One that came before it in
   * the same request is committed first.
   *
   * @throws {AnsweredBefore} when the answer is there by now; {HttpError} 409 while another request
   *   with the key runs; what `work` throws.
   */
  async transaction<Result>(store: Store, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    await this.#end('go-on')
    const worked = Promise.withResolvers<Result>()
    const answered = Promise.withResolvers<FirstAnswer | 'undo' | 'go-on'>()
    const ended = store.transaction(async (tx) => {
      await this.#reserve(tx)
      const beforeWork = tx.savepoint()
      const hasWorked = await work(tx).then(
        (result) => {
          held.written = tx
          worked.resolve(result)
          return true
        },
        (error) => {
          worked.reject(error)
          return false
        },
      )
      const how = await answered.promise
      held.written = null
      if (how === 'undo' || (how === 'go-on' && !hasWorked)) throw new Undone()
      if (how === 'go-on') return
      if (!hasWorked || how.status >= 300) await beforeWork.rollBack()
      await keepFirstAnswer(tx, this.slot, how)
    })
    const held: Held = { written: null, ended, end: answered.resolve }
    this.#held = held
    ended.catch((error) => {
      if (this.#held === held) this.#held = null
      worked.reject(error)
    })
    return worked.promise
  }

  /**
   * The first answer, if it came while this request ran and wrote nothing: what it found may be what
   * that one has committed. Who wrote has looked already, under the key's lock.
   */
  async findLateAnswer(sql: Sql): Promise<FirstAnswer | null> {
    return this.#held || this.#isRepeat ? null : this.findAnswer(sql)
  }

  /** Commits what was done together with `answer`, or undoes it when the answer is not to be kept. */
  async finish(sql: Sql, answer: FirstAnswer | null): Promise<void> {
    if (this.#isRepeat) return
    if (this.#held) await this.#end(answer ?? 'undo')
    else if (answer) await keepFirstAnswer(sql, this.slot, answer)
  }

  async #end(how: FirstAnswer | 'undo' | 'go-on'): Promise<void> {
    const held = this.#held
    if (!held) return
    this.#held = null
    held.end(how)
    await held.ended.catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
  }

  async #reserve(tx: Tx): Promise<void> {
    // A statement of its own: it sees what was committed up to the moment at which the lock was had.
    const [isLocked, first] = await Promise.all([lockKey(tx, this.slot), this.findAnswer(tx)])
    if (first) throw new AnsweredBefore(first)
    if (isLocked) return
    this.#isRepeat = true
    throw new HttpError(
      409,
      'idempotency_in_progress',
      'A request with this Idempotency-Key is running: wait for it, then repeat this one.',
    )
  }
}

class Undone extends Error {}
