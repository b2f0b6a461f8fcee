import { Type } from '@sinclair/typebox'
import type { EventSchemas } from '../event-schemas.ts'
import { Id, Instant } from '../schemas.ts'

/** The payloads of the test event, and of a subscription that the service has switched off. */
export const webhookEvents = {
  WEBHOOK_DISABLED: {
    occurredAt: Instant,
    subscriptionId: Id,
    url: Type.String(),
    disabledReason: Type.String(),
    failingSince: Instant,
  },
  WEBHOOK_TEST: { occurredAt: Instant, subscriptionId: Id },
} satisfies Partial<EventSchemas>
