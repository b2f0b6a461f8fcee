import type { KeyRing } from '@mediajobs/domain'
import { signingSecretRow } from '@mediajobs/operations/webhooks'
import { sign } from '@mediajobs/webhook-signature/node'
import { BodyParts } from '../http/request-body.ts'
import type { DueDelivery } from './due-delivery.ts'

/**
 * The headers of a webhook delivery: its id, its event and its signature (docs/interface.md#i6-hmac). Only
 * this file of the dispatcher knows how a receiver authenticates the sender. Add another method here; its
 * data of the subscription are read with the delivery (`due-delivery.ts`).
 *
 * @param body the exact bytes that are sent
 * @param timestampSeconds when the attempt began, as in the body
 * @throws when a secret cannot be decrypted with the keys of this process
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
    // Spelled as in the interface, for receivers that compare upper and lower case.
    'X-Webhook-Id': due.deliveryId,
    'X-Webhook-Event': due.event,
    'X-Webhook-Signature': sign(signed, { timestampSeconds, secrets }),
  }
}

function secretsOf(due: DueDelivery, keyRing: KeyRing): string[] {
  const row = signingSecretRow(due.organizationId, due.subscriptionId)
  const secrets = [keyRing.decrypt(due.secretEncrypted, row)]
  const { previousSecretEncrypted } = due
  if (previousSecretEncrypted) secrets.push(keyRing.decrypt(previousSecretEncrypted, row))
  return secrets
}
