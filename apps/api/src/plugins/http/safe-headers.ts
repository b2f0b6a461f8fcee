import fp from 'fastify-plugin'

/**
 * Headers of every response. No cache keeps it; one that does in spite of that keeps it apart for each
 * credential. No browser guesses another content type than the one that is named.
 * docs/contract.md#c10-cache-control */
export const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Request headers that decide what a response says. A route may add others with `reply.vary`. */
export const VARY = ['Authorization', 'X-API-Key', 'X-Org-Id']

/** `Cache-Control` of a response with an `ETag`: its reader may keep it, and asks each time whether it still holds. */
export const REVALIDATED = 'private, no-cache'

/** Puts `SAFE_HEADERS` on every response. A route may replace one of them. */
export const safeHeaders = fp(async (app) => {
  // First of all hooks: errors of every later one have the headers too.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SAFE_HEADERS).vary(VARY)
    done()
  })
})
