import { ApiError, ConnectionError, type Refusal, readRefusal } from './errors.ts'

export interface RetryPolicy {
  /** How often a call is sent at most; waits for the rate limit do not count. */
  maxTries: number
  /** How long a call may wait between all its tries together. */
  maxWaitMs: number
}

/** One answer, read to its end. */
export interface Received {
  status: number
  headers: Headers
  text: string
}

export interface Call {
  /** What stands in errors: the method and the path as the document has it, without values. */
  name: string
  /** Sends it once. */
  send(signal: AbortSignal): Promise<Response>
  /** Whether sending it twice does it once. */
  isRepeatable: boolean
  /** How long one try may take, to the end of the answer. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

// The answer may have been lost behind a proxy, or the service says itself that it comes back.
const PASSING = new Set([408, 502, 503, 504])
// The first of two requests with one Idempotency-Key still runs; object stores say the other two.
const PASSING_CODES = new Set(['idempotency_in_progress', 'InternalError', 'RequestTimeout'])
const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000
// Callers that were all told the same whole second should not come back in the same instant.
const RETRY_AFTER_SPREAD_MS = 250

/**
 * Sends a call until it is done, for as long as that is safe and the policy allows.
 *
 * A 429 was not done, so every call waits it out. What may have been done is repeated only where
 * `isRepeatable`: without an answer, at a 408, 502, 503 or 504, and while the first of two requests
 * with one Idempotency-Key still runs.
 *
 * @throws ApiError with the last refusal
 * @throws ConnectionError when the last try had no answer
 * @throws the reason of `call.signal` once that is aborted
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
  if (refusal === null || PASSING.has(refusal.status)) return true
  return refusal.code !== null && PASSING_CODES.has(refusal.code)
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
