import { violatedConstraint } from '@mediajobs/db'
import { type EventFilter, organizations, webhookSubscriptions } from '@mediajobs/db/schema'
import type { EventName, KeyRing } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, type Column, eq, isNull, sql } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'
import { masked, type OwnHeaders } from './own-headers.ts'
import type { ReceiverPolicy } from './receiver-url.ts'

/** The columns of the record. No signing secret is among them, not even encrypted. */
export const subscriptionColumns = {
  id: webhookSubscriptions.id,
  organizationId: webhookSubscriptions.organizationId,
  url: webhookSubscriptions.url,
  events: webhookSubscriptions.events,
  active: webhookSubscriptions.active,
  createdAt: webhookSubscriptions.createdAt,
  updatedAt: webhookSubscriptions.updatedAt,
  disabledReason: webhookSubscriptions.disabledReason,
  previousSecretUntil: sql<
    string | null
  >`case when ${webhookSubscriptions.previousSecretUntil} > clock_timestamp()
      then ${webhookSubscriptions.previousSecretUntil} end`.mapWith(
    webhookSubscriptions.previousSecretUntil,
  ),
  description: webhookSubscriptions.description,
  metadata: webhookSubscriptions.metadata,
  headers: sql<OwnHeaders>`${webhookSubscriptions.headerNames}`.mapWith((names) =>
    masked(webhookSubscriptions.headerNames.mapFromDriverValue(names as string[]) as string[]),
  ),
  filter: webhookSubscriptions.filter,
  maxPerSecond: webhookSubscriptions.maxPerSecond,
  standardWebhooks: webhookSubscriptions.standardWebhooks,
}

type Row = typeof webhookSubscriptions.$inferSelect

export interface Subscription extends Pick<Row, keyof Row & keyof typeof subscriptionColumns> {
  /** The names of its own headers. The values are masked. */
  headers: OwnHeaders
}

/** What an integrator may set of a subscription. */
export interface SubscriptionInput {
  /** As it was sent; see `receiverUrl`. */
  url: string
  /** At least one. No event twice. */
  events: EventName[]
  /** Default: true. */
  active?: boolean
  description?: string | null
  metadata?: Record<string, string>
  headers?: OwnHeaders
  filter?: EventFilter | null
  maxPerSecond?: number | null
  standardWebhooks?: boolean
}

/** What a write of a subscription needs beside the database. */
export interface Subscribing {
  readonly keyRing: KeyRing
  readonly receivers: ReceiverPolicy
}

/** SQL condition: the row is the subscription `id` of `orgId`, and is not deleted. */
export function isSubscription(orgId: string, id: string | Column) {
  return and(
    eq(webhookSubscriptions.organizationId, orgId),
    eq(webhookSubscriptions.id, id),
    isNull(webhookSubscriptions.deletedAt),
  )
}

/** Reads a subscription and locks it until the commit. @throws `not_found`. */
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
 * Until the commit no other transaction gives a subscription of `orgId` a URL. So the subscriptions can be
 * counted, and two calls that take each other's URL are refused: with only the unique index they would
 * deadlock. Inserts that refer to the organization do not wait.
 */
export async function lockUrls(tx: Tx, orgId: string): Promise<void> {
  await tx.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for('no key update')
}

/** The error for a delivery to a subscription that is switched off. */
export function inactiveSubscription() {
  return conflict('subscription_inactive', 'The subscription is switched off: set active to true.')
}

/** The error of a failed write of a subscription, as the caller gets it. */
export function subscriptionWriteError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'webhook_subscriptions_url_unique':
      return conflict('duplicate_url', 'Another subscription has this url already.').at('url')
    case 'webhook_subscriptions_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}
