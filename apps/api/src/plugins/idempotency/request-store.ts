import type { Store } from '@mediajobs/outbox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { FairShares } from '../../fair-shares/fair-shares.ts'
import { FairStore, type RequestStore } from '../../fair-shares/fair-store.ts'
import type { IdempotentRequest } from './idempotent-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The database, as the handler of this request uses it. */
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
 * Gives each request its `store`: the plain one, whose transactions commit when they return, or, with an
 * Idempotency-Key, the {@link IdempotentRequest}, whose last transaction commits with the response.
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
