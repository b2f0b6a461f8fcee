import { Readable } from 'node:stream'
import { MAX_RESPONSE_BODY_BYTES } from '@mediajobs/domain'
import type { Dispatcher } from 'undici'
import { type AddressGuard, createAddressGuard, guardedConnect } from './connect.ts'
import { type Connection, ConnectionPool } from './connection-pool.ts'
import {
  failure,
  failureOf,
  type PostFailure,
  type PostOutcome,
  type PostResponse,
} from './post-outcome.ts'

export interface PosterOptions {
  /** Time limit until the status arrives, including DNS and TLS. Default: 10 seconds. */
  timeoutMs?: number
  /** Default: only public addresses. */
  guard?: AddressGuard
  /** Across all receivers. Default: 1,000. */
  maxIdleConnections?: number
  userAgent?: string
  /** An HTTP proxy with its credentials. Default: none. */
  proxy?: URL | undefined
}

interface PostRequest {
  url: string
  /** Plus Content-Type, Accept-Encoding and User-Agent. */
  headers: Record<string, string>
  /** The signed bytes. */
  body: RequestBody
}

export interface Poster {
  /** Never rejects: a failure is a value. */
  post(request: PostRequest): Promise<PostOutcome>
  /** Waits for running POSTs, then closes every connection. */
  close(): Promise<void>
  readonly idleConnections: number
}

/**
 * Posts webhooks (docs/interface.md#i6-wait, docs/contract.md#c7-ten-seconds).
 *
 * The status must arrive within `timeoutMs`, and alone decides the outcome. The body is read within the same time, up
 * to 4 KiB; then the socket is dropped. Doesn't follow redirects, skips interim (1xx) responses, and ignores proxy
 * environment variables.
 *
 * A receiver may close an idle connection just as the next request is sent. So if a reused socket breaks without a
 * status, the request is retried once on a new socket, within the same time. A receiver that had read the first request
 * gets the same id twice, which at-least-once delivery allows.
 */
export function createPoster(options: PosterOptions = {}): Poster {
  const { timeoutMs = 10_000, maxIdleConnections = 1_000 } = options
  const { guard = createAddressGuard(), userAgent = 'mediajobs-webhooks', proxy } = options
  const pool = new ConnectionPool({ connect: guardedConnect(guard, proxy), maxIdleConnections })
  const inFlight = new Set<Promise<PostOutcome>>()
  let isClosed = false

  async function attempt(request: PostRequest): Promise<PostOutcome> {
    if (isClosed) return failure('closed', 0)
    const url = URL.parse(request.url)
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      return failure('invalid_request', 0)
    }
    const dispatchOptions: Dispatcher.DispatchOptions = {
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        ...request.headers,
        'content-type': 'application/json',
        // We never decompress.
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

/**
 * One POST with its deadline, as a handler for undici's `dispatch`: `request()` can't be aborted while connecting, and
 * creates a stream and an AbortSignal per response.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #pool: ConnectionPool
  readonly #origin: string
  readonly #options: Dispatcher.DispatchOptions
  readonly #body: RequestBody
  readonly #resolve: (outcome: PostOutcome) => void
  readonly #startedAtMs = performance.now()
  readonly #excerpt = new ResponseExcerpt()
  #deadline: NodeJS.Timeout | undefined
  #connection: Connection | undefined
  #isSent = false
  #isSettled = false
  /** 0 until known. */
  #status = 0
  #durationMs = 0

  constructor(
    pool: ConnectionPool,
    origin: string,
    options: Dispatcher.DispatchOptions,
    body: RequestBody,
    resolve: (outcome: PostOutcome) => void,
  ) {
    this.#pool = pool
    this.#origin = origin
    this.#options = options
    this.#body = body
    this.#resolve = resolve
  }

  begin(timeoutMs: number): void {
    this.#deadline = setTimeout(() => this.#runOut(), timeoutMs)
    this.#send(this.#pool.take(this.#origin))
  }

  // undici detects its current handler interface by this method.
  onRequestStart(): void {
    this.#isSent = true
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#isSettled) return
    this.#status = status
    this.#durationMs = this.#elapsedMs()
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return
    this.#excerpt.add(chunk)
    if (this.#excerpt.receivedBytes > MAX_RESPONSE_BODY_BYTES) this.#settle(this.#response())
  }

  onResponseEnd(): void {
    if (this.#isSettled || this.#connection === undefined) return
    this.#pool.give(this.#connection)
    this.#connection = undefined
    this.#settle(this.#response())
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isSettled) return
    if (this.#status !== 0) {
      this.#settle(this.#response())
    } else {
      this.#fail(failureOf(error, this.#elapsedMs()))
    }
  }

  #fail(broken: PostFailure): void {
    const connection = this.#connection
    if (broken.kind === 'reset' && connection?.isReused === true) {
      connection.drop()
      // Retries at most once: a new connection isn't reused.
      this.#send(this.#pool.open(this.#origin))
    } else {
      this.#settle(broken)
    }
  }

  #send(connection: Connection): void {
    this.#connection = connection
    this.#isSent = false
    const body = this.#body instanceof BodyParts ? this.#body.stream() : this.#body
    connection.client.dispatch({ ...this.#options, body }, this)
  }

  #runOut(): void {
    const stage = this.#isSent ? 'the request was sent' : 'still connecting'
    const late = failure('timeout', this.#elapsedMs(), stage)
    this.#settle(this.#status === 0 ? late : { ...this.#response(), ranOut: true })
  }

  #response(): PostResponse {
    return {
      kind: 'answer',
      status: this.#status,
      durationMs: this.#durationMs,
      responseBody: this.#excerpt.text(),
      ranOut: false,
    }
  }

  #settle(outcome: PostOutcome): void {
    this.#isSettled = true
    clearTimeout(this.#deadline)
    this.#connection?.drop()
    this.#connection = undefined
    this.#resolve(outcome)
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAtMs)
  }
}

type RequestBody = string | Uint8Array | BodyParts

// TLS encrypts a whole chunk at once, doubling it in memory.
const CHUNK_BYTES = 65_536

/** A body in parts. Deliveries of one event share the largest part. */
export class BodyParts {
  readonly parts: readonly Uint8Array[]
  readonly byteLength: number

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
    this.byteLength = parts.reduce((total, part) => total + part.byteLength, 0)
  }

  stream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false })
  }

  *#chunks(): Iterable<Uint8Array> {
    for (const part of this.parts) {
      for (let from = 0; from < part.byteLength; from += CHUNK_BYTES) {
        yield part.subarray(from, from + CHUNK_BYTES)
      }
    }
  }
}

const KEPT_BYTES = 1024

/** The first KiB of a response body. */
class ResponseExcerpt {
  readonly #chunks: Buffer[] = []
  #keptBytes = 0
  /** Including bytes not kept. */
  receivedBytes = 0

  add(chunk: Buffer): void {
    this.receivedBytes += chunk.length
    const room = KEPT_BYTES - this.#keptBytes
    if (room <= 0) return
    // Copied: a slice would retain the socket's whole buffer.
    const kept = Buffer.from(chunk.subarray(0, room))
    this.#chunks.push(kept)
    this.#keptBytes += kept.length
  }

  /** UTF-8 without NUL, for PostgreSQL. U+FFFD replaces invalid bytes. */
  text(): string {
    if (this.#keptBytes === 0) return ''
    // With `stream`, the decoder omits a truncated last character.
    const stream = this.receivedBytes > this.#keptBytes
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks), { stream })
    return text.replaceAll('\0', '\ufffd')
  }
}
