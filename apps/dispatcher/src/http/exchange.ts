import { MAX_RESPONSE_BODY_BYTES } from '@mediajobs/domain'
import type { Dispatcher } from 'undici'
import type { Connection, ConnectionPool } from './connection-pool.ts'
import {
  failure,
  failureOf,
  type PostFailure,
  type PostOutcome,
  type PostResponse,
} from './post-outcome.ts'
import { BodyParts, type RequestBody } from './request-body.ts'
import { ResponseExcerpt } from './response-excerpt.ts'

/**
 * One POST: a request, its response, and the one timer that limits both.
 *
 * It is a handler for undici's `dispatch`. undici's `request()` cannot be ended before it is connected, and
 * it makes a stream and an AbortSignal for each response.
 */
export class Exchange implements Dispatcher.DispatchHandler {
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
  /** 0 until the status has come. */
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

  // undici recognizes handlers of its present interface by this method.
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
      // A new connection is never a reused one, so the request is repeated only once.
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
