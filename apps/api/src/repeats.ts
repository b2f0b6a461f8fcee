import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

// What a route may say about repeats with the same Idempotency-Key
// (docs/contract.md#c1-idempotency-replay).

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer holds a secret that is shown once: no copy of it is kept. */
    showsSecretOnce?: boolean
    /**
     * Makes the answer to a repeat out of the first one, where that can't be given again as it was:
     * a signature that has expired by then.
     */
    renewAnswer?: (request: FastifyRequest, first: unknown) => Promise<unknown>
  }
}

/** For `config` of a route whose answer holds a secret. */
export const SHOWN_ONCE = { showsSecretOnce: true } as const

const bodies = new WeakMap<FastifyRequest, Hash>()

/** Every parser of bodies says here what came, so that a repeat can be told from another request. */
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
