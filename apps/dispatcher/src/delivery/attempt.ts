import { type KeyRing, MAX_CRASHES_OF_A_JOB } from '@mediajobs/domain'
import { isPortBlocked, type ReceiverPolicy, signingSecretRow } from '@mediajobs/operations'
import { sign } from '@mediajobs/webhook-signature/node'
import type { Poster } from '../http/post.ts'
import { type PostOutcome, UNREACHABLE } from '../http/post-outcome.ts'
import { BodyParts, webhookBody } from '../http/webhook-body.ts'
import type { PostTiming } from '../slots/lane.ts'
import type { DueDelivery } from './due-delivery.ts'

/** One try at a webhook delivery, made. */
export interface Attempt {
  readonly due: DueDelivery
  /** `answer`, or why there was none. */
  readonly outcome: string
  /** What the operator alone may know of a failure; null when there is nothing to add. */
  readonly detail: string | null
  readonly succeeded: boolean
  /** Unix milliseconds, on the database's clock. */
  readonly startedMs: number
  readonly durationMs: number
  readonly responseStatus: number | null
  readonly responseBody: string | null
  /** A sentence for the people who run the receiver; null after a success. */
  readonly error: string | null
  /** On this process's monotonic clock. */
  readonly finishedAtMs: number
  /** How long it held its slot: until the end of the body, where `durationMs` ends at the status. */
  readonly timing: PostTiming
  /** Whether another try could change anything. */
  readonly isRepeatable: boolean
}

export interface AttemptOptions {
  poster: Poster
  keyRing: KeyRing
  receivers: ReceiverPolicy
  /** Told of a signing secret that cannot be read: a fault of the operator's, not of the receiver's. */
  onUnreadableSecret(due: DueDelivery, error: unknown): void
}

/**
 * Signs and posts (docs/interface.md#i6-hmac, docs/contract.md#c7-fresh). Never rejects. The body is
 * made once, and its bytes are signed and sent; `timestamp` is the start of this try on the database's clock.
 *
 * @param data the event's data as JSON text, or as its bytes; null when the event has left the log
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

/** The attempt of a delivery that can't be sent at all. No other attempt follows. */
export function unsendableAttempt(due: DueDelivery, kind: UnsendableKind): Attempt {
  return attemptOf(due, unsent(kind), performance.now())
}

function startOf({ clock }: DueDelivery, beganAtMs: number): number {
  return clock.databaseMs + beganAtMs - clock.readAtMs
}

function attemptOf(due: DueDelivery, result: AttemptResult, beganAtMs: number): Attempt {
  const answer = result.kind === 'answer' ? result : null
  const succeeded = answer !== null && answer.status >= 200 && answer.status < 300
  const finishedAtMs = performance.now()
  return {
    due,
    outcome: result.kind,
    detail: 'detail' in result && result.detail !== '' ? result.detail : null,
    succeeded,
    startedMs: startOf(due, beganAtMs),
    durationMs: result.durationMs,
    responseStatus: answer?.status ?? null,
    responseBody: answer?.responseBody ?? null,
    error: succeeded ? null : errorOf(result),
    finishedAtMs,
    timing: {
      durationMs: finishedAtMs - beganAtMs,
      timedOut: result.kind === 'timeout' || answer?.ranOut === true,
    },
    isRepeatable: !isUnsendable(result.kind),
  }
}

type AttemptResult = PostOutcome | Unsent

/** No other attempt could change anything. */
type UnsendableKind = (typeof UNSENDABLE)[number]

const UNSENDABLE = ['event_gone', 'event_too_large', 'crashed'] as const

function isUnsendable(kind: AttemptResult['kind']): boolean {
  return UNSENDABLE.some((each) => each === kind)
}

/** Nothing was sent. */
interface Unsent {
  kind: UnsendableKind | 'secret_unreadable' | 'http_refused' | 'port_refused'
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
  let secrets: string[]
  try {
    secrets = secretsOf(due, keyRing)
  } catch (error) {
    onUnreadableSecret(due, error)
    return unsent('secret_unreadable')
  }
  const timestampSeconds = Math.floor(startedMs / 1_000)
  const body = webhookBody(due, data, timestampSeconds)
  return poster.post({
    url: due.url,
    headers: {
      // As the interface spells them, for receivers that look at the case.
      'X-Webhook-Id': due.deliveryId,
      'X-Webhook-Event': due.event,
      'X-Webhook-Signature': sign(signedParts(body), { timestampSeconds, secrets }),
    },
    body,
  })
}

function signedParts(body: string | BodyParts) {
  return body instanceof BodyParts ? body.parts : body
}

function secretsOf(due: DueDelivery, keyRing: KeyRing): string[] {
  const row = signingSecretRow(due.organizationId, due.subscriptionId)
  const secrets = [keyRing.decrypt(due.secretEncrypted, row)]
  const { previousSecretEncrypted } = due
  if (previousSecretEncrypted) secrets.push(keyRing.decrypt(previousSecretEncrypted, row))
  return secrets
}

const UNSENT_MESSAGES: Record<Unsent['kind'], string> = {
  event_gone: 'The event is older than the log and can no longer be sent.',
  secret_unreadable: 'The service could not read the signing secret. Its operator has been told.',
  http_refused: 'Webhooks are sent to https only. Change the url of the subscription.',
  port_refused: UNREACHABLE,
  event_too_large: 'The event is too large to be sent.',
  crashed: `The service ended ${MAX_CRASHES_OF_A_JOB} times while it sent this webhook with others, and again while it sent this webhook alone. It is not sent again.`,
}

function unsent(kind: Unsent['kind']): Unsent {
  return { kind, message: UNSENT_MESSAGES[kind], durationMs: 0 }
}

function errorOf(result: AttemptResult): string {
  if (result.kind !== 'answer') return result.message
  if (result.status < 300 || result.status >= 400)
    return `The answer was ${result.status}, not 2xx.`
  return `The answer was ${result.status}, not 2xx. Redirects are not followed.`
}
