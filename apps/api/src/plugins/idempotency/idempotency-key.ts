import { createHash, createHmac, type Hash } from 'node:crypto'
import { hashSecret, MAX_IDEMPOTENCY_KEY_LENGTH } from '@mediajobs/domain'
import type { IdempotencyKey } from '@mediajobs/operations/idempotency'
import type { FastifyRequest } from 'fastify'
import { bearerToken } from '../../vocabulary/access.ts'
import { HttpError } from '../../vocabulary/errors.ts'

// docs/contract.md#c1-idempotency-key
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`)
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

/** Whether a request has a valid credential. */
export function hasCredential({ admission, session }: FastifyRequest): boolean {
  return admission !== null || Boolean(session)
}

/** @throws {HttpError} 400 for an invalid `key`. */
export function idempotencyKeyOf(request: FastifyRequest, key: string): IdempotencyKey {
  if (!KEY.test(key)) {
    throw new HttpError(
      400,
      'invalid_request',
      `Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`,
    ).at('Idempotency-Key', 'wrong_format')
  }
  const [path] = request.url.split('?')
  const route = `${request.method} ${path}`
  if (request.admission === null) return { ...personalKey(request), route, key }
  const { organizationId, apiKeyId } = request.admission
  const credential = apiKeyId === null ? sessionOf(request) : `key:${apiKeyId}`
  return { organizationId, credential, route, key, bodyHash: digestOf(request) }
}

// For a request about a person, without an organization. Its body contains passwords. So the stored hash is
// keyed by the token, which is not stored: a stolen table does not help to guess the passwords.
function personalKey(request: FastifyRequest) {
  const bodyHash = createHmac('sha256', tokenOf(request)).update(digestOf(request)).digest()
  return { organizationId: NO_ORGANIZATION, credential: sessionOf(request), bodyHash }
}

function sessionOf(request: FastifyRequest): string {
  return `session:${hashSecret(tokenOf(request)).toString('base64url')}`
}

function tokenOf({ headers }: FastifyRequest): string {
  return bearerToken(headers.authorization ?? '')
}

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
function digestOf(request: FastifyRequest): Buffer {
  const [, query = ''] = request.url.split(/\?(.*)/s)
  const body = bodies.get(request)?.copy().digest() ?? Buffer.alloc(0)
  return createHash('sha256').update(`${query}\n`).update(body).digest()
}
