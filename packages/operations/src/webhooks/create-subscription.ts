import { newId, one } from '@mediajobs/db'
import { webhookSubscriptions } from '@mediajobs/db/schema'
import { MAX_SUBSCRIPTIONS } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull } from 'drizzle-orm'
import { conflict } from '../shared/errors.ts'
import { checkFilter } from './event-filter.ts'
import { checkMetadata } from './metadata.ts'
import { headerColumns, ownHeadersRow, wantedHeaders } from './own-headers.ts'
import { receiverUrl } from './receiver-url.ts'
import { newSigningSecret, signingSecretRow } from './signing-secret.ts'
import {
  lockUrls,
  type Subscribing,
  type Subscription,
  type SubscriptionInput,
  subscriptionColumns,
  subscriptionWriteError,
} from './subscription.ts'

/** A new subscription with its signing secret, which is shown once. */
export interface NewSubscription extends Subscription {
  secret: string
}

/**
 * Creates a subscription and its signing secret.
 *
 * @throws {OperationError} `invalid` for a URL to which no webhooks are sent, and for headers that cannot be
 *   sent; `not_found` for an unknown id in the filter; `conflict` when another subscription has the URL, in any
 *   spelling, or when the organization has too many subscriptions.
 */
export async function createSubscription(
  tx: Tx,
  orgId: string,
  input: SubscriptionInput,
  { keyRing, receivers }: Subscribing,
): Promise<NewSubscription> {
  const { headers = {}, ...fields } = input
  const url = receiverUrl(input.url, receivers)
  const id = newId()
  const wanted = wantedHeaders(headers, {})
  checkMetadata(input.metadata)
  await checkFilter(tx, orgId, input.filter)
  const secret = newSigningSecret()
  await lockUrls(tx, orgId)
  const subscription = one(
    await tx.orm
      .insert(webhookSubscriptions)
      .values({
        ...fields,
        ...headerColumns(wanted, {}, ownHeadersRow(orgId, id), keyRing),
        organizationId: orgId,
        id,
        url,
        secretEncrypted: keyRing.encrypt(secret, signingSecretRow(orgId, id)),
      })
      .returning(subscriptionColumns)
      .catch((error) => {
        throw subscriptionWriteError(error)
      }),
    'the insert of a subscription',
  )
  await checkRoom(tx, orgId)
  return { ...subscription, secret }
}

async function checkRoom(tx: Tx, orgId: string): Promise<void> {
  const there = and(
    eq(webhookSubscriptions.organizationId, orgId),
    isNull(webhookSubscriptions.deletedAt),
  )
  if ((await tx.orm.$count(webhookSubscriptions, there)) <= MAX_SUBSCRIPTIONS) return
  throw conflict(
    'too_many_subscriptions',
    `An organization has at most ${MAX_SUBSCRIPTIONS} subscriptions. Delete one, or add events to one.`,
  )
}
