import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

// What a route may say about repeats with the same Idempotency-Key
// (docs/contract.md#c1-idempotency-replay).

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response holds a secret that is shown once: no copy of it is stored. */
    showsSecretOnce?: boolean
    /**
     * Makes the response to a repeat from the stored one, where that cannot be sent again as it was:
     * its signature may have expired.
     */
    renewResponse?: (request: FastifyRequest, first: unknown) => Promise<unknown>
  }
}

/** For `config` of a route whose response holds a secret. */
export const SHOWN_ONCE = { showsSecretOnce: true } as const

const bodies = new WeakMap<FastifyRequest, Hash>()

/** Every parser of bodies notes here what came: a repeat has the same body, another request has not. */
export function noteBody(request: FastifyRequest, body: Buffer): void {
  if (request.headers['idempotency-key'] === undefined) return
  bodies.set(request, createHash('sha256').update(body))
}

/** SHA-256 of the query and the bytes of the body. */
export function digestOf(request: FastifyRequest): Buffer {
  const [, query = ''] = request.url.split(/\?(.*)/s)
  const body = bodies.get(request)?.copy().digest() ?? Buffer.alloc(0)
  return createHash('sha256').update(`${query}\n`).update(body).digest()
}
