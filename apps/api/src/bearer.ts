import { HttpError } from './errors.ts'

const BEARER = /^Bearer +(\S+)$/i
const SCHEME = /^Bearer(\s|$)/i

/** Whether an `Authorization` header has the scheme Bearer. Another scheme may be for a proxy. */
export function isBearer(authorization: string | undefined): authorization is string {
  return authorization !== undefined && SCHEME.test(authorization)
}

/**
 * The access token of an `Authorization` header (RFC 6750).
 *
 * @throws {HttpError} 401 when the header has none.
 */
export function bearerToken(authorization: string): string {
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) {
    throw new HttpError(401, 'session_invalid', 'Authorization must be: Bearer <access token>.')
  }
  return token
}
