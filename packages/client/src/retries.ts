import { ApiError, ConnectionError, type Refusal, readRefusal } from './errors.ts'

export interface RetryPolicy {
  /** Maximum attempts per call, not counting 429s. */
  maxTries: number
  /** Maximum total wait between attempts. */
  maxWaitMs: number
}

/** A complete response. */
interface Received {
  status: number
  headers: Headers
  text: string
}

/** The response to the last attempt. */
export interface Answer extends Received {
  tries: number
}

export interface Call {
  /** For errors: the method, and the path without values. */
  name: string
  send(signal: AbortSignal): Promise<Response>
  /** Safe to repeat. */
  isRepeatable: boolean
  /** Time limit per attempt, to the end of the response. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

// A proxy may have lost the response, or the service is temporarily unavailable.
const RETRYABLE_STATUSES = new Set([408, 502, 503, 504])
// The first two are the API's, for concurrent requests with one Idempotency-Key and for files that media processes are
// still reading; the others are object stores'.
const RETRYABLE_CODES = new Set([
  'idempotency_in_progress',
  'archive_not_ready',
  'InternalError',
  'RequestTimeout',
])
const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000
// Jitter, so callers with the same Retry-After don't retry simultaneously.
const RETRY_AFTER_SPREAD_MS = 250

/**
 * Sends a call until it succeeds or the policy gives up.
 *
 * After a 429, any call is retried, because nothing was done. Otherwise only if `isRepeatable`: without a response,
 * after a 408, 502, 503 or 504, while another request with the Idempotency-Key is in progress, and while an archive is
 * being prepared.
 *
 * @throws ApiError with the last refusal
 * @throws ConnectionError if the last attempt had no response
 * @throws the reason of `call.signal` if aborted
 */
export async function sendWithRetries(call: Call, policy: RetryPolicy): Promise<Answer> {
  let leftMs = policy.maxWaitMs
  let failures = 0
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendOnce(call)
    const received = 'received' in outcome ? outcome.received : null
    if (received && isDone(received.status)) return { ...received, tries }
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
