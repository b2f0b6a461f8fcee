import { type KeyRing, MAX_CRASHES_OF_A_JOB } from '@mediajobs/domain'
import { isPortBlocked, type ReceiverPolicy } from '@mediajobs/operations/webhooks'
import { BodyParts, type Poster } from '../http/post.ts'
import { type PostOutcome, UNREACHABLE } from '../http/post-outcome.ts'
import type { PostTiming } from '../slots/lane.ts'
import { headersFor } from './credentials.ts'
import type { DueDelivery } from './due-deliveries.ts'

/** A completed attempt at a webhook delivery. */
export interface Attempt {
  readonly due: DueDelivery
  /** `answer` if a response came, otherwise why none came. For the log. */
  readonly outcome: string
  /** Details of a failure, for the operator only. */
  readonly detail: string | null
  readonly succeeded: boolean
  /** Unix milliseconds, on the database's clock. */
  readonly startedMs: number
  /** Milliseconds until the status, or until the failure. */
  readonly durationMs: number
  readonly responseStatus: number | null
  readonly responseBody: string | null
  /** A sentence for the people who run the receiver. Null on success. */
  readonly error: string | null
  /** Milliseconds on this process's monotonic clock. */
  readonly finishedAtMs: number
  /** How long the attempt held its slot: until the end of the response body. */
  readonly timing: PostTiming
  /** Whether another attempt could have another result. */
  readonly isRepeatable: boolean
}

export interface AttemptOptions {
  poster: Poster
  keyRing: KeyRing
  receivers: ReceiverPolicy
  /** Called when a signing secret can't be decrypted: the operator's fault, not the receiver's. */
  onUnreadableSecret(due: DueDelivery, error: unknown): void
}

/**
 * Signs and posts a webhook (docs/interface.md#i6-hmac, docs/contract.md#c7-fresh). Never rejects. The `timestamp` is
 * the start of this attempt, on the database's clock.
 *
 * @param data the event's data as JSON text, or its bytes; null when the event is no longer in the log
 */
export async function makeAttempt(
  due: DueDelivery,
  data: string | Uint8Array | null,
  options: AttemptOptions,
): Promise<Attempt> {
  const beganAtMs = performance.now()
  const startedMs = startOf(due, beganAtMs)
  return attemptOf(due, await tryOnce(due, data, startedMs, options), beganAtMs)
}

/** The attempt of a webhook delivery that has ended too many dispatchers. It is not sent, and no other follows. */
export function crashedAttempt(due: DueDelivery): Attempt {
  return attemptOf(due, unsent('crashed'), performance.now())
}

function startOf({ clock }: DueDelivery, beganAtMs: number): number {
  return clock.databaseMs + beganAtMs - clock.readAtMs
}

function attemptOf(due: DueDelivery, result: AttemptResult, beganAtMs: number): Attempt {
  const response = result.kind === 'answer' ? result : null
  const succeeded = response !== null && response.status >= 200 && response.status < 300
  const finishedAtMs = performance.now()
  return {
    due,
    outcome: result.kind,
    detail: 'detail' in result && result.detail !== '' ? result.detail : null,
    succeeded,
    startedMs: startOf(due, beganAtMs),
    durationMs: result.durationMs,
    responseStatus: response?.status ?? null,
    responseBody: response?.responseBody ?? null,
    error: succeeded ? null : errorOf(result),
    finishedAtMs,
    timing: {
      durationMs: finishedAtMs - beganAtMs,
      timedOut: result.kind === 'timeout' || response?.ranOut === true,
    },
    isRepeatable: result.kind !== 'event_gone' && result.kind !== 'crashed',
  }
}

type AttemptResult = PostOutcome | Unsent

/** Nothing was sent. */
interface Unsent {
  kind: 'event_gone' | 'crashed' | 'secret_unreadable' | 'http_refused' | 'port_refused'
  message: string
  durationMs: number
}

async function tryOnce(
  due: DueDelivery,
  data: string | Uint8Array | null,
  startedMs: number,
  { poster, keyRing, receivers, onUnreadableSecret }: AttemptOptions,
): Promise<AttemptResult> {
  if (data === null) return unsent('event_gone')
  if (!receivers.allowHttp && !due.url.startsWith('https:')) return unsent('http_refused')
  const url = URL.parse(due.url)
  if (url && isPortBlocked(url, receivers)) return unsent('port_refused')
  const timestampSeconds = Math.floor(startedMs / 1_000)
  const body = webhookBody(due, data, timestampSeconds)
  let headers: Record<string, string>
  try {
    headers = headersFor(due, body, timestampSeconds, keyRing)
  } catch (error) {
    onUnreadableSecret(due, error)
    return unsent('secret_unreadable')
  }
  return poster.post({ url: due.url, headers, body })
}

const UNSENT_MESSAGES: Record<Unsent['kind'], string> = {
  event_gone: 'The event is older than the log and can no longer be sent.',
  secret_unreadable:
    'The service could not read the signing secret. Its operator has been informed.',
  http_refused: 'Webhooks are sent to https only. Change the url of the subscription.',
  port_refused: UNREACHABLE,
  crashed: `The service ended ${MAX_CRASHES_OF_A_JOB} times while it sent this webhook. It is not sent again.`,
}

function unsent(kind: Unsent['kind']): Unsent {
  return { kind, message: UNSENT_MESSAGES[kind], durationMs: 0 }
}

function errorOf(result: AttemptResult): string {
  if (result.kind !== 'answer') return result.message
  if (result.status < 300 || result.status >= 400)
    return `The response was ${result.status}, not 2xx.`
  return `The response was ${result.status}, not 2xx. Redirects are not followed.`
}

/**
 * The body of a webhook delivery (docs/interface.md#i6-body-id). Its bytes are signed and sent unchanged.
 *
 * @param data the stored JSON text. Not parsed and serialized again: that could change it.
 */
function webhookBody(
  { deliveryId, event }: DueDelivery,
  data: string | Uint8Array,
  timestampSeconds: number,
): string | BodyParts {
  const envelope = JSON.stringify({ id: deliveryId, event, timestamp: `${timestampSeconds}` })
  const head = `${envelope.slice(0, -1)},"data":`
  if (typeof data === 'string') return `${head}${data}}`
  return new BodyParts([Buffer.from(head), data, Buffer.from('}')])
}
