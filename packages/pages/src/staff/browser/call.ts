/** Below it every operation of the API is at its own path: also when a proxy has the service below a path. */
const CALLS = `${/^.*?\/app\/[^/]+/.exec(location.pathname)?.[0] ?? ''}/call`

interface Sent {
  body?: unknown
  /** `If-Match`. */
  etag?: string
  /** Makes a POST that is sent twice act once: `crypto.randomUUID()`. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A response of the API. `Body` is that of a success; of a failure it is the error body. */
export interface Called<Body> {
  status: number
  isSuccess: boolean
  etag: string | null
  /** Seconds to wait before the call is made again; `null` when the API does not say it. */
  retryAfter: number | null
  body: Body
}

/**
 * Calls an operation for the person of this page, in the organization of its address. It waits for no retry: a
 * page decides that. A 401 means that the session has ended: load the page again, and it leads to the sign-in.
 *
 * @param path of the operation, with its query
 * @throws TypeError without a connection
 */
export async function call<Body>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, etag, idempotencyKey, signal }: Sent = {},
): Promise<Called<Body>> {
  const response = await fetch(CALLS + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(etag !== undefined && { 'if-match': etag }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const { status, ok: isSuccess, headers } = response
  const text = await response.text()
  const retryAfter = headers.get('retry-after')
  return {
    status,
    isSuccess,
    etag: headers.get('etag'),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    body: text === '' ? null : JSON.parse(text),
  }
}
