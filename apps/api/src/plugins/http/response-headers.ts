import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { MAX_REQUEST_ID_LENGTH } from '@mediajobs/domain'
import fp from 'fastify-plugin'

/**
 * Headers of every response: caches must not store it, and browsers must not guess another content type.
 * With {@link VARY}, a cache that stores it anyway separates it by credential.
 * docs/contract.md#c10-cache-control
 */
export const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Request headers that change the content of a response. A route may add others with `reply.vary`. */
export const VARY = ['Authorization', 'X-API-Key', 'X-Org-Id']

/**
 * `Cache-Control` of a response with an `ETag`: the client may store it, and asks each time whether it is
 * still current.
 */
export const REVALIDATED = 'private, no-cache'

/** Puts `SAFE_HEADERS` on every response. A route may replace one of them. */
export const safeHeaders = fp(async (app) => {
  // The first of all hooks, so that the errors of later hooks have the headers too.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SAFE_HEADERS).vary(VARY)
    done()
  })
})

const ALLOWED = new RegExp(`^[\\w.:~+/=-]{1,${MAX_REQUEST_ID_LENGTH}}$`)

/** The caller's `x-request-id` when it has the allowed form, otherwise a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ALLOWED.test(sent) ? sent : randomUUID()
}

/** Puts `x-request-id` on every response. */
export const requestId = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
})
