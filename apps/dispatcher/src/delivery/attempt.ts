import { createHmac } from 'node:crypto'
import {
  type KeyRing,
  MAX_CRASHES_OF_A_JOB,
  ownHeadersRow,
  signingSecretRow,
} from '@mediajobs/domain'
import { openedHeaders, type ReceiverPolicy } from '@mediajobs/operations/webhooks'
import { sign } from '@mediajobs/webhook-signature/node'
import { BodyParts, type Poster } from '../http/post.ts'
import type { PostOutcome } from '../http/post-outcome.ts'
import type { PostTiming } from '../slots/lane.ts'
import type { DueDelivery } from './due-deliveries.ts'

/** A completed attempt at a webhook delivery. */
export interface Attempt {
  readonly due: DueDelivery
  /** `answer`, or why no response came. For the log. */
  readonly outcome: string
  /** Details of a failure, for the operator. */
  readonly detail: string | null
  readonly succeeded: boolean
  /** Unix milliseconds, on the database's clock. */
  readonly startedMs: number
  /** Milliseconds until the status, or until the failure. */
  readonly durationMs: number
  readonly responseStatus: number | null
  readonly responseBody: string | null
  /** For the receiver's developers. Null on success. */
  readonly error: string | null
  /** On the monotonic clock. */
  readonly finishedAtMs: number
  /** How long it held its slot: until the end of the response body. */
  readonly timing: PostTiming
  /** Whether a retry could have a different result. */
  readonly isRepeatable: boolean
}

export interface AttemptOptions {
  poster: Poster
  keyRing: KeyRing
  receivers: ReceiverPolicy
  /** Called when a secret can't be decrypted: the operator's fault, not the receiver's. */
  onUnreadableSecret(due: DueDelivery, error: unknown): void
}

/**
 * Signs and posts a webhook (docs/interface.md#i6-hmac, docs/contract.md#c7-fresh). Never rejects. The `timestamp` is
 * the start of this attempt, on the database's clock.
 *
 * @param data the event's data as JSON; null if the event has expired from the log
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

/** Final attempt for a delivery that crashed too many dispatchers; never sent. */
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

interface Unsent {
  kind: 'event_gone' | 'crashed' | 'secret_unreadable' | 'http_refused'
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
  event_gone: 'The event has expired from the log.',
  secret_unreadable:
    "The service couldn't read the signing secret. Its operator has been informed.",
  http_refused: "Webhooks are sent to https only. Change the subscription's url.",
  crashed: `The service crashed ${MAX_CRASHES_OF_A_JOB} times while sending this webhook. It won't be sent again.`,
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
 * @param data the stored JSON. Reserializing could change it.
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

/**
 * The headers of a webhook delivery: id, event, signature (docs/interface.md#i6-hmac), and those of its subscription
 * (docs/contract.md#c16-headers). Add another way to authenticate to a receiver here; `due-deliveries.ts` reads its
 * columns.
 *
 * @param body the exact bytes that are sent
 * @param timestampSeconds the start of the attempt, as in the body
 * @throws when a secret or header can't be decrypted
 */
function headersFor(
  due: DueDelivery,
  body: string | BodyParts,
  timestampSeconds: number,
  keyRing: KeyRing,
): Record<string, string> {
  const secrets = secretsOf(due, keyRing)
  const signed = body instanceof BodyParts ? body.parts : [body]
  return {
    ...ownHeaders(due, keyRing),
    ...(due.standardWebhooks && standardHeaders(due.deliveryId, signed, timestampSeconds, secrets)),
    // Cased as in the interface, for case-sensitive receivers.
    'X-Webhook-Id': due.deliveryId,
    'X-Webhook-Event': due.event,
    'X-Webhook-Signature': sign(signed, { timestampSeconds, secrets }),
  }
}

function ownHeaders(due: DueDelivery, keyRing: KeyRing): Record<string, string> {
  const { organizationId, subscriptionId, headersEncrypted } = due
  if (headersEncrypted === null) return {}
  return openedHeaders(headersEncrypted, ownHeadersRow(organizationId, subscriptionId), keyRing)
}

function secretsOf(due: DueDelivery, keyRing: KeyRing): string[] {
  const row = signingSecretRow(due.organizationId, due.subscriptionId)
  const secrets = [keyRing.decrypt(due.secretEncrypted, row)]
  const { previousSecretEncrypted } = due
  if (previousSecretEncrypted) secrets.push(keyRing.decrypt(previousSecretEncrypted, row))
  return secrets
}

const SECRET_PREFIX = 'whsec_'

/**
 * Standard Webhooks 1.0. The key is the base64 after the secret's prefix, as in its libraries.
 * docs/contract.md#c16-standard-webhooks
 */
function standardHeaders(
  id: string,
  body: readonly (string | Uint8Array)[],
  timestampSeconds: number,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${timestampSeconds}.`)
    for (const part of body) hmac.update(part)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestampSeconds}`,
    'webhook-signature': signatures.join(' '),
  }
}
