import { type Sql, sqlOn } from '@mediajobs/db'
import { LARGE_BODY_BYTES, ORGANIZATION_CONNECTION_SHARE } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Call, FairShares, Turns } from './fair-shares.ts'

/** The part of the store that handlers use. */
export type RequestStore = Pick<
  Store,
  'sql' | 'quick' | 'read' | 'search' | 'report' | 'transaction'
>

/** An organization's share of the pool and of the shared connections, at least one each. */
export function sharesOf({ database }: Store, waitMs: number): FairShares {
  const share = (connections: number) =>
    Math.max(1, Math.floor(connections * ORGANIZATION_CONNECTION_SHARE))
  const { max } = database.pool.options
  return new FairShares(share(max), share(database.sharedConnections), waitMs)
}

/**
 * The store of one request. `sql`, `search`, `report` and `transaction` take turns at the pool; `read`, for lists, at the
 * shared connections. `quick` doesn't queue: it is for statements about one record, which take microseconds at any data
 * size.
 */
export class FairStore implements RequestStore {
  readonly #store: Store
  readonly #shares: FairShares
  readonly #request: { readonly call: Call | null }
  #sql: Sql | undefined
  #quick: Sql | undefined

  /** @param request its `call` is null until {@link takeTurns} sets it; statements before that don't queue */
  constructor(store: Store, shares: FairShares, request: { readonly call: Call | null }) {
    this.#store = store
    this.#shares = shares
    this.#request = request
  }

  get sql(): Sql {
    this.#sql ??= this.#inTurn()
    return this.#sql
  }

  get quick(): Sql {
    const { quick, database } = this.#store
    // A small pool has no shared connections.
    if (database.sharedConnections === 0) return this.sql
    this.#quick ??= {
      orm: quick.orm,
      query: quick.query,
      // Varying texts may be slow, so they run on the pool (see `Database.quick`), in turn.
      queryOnce: (text, values) => this.sql.queryOnce(text, values),
    }
    return this.#quick
  }

  read<Result>(work: (quick: Sql) => Promise<Result>): Promise<Result> {
    return this.#shares.read(this.#request.call, () => work(this.quick))
  }

  search<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const search = () => this.#connection(() => this.#store.search(work))
    return this.#shares.search(this.#request.call, search)
  }

  report<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const report = () => this.#connection(() => this.#store.report(work))
    return this.#shares.report(this.#request.call, report)
  }

  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#connection(() => this.#store.transaction(work))
  }

  #inTurn(): Sql {
    const { sql, database } = this.#store
    const built = sqlOn({
      query: (config, values) => this.#connection(() => database.pooled.query(config, values)),
    })
    return {
      get orm() {
        return built.orm
      },
      query: (text, values) => this.#connection(() => sql.query(text, values)),
      queryOnce: (text, values) => this.#connection(() => sql.queryOnce(text, values)),
    }
  }

  #connection<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#shares.connection(this.#request.call, work)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` until the caller is known. */
    call: Call | null
    /**
     * The group that a call without a credential takes turns in: an organization's order forms; `null`: all other
     * calls.
     */
    turnGroup: string | null
    /**
     * Await it before parsing `body`: large bodies take turns, and split their work.
     *
     * @returns undefined for small ones
     * @throws {HttpError} 429 or 503
     */
    turnFor(body: Buffer): Promise<Turns> | undefined
  }
}

/** Once the caller is known, queues the request's large body and database work with other calls of the organization. */
export const takeTurns = fp<{ shares: FairShares }>(async (app, { shares }) => {
  app.decorateRequest('call', null)
  app.decorateRequest('turnGroup', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.call = new RequestCall(request, reply)
    done()
  })
  app.decorateRequest('turnFor', function (this: FastifyRequest, { length }: Buffer) {
    return length > LARGE_BODY_BYTES ? shares.body(this.call).then(() => new Turns()) : undefined
  })
})

// A class, so that a request makes one object, without closures.
class RequestCall implements Call {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #hasBegun = false
  #hasBodyTurn = false
  held = 0

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
  }

  // A page is admitted after this hook.
  get organizationId(): string | null {
    return this.#request.admission?.organizationId ?? this.#request.turnGroup
  }

  // A page that has begun is finished: its further calls wait, but aren't refused.
  get hasBegun(): boolean {
    return this.#request.page?.call?.hasBegun ?? this.#hasBegun
  }

  set hasBegun(value: boolean) {
    const page = this.#request.page?.call
    if (page) page.hasBegun = value
    this.#hasBegun = value
  }

  // A page's turn outlasts its calls: a call that waited for another turn would deadlock.
  get hasBodyTurn(): boolean {
    return this.#hasBodyTurn || (this.#request.page?.call?.hasBodyTurn ?? false)
  }

  set hasBodyTurn(value: boolean) {
    this.#hasBodyTurn = value
  }

  onGone(listener: () => void): () => void {
    const { raw } = this.#reply
    raw.once('close', listener)
    return () => void raw.off('close', listener)
  }

  ended(): Promise<void> {
    const { raw } = this.#reply
    return new Promise((resolve) => {
      if (raw.closed) resolve()
      else raw.once('close', resolve)
    })
  }
}
