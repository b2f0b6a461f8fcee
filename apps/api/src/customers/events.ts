import { Type } from '@sinclair/typebox'
import type { EventSchemas } from '../event-schemas.ts'
import { Id, Instant } from '../schemas.ts'
import { Customer } from './schemas.ts'

const ofCustomer = { occurredAt: Instant, customerId: Id, customer: Customer }

/** The payloads of the events of customers. */
export const customerEvents = {
  CUSTOMER_CREATED: ofCustomer,
  CUSTOMER_UPDATED: { ...ofCustomer, changed: Type.Array(Type.String()) },
} satisfies Partial<EventSchemas>
