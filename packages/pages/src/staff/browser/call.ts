const finder = document.querySelector<HTMLElement>('.finder')
/** Prefix of the API's operations on this page's origin, including a proxy's path prefix. */
const CALLS = `${new URL(finder?.dataset.home ?? '', location.href).pathname}/call`

/** Goes to sign-in, which says that the change wasn't saved, and then back. */
export function signInAgain(): void {
  const query = new URLSearchParams({
    reason: 'unsaved',
    next: location.pathname + location.search,
  })
  location.assign(`${CALLS}/../../sign-in?${query}`)
}

interface Sent {
  body?: unknown
  /** `If-Match`. */
  etag?: string
  /** Idempotency key: `crypto.randomUUID()`. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** An API response. `Body` is the body of a success; failures have an error body. */
export interface Called<Body> {
  status: number
  isSuccess: boolean
  etag: string | null
  /** `Retry-After` in seconds, if sent. */
  retryAfter: number | null
  body: Body
}

/**
 * Calls an operation as the page's person, in the organization of its URL. Never retries: that's up to the page. A 401
 * means the session has ended: reload the page, which redirects to sign-in.
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
