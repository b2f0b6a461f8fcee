import { ApiError, ConnectionError, type Refusal, readRefusal } from './errors.ts'

export interface RetryPolicy {
  /** How often a call is sent at most. Tries that end in a 429 do not count. */
  maxTries: number
  /** How long a call may wait between its tries, in all. */
  maxWaitMs: number
}

/** A complete response. */
export interface Received {
  status: number
  headers: Headers
  text: string
}

export interface Call {
  /** The name for errors: the method and the path of the OpenAPI document, without values. */
  name: string
  /** Sends the request once. */
  send(signal: AbortSignal): Promise<Response>
  /** Whether it is safe to send the request twice. */
  isRepeatable: boolean
  /** How long one try may take, until the end of the response. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

// A proxy may have lost the response, or the service reports that it is unavailable for a while.
const RETRYABLE_STATUSES = new Set([408, 502, 503, 504])
// The API: the first of two requests with one Idempotency-Key still runs. Object stores: the other two codes.
const RETRYABLE_CODES = new Set(['idempotency_in_progress', 'InternalError', 'RequestTimeout'])
const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000
// Callers that got the same Retry-After should not all repeat at the same moment.
const RETRY_AFTER_SPREAD_MS = 250

/**
 * Sends a call until it succeeds, as long as a repeat is safe and the policy allows it.
 *
 * After a 429 every call is repeated, because the API has done nothing. A call that may have been done is
 * repeated only if `isRepeatable`: when there is no response, after a 408, 502, 503 or 504, and while the
 * first of two requests with one Idempotency-Key still runs.
 *
 * @throws ApiError with the last refusal
 * @throws ConnectionError when the last try had no response
 * @throws the reason of `call.signal` when that is aborted
 */
export async function sendWithRetries(call: Call, policy: RetryPolicy): Promise<Received> {
  let leftMs = policy.maxWaitMs
  let failures = 0
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendOnce(call)
    const received = 'received' in outcome ? outcome.received : null
    if (received && isDone(received.status)) return received
    const refusal = received && readRefusal(received)
    const isLimit = refusal?.status === 429
    if (!isLimit) failures += 1
    const waitMs = waitBefore(refusal, isLimit ? tries : failures)
    if (!mayRepeat(call, refusal) || failures >= policy.maxTries || waitMs > leftMs) {
      throw errorOf(call, outcome, refusal, tries)
    }
    leftMs -= waitMs
    await wait(waitMs, call.signal)
  }
}

type Outcome = { received: Received } | { failure: unknown }

function isDone(status: number): boolean {
  return status >= 200 && status < 300
}

function errorOf(call: Call, outcome: Outcome, refusal: Refusal | null, tries: number): Error {
  if (refusal) return new ApiError(call.name, refusal, tries)
  return new ConnectionError(call.name, 'failure' in outcome ? outcome.failure : null, tries)
}

async function sendOnce(call: Call): Promise<Outcome> {
  call.signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(Math.ceil(call.timeoutMs))
  try {
    const response = await call.send(
      call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    )
    const { status, headers } = response
    return { received: { status, headers, text: await response.text() } }
  } catch (failure) {
    call.signal?.throwIfAborted()
    return { failure }
  }
}

function mayRepeat(call: Call, refusal: Refusal | null): boolean {
  if (refusal?.status === 429) return true
  if (!call.isRepeatable) return false
  if (refusal === null || RETRYABLE_STATUSES.has(refusal.status)) return true
  return refusal.code !== null && RETRYABLE_CODES.has(refusal.code)
}

function waitBefore(refusal: Refusal | null, times: number): number {
  const asked = refusal?.retryAfterSeconds ?? null
  if (asked !== null) return asked * 1_000 + Math.random() * RETRY_AFTER_SPREAD_MS
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (times - 1), LONGEST_BACKOFF_MS)
  return backoffMs * (0.5 + Math.random() / 2)
}

async function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
