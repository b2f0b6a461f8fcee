import type { Method, UnkeyedPost } from './calls.ts'

/** The arguments that become part of the request. */
export interface Parts {
  path?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  headers?: Record<string, unknown> | undefined
  body?: unknown
}

export interface Prepared {
  url: URL
  init: RequestInit
  isRepeatable: boolean
}

// The compiler checks this list against the OpenAPI document.
const UNKEYED: Record<UnkeyedPost, true> = {
  '/auth/invitations/accept': true,
  '/auth/password-resets': true,
  '/auth/password-resets/accept': true,
  '/auth/sessions': true,
  '/book/{publicId}/holds': true,
  '/book/{publicId}/quote': true,
  '/book/{publicId}/orders': true,
  '/deliveries/{token}/approve': true,
  '/deliveries/{token}/request-revision': true,
  '/deliveries/{token}/views': true,
  '/mcp': true,
  '/orders/{token}/cancel': true,
  '/orders/{token}/checkout': true,
  '/orders/{token}/reschedule': true,
  '/pay/{token}/checkout': true,
  '/payment-events/{token}': true,
  '/portal/book/{publicId}/holds': true,
  '/portal/book/{publicId}/orders': true,
  '/portal/book/{publicId}/quote': true,
  '/portal/invoices/{id}/pay-link': true,
  '/portal/sessions': true,
  '/portal/sign-ins': true,
  '/sites/{publicId}/leads': true,
  '/sites/{publicId}/views': true,
  '/tours/{publicId}/views': true,
  '/unsubscribe/{token}': true,
}

const KEY_HEADER = 'idempotency-key'

/**
 * A call's request. A POST that supports an `Idempotency-Key` gets one, the same for all tries.
 *
 * @throws TypeError if a path value is missing or empty, or a header is invalid
 */
export function prepare(
  baseUrl: string,
  credential: Record<string, string>,
  method: Method,
  path: string,
  parts: Parts,
): Prepared {
  const headers = headersOf({ accept: 'application/json', ...credential, ...parts.headers })
  const init: RequestInit = { method: method.toUpperCase(), headers, redirect: 'manual' }
  if (parts.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(parts.body)
  }
  if (method === 'post' && !Object.hasOwn(UNKEYED, path) && !headers.has(KEY_HEADER)) {
    headers.set(KEY_HEADER, crypto.randomUUID())
  }
  return {
    url: new URL(`${baseUrl}${filled(path, parts.path ?? {})}${queryOf(parts.query ?? {})}`),
    init,
    isRepeatable: (method !== 'post' && method !== 'patch') || headers.has(KEY_HEADER),
  }
}

/** @throws TypeError without the value, which may be a credential; fetch's own error would contain it */
export function headersOf(given: Record<string, unknown>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!/^[\t\x20-\x7e]*$/.test(`${value}`)) {
      throw new TypeError(`the header ${name} has invalid characters`)
    }
    headers.set(name, `${value}`)
  }
  return headers
}

function filled(path: string, values: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    // These values would change the path, for example to a list instead of a record.
    if (value === undefined || value === null || ['', '.', '..'].includes(`${value}`)) {
      throw new TypeError(`${path} needs a value for ${name}`)
    }
    return encodeURIComponent(`${value}`)
  })
}

function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) query.append(name, `${each}`)
    }
  }
  return query.size > 0 ? `?${query}` : ''
}
