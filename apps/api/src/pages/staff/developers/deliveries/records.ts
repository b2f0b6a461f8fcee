import type { Static } from '@sinclair/typebox'
import type {
  ListedWebhookDelivery,
  WebhookDeliveryDetails,
} from '../../../../webhooks/delivery-schemas.ts'
import type { Subscription as SubscriptionSchema } from '../../../../webhooks/schemas.ts'

export type Listed = Static<typeof ListedWebhookDelivery>
export type Details = Static<typeof WebhookDeliveryDetails>
export type Subscription = Static<typeof SubscriptionSchema>

/** Whether an attempt is still due. */
export function isDue({ status }: Pick<Listed, 'status'>): boolean {
  return status === 'PENDING' || status === 'RETRYING'
}
