import type { KeyRing } from '@mediajobs/domain'
import { portRefusal, type ReceiverPolicy, signingSecretRow } from '@mediajobs/operations'
import { sign } from '@mediajobs/webhook-signature/node'
import type { DueDelivery } from './due-delivery.ts'
import type { PostTiming } from './held-job.ts'
import type { Poster } from './post.ts'
import type { PostOutcome } from './post-outcome.ts'

/** One try at a webhook delivery, made. */
export interface Attempt {
  readonly due: DueDelivery
  /** `answer`, or why there was none. */
  readonly outcome: string
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
 * Signs and posts (interface, "Events"; contract, section 7). Never rejects. The body is made once,
 * and its bytes are signed and sent; `timestamp` is the start of this try on the database's clock.
 */
export async function makeAttempt(due: DueDelivery, options: AttemptOptions): Promise<Attempt> {
  const beganAtMs = performance.now()
  const startedMs = due.clock.databaseMs + beganAtMs - due.clock.toldAtMs
  const result = await tryOnce(due, startedMs, options)
  const answer = result.kind === 'answer' ? result : null
  const succeeded = answer !== null && answer.status >= 200 && answer.status < 300
  const finishedAtMs = performance.now()
  return {
    due,
    outcome: result.kind,
    succeeded,
    startedMs,
    durationMs: result.durationMs,
    responseStatus: answer?.status ?? null,
    responseBody: answer?.responseBody ?? null,
    error: succeeded ? null : errorOf(result),
    finishedAtMs,
    timing: {
      durationMs: finishedAtMs - beganAtMs,
      timedOut: result.kind === 'timeout' || answer?.ranOut === true,
    },
    isRepeatable: due.data !== null,
  }
}

type AttemptResult = PostOutcome | Unsent

/** Nothing was sent. */
interface Unsent {
  kind: 'event_gone' | 'secret_unreadable' | 'http_refused' | 'port_refused'
  message: string
  durationMs: number
}

async function tryOnce(
  due: DueDelivery,
  startedMs: number,
  { poster, keyRing, receivers, onUnreadableSecret }: AttemptOptions,
): Promise<AttemptResult> {
  if (due.data === null) return unsent('event_gone')
  if (!receivers.allowHttp && !due.url.startsWith('https:')) return unsent('http_refused')
  const url = URL.parse(due.url)
  if (url && portRefusal(url, receivers) !== null) return unsent('port_refused')
  let secrets: string[]
  try {
    secrets = secretsOf(due, keyRing)
  } catch (error) {
    onUnreadableSecret(due, error)
    return unsent('secret_unreadable')
  }
  const timestampSeconds = Math.floor(startedMs / 1_000)
  const body = bodyOf(due, due.data, timestampSeconds)
  return poster.post({
    url: due.url,
    headers: {
      'x-webhook-id': due.deliveryId,
      'x-webhook-event': due.event,
      'x-webhook-signature': sign(body, { timestampSeconds, secrets }),
    },
    body,
  })
}

// `data` is the text that was stored: parsing it only to write it again could change it.
function bodyOf(
  { deliveryId, event }: DueDelivery,
  data: string,
  timestampSeconds: number,
): string {
  const head = JSON.stringify({ id: deliveryId, event, timestamp: `${timestampSeconds}` })
  return `${head.slice(0, -1)},"data":${data}}`
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
  port_refused: 'Webhooks are not sent to this port. Change the url of the subscription.',
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
