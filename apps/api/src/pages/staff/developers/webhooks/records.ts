import type { Static } from '@sinclair/typebox'
import type { SubscriptionStats } from '../../../../webhooks/delivery-schemas.ts'
import type { NewSubscription, Subscription as Schema } from '../../../../webhooks/schemas.ts'
import type { Visit } from '../visit.ts'

export type Subscription = Static<typeof Schema>
export type Subscribed = Static<typeof NewSubscription>
export type Stats = Static<typeof SubscriptionStats>

/** The path of the subscription of a page. */
export function urlOf({ id }: Pick<Visit, 'id'>): string {
  return `/webhooks/subscriptions/${id}`
}
