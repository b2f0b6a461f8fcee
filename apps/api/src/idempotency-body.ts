import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

// Options of a route about repeats with the same idempotency key
// (docs/contract.md#c1-idempotency-replay).

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response contains a secret that is shown once: no copy of it is stored. */
    showsSecretOnce?: boolean
    /**
     * Makes the response to a repeat from the stored response. For a response that can't be sent again
     * unchanged, because its signature may have expired.
     */
    renewResponse?: (request: FastifyRequest, first: unknown) => Promise<unknown>
  }
}

/** For `config` of a route whose response contains a secret. */
export const SHOWN_ONCE = { showsSecretOnce: true } as const

const bodies = new WeakMap<FastifyRequest, Hash>()

/** Every body parser calls this, so that a repeat can be compared with the first request. */
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
