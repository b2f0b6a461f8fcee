import type { KeyRing } from '@mediajobs/domain'
import { openedHeaders, ownHeadersRow, signingSecretRow } from '@mediajobs/operations/webhooks'
import { sign } from '@mediajobs/webhook-signature/node'
import { BodyParts } from '../http/request-body.ts'
import type { DueDelivery } from './due-delivery.ts'
import { standardHeaders } from './standard-webhooks.ts'

/**
 * The headers of a webhook delivery: its id, its event and its signature (docs/interface.md#i6-hmac), and those
 * that its subscription asks for (docs/contract.md#c16-headers). Only this file of the dispatcher knows how a
 * receiver authenticates the sender. Add another method here. What it needs of the subscription is read with the
 * delivery (`due-delivery.ts`).
 *
 * @param body the exact bytes that are sent
 * @param timestampSeconds when the attempt began, as in the body
 * @throws when a secret or a header cannot be decrypted with the keys of this process
 */
export function headersFor(
  due: DueDelivery,
  body: string | BodyParts,
  timestampSeconds: number,
  keyRing: KeyRing,
): Record<string, string> {
  const secrets = secretsOf(due, keyRing)
  const signed = body instanceof BodyParts ? body.parts : body
  return {
    ...ownHeaders(due, keyRing),
    ...(due.standardWebhooks && standardHeaders(due.deliveryId, body, timestampSeconds, secrets)),
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
