import type { Sql } from '@mediajobs/db'
import { webhookSubscriptions } from '@mediajobs/db/schema'
import { notFound } from '../shared/errors.ts'
import { isSubscription, type Subscription, subscriptionColumns } from './subscription.ts'

/** @throws {OperationError} `not_found`. */
export async function getSubscription(sql: Sql, orgId: string, id: string): Promise<Subscription> {
  const [subscription] = await sql.orm
    .select(subscriptionColumns)
    .from(webhookSubscriptions)
    .where(isSubscription(orgId, id))
  if (!subscription) throw notFound()
  return subscription
}
