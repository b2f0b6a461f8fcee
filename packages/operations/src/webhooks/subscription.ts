import { violatedConstraint } from '@mediajobs/db'
import { organizations, webhookSubscriptions } from '@mediajobs/db/schema'
import type { EventName, KeyRing } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, type Column, eq, isNull } from 'drizzle-orm'
import { conflict, notFound } from '../errors.ts'
import type { ReceiverPolicy } from './receiver-url.ts'

/** The columns that are the record: no form of the signing secret is among them. */
export const subscriptionColumns = {
  id: webhookSubscriptions.id,
  organizationId: webhookSubscriptions.organizationId,
  url: webhookSubscriptions.url,
  events: webhookSubscriptions.events,
  active: webhookSubscriptions.active,
  createdAt: webhookSubscriptions.createdAt,
  updatedAt: webhookSubscriptions.updatedAt,
  disabledReason: webhookSubscriptions.disabledReason,
}

export type Subscription = Pick<
  typeof webhookSubscriptions.$inferSelect,
  keyof typeof subscriptionColumns
>

/** What an integrator may set of a subscription. */
export interface SubscriptionInput {
  /** As it was sent; see `receiverUrl`. */
  url: string
  /** At least one, each once. */
  events: EventName[]
  /** True when it is left out. */
  active?: boolean
}

/** What making a subscription needs beside the database. */
export interface Subscribing {
  readonly keyRing: KeyRing
  readonly receivers: ReceiverPolicy
}

/** Where in the table the subscription `id` of `orgId` is; a deleted one is gone for everyone. */
export function isSubscription(orgId: string, id: string | Column) {
  return and(
    eq(webhookSubscriptions.organizationId, orgId),
    eq(webhookSubscriptions.id, id),
    isNull(webhookSubscriptions.deletedAt),
  )
}

/** Reads a subscription, which stays as it is until the commit. @throws `not_found`. */
export async function lockSubscription(tx: Tx, orgId: string, id: string): Promise<Subscription> {
  const [subscription] = await tx.orm
    .select(subscriptionColumns)
    .from(webhookSubscriptions)
    .where(isSubscription(orgId, id))
    .for('no key update')
  if (!subscription) throw notFound()
  return subscription
}

/**
 * Until the commit nobody else gives a subscription of `orgId` a URL. So they can be counted, and two
 * that take each other's URL at once are refused, where the unique index would let them deadlock.
 * Whoever only refers to the organization goes on.
 */
export async function lockUrls(tx: Tx, orgId: string): Promise<void> {
  await tx.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for('no key update')
}

/** The refusal to send anything to a subscription that is switched off. */
export function inactiveSubscription() {
  return conflict('subscription_inactive', 'The subscription is switched off: set active to true.')
}

/** What a failed write of a subscription means to whoever asked for it. */
export function subscriptionWriteError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'webhook_subscriptions_url_unique':
      return conflict('duplicate_url', 'Another subscription has this url already.')
    case 'webhook_subscriptions_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}
