import type { Schemas } from '@mediajobs/client'

export type Listed = Schemas['ListedWebhookDelivery']
export type Details = Schemas['WebhookDeliveryDetails']
export type Subscription = Schemas['Subscription']

/** Whether an attempt is still due. */
export function isDue({ status }: Pick<Listed, 'status'>): boolean {
  return status === 'PENDING' || status === 'RETRYING'
}
