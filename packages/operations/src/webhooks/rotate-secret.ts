import { webhookSubscriptions } from '@mediajobs/db/schema'
import type { KeyRing } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import { expectRecord, type IsExpected } from '../expected-record.ts'
import type { NewSubscription } from './create-subscription.ts'
import { newSigningSecret, signingSecretRow } from './signing-secret.ts'
import {
  isSubscription,
  lockSubscription,
  type Subscription,
  subscriptionColumns,
} from './subscription.ts'

/**
 * Gives a subscription a new signing secret, which is shown once. For `overlapSeconds` the previous secret
 * signs too. A still older one does not sign any more.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function rotateSecret(
  tx: Tx,
  orgId: string,
  id: string,
  overlapSeconds: number,
  keyRing: KeyRing,
  isExpected?: IsExpected<Subscription>,
): Promise<NewSubscription> {
  if (isExpected) expectRecord(await lockSubscription(tx, orgId, id), isExpected)
  const secret = newSigningSecret()
  const until = sql`clock_timestamp() + ${overlapSeconds} * interval '1 second'`
  const [subscription] = await tx.orm
    .update(webhookSubscriptions)
    .set({
      secretEncrypted: keyRing.encrypt(secret, signingSecretRow(orgId, id)),
      // The right side is the row before the update, also when several calls rotate at the same time.
      previousSecretEncrypted: overlapSeconds > 0 ? webhookSubscriptions.secretEncrypted : null,
      previousSecretUntil: overlapSeconds > 0 ? until : null,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(isSubscription(orgId, id))
    .returning(subscriptionColumns)
  if (!subscription) throw notFound()
  return { ...subscription, secret }
}
