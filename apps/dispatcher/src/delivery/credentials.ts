import { createHmac } from 'node:crypto'
import type { KeyRing } from '@mediajobs/domain'
import { openedHeaders, ownHeadersRow, signingSecretRow } from '@mediajobs/operations/webhooks'
import { sign } from '@mediajobs/webhook-signature/node'
import { BodyParts } from '../http/post.ts'
import type { DueDelivery } from './due-deliveries.ts'

/**
 * The headers of a webhook delivery: id, event, signature (docs/interface.md#i6-hmac), and those of its subscription
 * (docs/contract.md#c16-headers). Only this file knows how a receiver authenticates the sender: add another method here.
 * What it needs of the subscription is read with the delivery (`due-deliveries.ts`).
 *
 * @param body the exact bytes that are sent
 * @param timestampSeconds the start of the attempt, as in the body
 * @throws when a secret or a header can't be decrypted with the keys of this process
 */
export function headersFor(
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
    // Spelled as in the interface, for receivers that compare upper and lower case.
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
 * The headers of the Standard Webhooks specification 1.0. The key is the secret after its prefix, decoded from base64:
 * its libraries accept the secret as it is. docs/contract.md#c16-standard-webhooks
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
