import { changeTime, webhookSubscriptions } from '@mediajobs/db/schema'
import type { KeyRing } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
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
 * signs too. Two secrets sign at a time: while the previous one does, only a rotation without an overlap ends it
 * before its time.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `conflict` (`secret_overlap`).
 */
export async function rotateSecret(
  tx: Tx,
  orgId: string,
  id: string,
  overlapSeconds: number,
  keyRing: KeyRing,
  isExpected?: IsExpected<Subscription>,
): Promise<NewSubscription> {
  const before = await lockSubscription(tx, orgId, id)
  if (isExpected) expectRecord(before, isExpected)
  if (overlapSeconds > 0 && before.previousSecretUntil !== null) throw overlaps(before)
  const secret = newSigningSecret()
  const until = sql`clock_timestamp() + ${overlapSeconds} * interval '1 second'`
  const [subscription] = await tx.orm
    .update(webhookSubscriptions)
    .set({
      secretEncrypted: keyRing.encrypt(secret, signingSecretRow(orgId, id)),
      previousSecretEncrypted: overlapSeconds > 0 ? webhookSubscriptions.secretEncrypted : null,
      previousSecretUntil: overlapSeconds > 0 ? until : null,
      updatedAt: changeTime,
    })
    .where(isSubscription(orgId, id))
    .returning(subscriptionColumns)
  if (!subscription) throw notFound()
  return { ...subscription, secret }
}

function overlaps({ id }: Subscription) {
  return conflict(
    'secret_overlap',
    `The previous secret of the subscription ${id} still signs: rotate after its previousSecretUntil, or with overlapSeconds 0, which ends both secrets now.`,
  )
}
