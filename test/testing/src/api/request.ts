import { randomBytes } from 'node:crypto'

/** A response with its JSON body parsed. */
export interface TestResponse {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  body: any
}

export interface Call {
  key?: string
  token?: string
  /** Sent as JSON; text is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  /** Doesn't record the sent passwords as secrets: random values may appear in logs by chance. */
  isArbitrary?: boolean
}

/** A random client address for `x-forwarded-for`. The service must trust its proxy. */
export function anyAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}

/** Sends JSON over HTTP. */
export async function request(
  url: string,
  method: string,
  path: string,
  call: Call,
): Promise<TestResponse> {
  const { key, token, body, headers } = call
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
  }
}
