import type { Savepoint, Sql } from '@mediajobs/db'
import {
  findStoredResponse,
  type IdempotencyKey,
  lockKey,
  type StoredResponse,
  storeResponse,
} from '@mediajobs/operations/idempotency'
import type { Store, Tx } from '@mediajobs/outbox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError } from '../../vocabulary/errors.ts'
import type { FairShares } from '../fair-shares/fair-shares.ts'
import { FairStore, type RequestStore } from '../fair-shares/fair-store.ts'

// A transaction of a request with an Idempotency-Key commits with its stored response:
//
//   handler: store.transaction(work) ─▶ BEGIN · lock the key · find a stored response
//                                       SAVEPOINT · work
//            has the result of work ◀── the transaction stays open
//   handler returns its response
//   onSend:  finish(response) ────────▶ store the response · COMMIT        (409: first back to SAVEPOINT)
//             the client has it ◀────── or ROLLBACK, if the response isn't final

/** Thrown by `transaction` if the request has a stored response. */
export class RespondedBefore extends Error {
  readonly stored: StoredResponse

  constructor(stored: StoredResponse) {
    super('this request has a stored response')
    this.stored = stored
  }
}

/** How an open transaction ends: with a response to store, rolled back, or committed because another one begins. */
type Ending = StoredResponse | 'undo' | 'go-on'

interface OpenTransaction {
  /** Sees the handler's writes; null until they are done. */
  written: Sql | null
  /** Settles when the transaction has ended. */
  readonly ended: Promise<void>
  end(how: Ending): void
}

/**
 * A POST with an Idempotency-Key, and its handler's store. The commit follows the handler's response, so work that
 * needs the commit belongs in `Tx.afterCommit`.
 */
export class IdempotentRequest implements RequestStore {
  readonly key: IdempotencyKey
  readonly #plain: RequestStore
  #open: OpenTransaction | null = null
  #isRepeat = false

  /** @param plain the request's store without a key */
  constructor(plain: RequestStore, key: IdempotencyKey) {
    this.#plain = plain
    this.key = key
  }

  /** Sees this request's uncommitted writes. */
  get sql(): Sql {
    return this.#open?.written ?? this.#plain.sql
  }

  get quick(): Sql {
    return this.#plain.quick
  }

  read<Result>(work: (quick: Sql) => Promise<Result>): Promise<Result> {
    return this.#plain.read(work)
  }

  search<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#plain.search(work)
  }

  report<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#plain.report(work)
  }

  /**
   * Runs `work` in a transaction that stays open until {@link finish}, after committing the previous one.
   *
   * @throws {RespondedBefore} if a response was stored concurrently; {HttpError} 409 while another request with the key
   *   runs
   */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    await this.#end('go-on')
    const worked = Promise.withResolvers<Result>()
    const ending = Promise.withResolvers<Ending>()
    const ended = this.#plain.transaction(async (tx) => {
      await this.#reserve(tx)
      const beforeWork = tx.savepoint()
      let isDone = false
      try {
        const result = await work(tx)
        isDone = true
        open.written = tx
        worked.resolve(result)
      } catch (error) {
        worked.reject(tx.causeOf(error))
      }
      // The handler continues with the result; the transaction waits for the response.
      const how = await ending.promise
      open.written = null
      await this.#settle(tx, how, beforeWork, isDone)
    })
    const open: OpenTransaction = { written: null, ended, end: ending.resolve }
    this.#open = open
    // The transaction failed before `work`, which then never settles, or in its commit, which `#end` reports.
    ended.catch((error) => {
      if (this.#open === open) this.#open = null
      worked.reject(error)
    })
    return worked.promise
  }

  /** @throws {HttpError} 422 if the key was used with another body */
  findResponse(): Promise<StoredResponse | null> {
    return this.#find(this.#plain.sql)
  }

  /**
   * The response stored by a concurrent request with the key, whose commit this result may depend on. Requests that
   * wrote have already checked, under the key's lock.
   */
  async findLateResponse(): Promise<StoredResponse | null> {
    return this.#open || this.#isRepeat ? null : this.findResponse()
  }

  /** Commits the writes with `response`, or rolls them back if it is null. */
  async finish(response: StoredResponse | null): Promise<void> {
    if (this.#isRepeat) return
    if (this.#open) await this.#end(response ?? 'undo')
    else if (response) await storeResponse(this.#plain.sql, this.key, response)
  }

  async #find(sql: Sql): Promise<StoredResponse | null> {
    const found = await findStoredResponse(sql, this.key)
    if (found !== null) this.#isRepeat = true
    if (found !== 'other-body') return found
    throw new HttpError(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body: use a new key for a new request.',
    ).at('Idempotency-Key', 'idempotency_key_reused')
  }

  /** Commits the open transaction by returning, or rolls it back by throwing. */
  async #settle(tx: Tx, how: Ending, beforeWork: Savepoint, isDone: boolean): Promise<void> {
    if (how === 'undo') throw new Undone()
    if (how === 'go-on') {
      if (!isDone) throw new Undone()
      return
    }
    // Only the response of failed or refused work is kept.
    if (!isDone || how.status >= 300) await beforeWork.rollBack()
    tx.endWith(storeResponse(tx.besideCommit, this.key, how))
  }

  /** Ends the open transaction, if any. @throws the error of its commit */
  async #end(how: Ending): Promise<void> {
    const open = this.#open
    if (!open) return
    this.#open = null
    open.end(how)
    await open.ended.catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
  }

  async #reserve(tx: Tx): Promise<void> {
    // A separate statement, so the lookup sees everything committed before the lock.
    const [isLocked, stored] = await Promise.all([lockKey(tx, this.key), this.#find(tx)])
    if (stored) throw new RespondedBefore(stored)
    if (isLocked) return
    this.#isRepeat = true
    throw new HttpError(
      409,
      'idempotency_in_progress',
      'A request with this Idempotency-Key is in progress: try again once it has finished.',
    )
  }
}

/** Rolls a transaction back without an error for the caller. */
class Undone extends Error {}

declare module 'fastify' {
  interface FastifyRequest {
    /** The database for this request's handler. */
    readonly store: RequestStore
    /** `null` without an Idempotency-Key, and after the response is stored. */
    idempotent: IdempotentRequest | null
    /** `null` before {@link store} is used. */
    plainStore: FairStore | null
  }
}

interface Options {
  store: Store
  shares: FairShares
}

/**
 * Each request's `store`: a plain one, whose transactions commit when they return, or with an Idempotency-Key an
 * {@link IdempotentRequest}, whose last transaction commits with the response.
 */
export const requestStore = fp<Options>(async (app, { store, shares }) => {
  app.decorateRequest('idempotent', null)
  app.decorateRequest('plainStore', null)
  app.decorateRequest('store', {
    getter(this: FastifyRequest): RequestStore {
      if (this.idempotent) return this.idempotent
      this.plainStore ??= new FairStore(store, shares, this)
      return this.plainStore
    },
  })
})
