import type { Method, UnkeyedPost } from './calls.ts'

/** The arguments of a call that become part of its request. */
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

// The compiler compares this list with the OpenAPI document.
const UNKEYED: Record<UnkeyedPost, true> = {
  '/auth/invitations/accept': true,
  '/auth/password-resets': true,
  '/auth/password-resets/accept': true,
  '/auth/sessions': true,
  '/deliveries/{token}/approve': true,
  '/deliveries/{token}/request-revision': true,
  '/deliveries/{token}/views': true,
  '/unsubscribe/{token}': true,
}

const KEY_HEADER = 'idempotency-key'

/**
 * The request of a call. A POST that can have an `Idempotency-Key` gets one, the same for all its tries.
 *
 * @throws TypeError when a value of the path is missing or empty, or a header cannot be sent
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
    isRepeatable: method === 'get' || method === 'delete' || headers.has(KEY_HEADER),
  }
}

/** @throws TypeError without the value: it may be a credential, and the error of fetch would contain it */
export function headersOf(given: Record<string, unknown>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!/^[\t\x20-\x7e]*$/.test(`${value}`)) {
      throw new TypeError(`the value for the header ${name} has characters that no header can have`)
    }
    headers.set(name, `${value}`)
  }
  return headers
}

function filled(path: string, values: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    // Each of these values would lead to another path: to the list instead of one record.
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
