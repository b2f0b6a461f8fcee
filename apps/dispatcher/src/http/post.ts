import type { Dispatcher } from 'undici'
import { type AddressGuard, createAddressGuard } from './address-guard.ts'
import { connectDirectly, connectThrough } from './connect.ts'
import { ConnectionPool } from './connection-pool.ts'
import { Exchange } from './exchange.ts'
import { failure, failureOf, type PostOutcome } from './post-outcome.ts'
import { BodyParts, type RequestBody } from './request-body.ts'

export interface PosterOptions {
  /** From the start to the status, with name lookup and TLS. Default: 10 seconds. */
  timeoutMs?: number
  /** Default: only addresses of the public internet. */
  guard?: AddressGuard
  /** Open connections without a request, to all receivers together. Default: 1,000. */
  maxIdleConnections?: number
  userAgent?: string
  /** An HTTP proxy for all requests, with its credentials. Default: none. */
  proxy?: URL | undefined
}

interface PostRequest {
  url: string
  /** Sent as they are. The poster adds Content-Type, Accept-Encoding and User-Agent. */
  headers: Record<string, string>
  /** Sent as it is: these are the bytes that were signed. */
  body: RequestBody
}

export interface Poster {
  /** One POST. Never rejects: each failure is a value. */
  post(request: PostRequest): Promise<PostOutcome>
  /** Waits for the POSTs that are under way, then closes every connection. */
  close(): Promise<void>
  /** How many open connections have no request. */
  readonly idleConnections: number
}

/**
 * Posts webhooks (docs/interface.md#i6-wait, docs/contract.md#c7-ten-seconds).
 *
 * The status must come within `timeoutMs` of the start. Only the status decides. The body is read
 * within the same time, 4 KiB at most, and then the socket is dropped. Redirects are not followed,
 * interim (1xx) responses are skipped, proxies of the environment are not used.
 *
 * A receiver may close an idle connection at the moment when the next request is sent on it. That is not a
 * failure of the receiver. So when a socket that has had a response before breaks without a status, the same
 * request is sent once more, on a new socket, within the same time. If the receiver has read the first
 * request, it gets the same id twice. At-least-once delivery allows that.
 */
export function createPoster(options: PosterOptions = {}): Poster {
  const { timeoutMs = 10_000, maxIdleConnections = 1_000 } = options
  const { guard = createAddressGuard(), userAgent = 'mediajobs-webhooks', proxy } = options
  const { lookup } = guard
  const connect = proxy ? connectThrough(proxy, lookup) : connectDirectly(lookup)
  const pool = new ConnectionPool({ connect, maxIdleConnections })
  const inFlight = new Set<Promise<PostOutcome>>()
  let isClosed = false

  async function attempt(request: PostRequest): Promise<PostOutcome> {
    if (isClosed) return failure('closed', 0)
    let url: URL
    try {
      url = new URL(request.url)
      guard.check(url)
    } catch (error) {
      return failureOf(error instanceof Error ? error : new Error(String(error)), 0)
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return failure('invalid_request', 0)
    const dispatchOptions: Dispatcher.DispatchOptions = {
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        ...request.headers,
        'content-type': 'application/json',
        // A response is never decompressed.
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(request.body instanceof BodyParts && {
          'content-length': `${request.body.byteLength}`,
        }),
      },
    }
    return new Promise((resolve) => {
      new Exchange(pool, url.origin, dispatchOptions, request.body, resolve).begin(timeoutMs)
    })
  }

  return {
    async post(request) {
      const outcome = attempt(request)
      inFlight.add(outcome)
      try {
        return await outcome
      } finally {
        inFlight.delete(outcome)
      }
    },
    async close() {
      isClosed = true
      await Promise.all(inFlight)
      pool.dropIdle()
    },
    get idleConnections() {
      return pool.idleCount
    },
  }
}
