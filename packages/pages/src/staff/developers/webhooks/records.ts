import type { Schemas } from '@mediajobs/client'
import type { Visit } from '../visit.ts'

export type Subscription = Schemas['Subscription']
export type Subscribed = Schemas['NewSubscription']
export type Stats = Schemas['SubscriptionStats']

/** The path of the subscription of a page. */
export function urlOf({ id }: Pick<Visit, 'id'>): string {
  return `/webhooks/subscriptions/${id}`
}
