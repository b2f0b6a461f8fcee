import type { EventSchemas } from '../event-schemas.ts'
import { Id, Instant } from '../schemas.ts'

/** The payload of the test event. */
export const webhookEvents = {
  WEBHOOK_TEST: { occurredAt: Instant, subscriptionId: Id },
} satisfies Partial<EventSchemas>
