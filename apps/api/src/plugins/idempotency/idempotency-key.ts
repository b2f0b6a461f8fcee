import { createHmac } from 'node:crypto'
import { hashSecret, MAX_IDEMPOTENCY_KEY_LENGTH } from '@mediajobs/domain'
import type { IdempotencyKey } from '@mediajobs/operations/idempotency'
import type { FastifyRequest } from 'fastify'
import { bearerToken } from '../../bearer.ts'
import { HttpError } from '../../errors.ts'
import { digestOf } from '../../idempotency-body.ts'

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
