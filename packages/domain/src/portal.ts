import { CLIENT_DELIVERY_STATES } from './client-delivery.ts'
import { INVOICE_MEMBERS } from './invoices.ts'
import { ORDER_ADDRESS, ORDER_STATUSES } from './orders.ts'
import { PROJECT_STATUSES } from './project-status.ts'
import { VISIT_KINDS } from './resources.ts'
import {
  described,
  flag,
  ID,
  INSTANT,
  integer,
  object,
  oneOf,
  orNull,
  STRING,
  type ValuesOf,
} from './values.ts'

// A customer's records, as listed to them: no notes and no staff. In the order of responses.

const OF_CUSTOMER = { customerId: ID, customerName: STRING }
const PROJECT_STATUS = oneOf(PROJECT_STATUSES, 'ProjectStatus')
const { addressLine1, city } = ORDER_ADDRESS

const ORDER_URL = orNull(
  described('Where the client reschedules or cancels: a secret. null without an order'),
)

export const PORTAL_PROJECT_MEMBERS = {
  id: ID,
  ...OF_CUSTOMER,
  status: PROJECT_STATUS,
  scheduledTime: INSTANT,
  ...ORDER_ADDRESS,
  orderUrl: ORDER_URL,
  deliveredAt: orNull(INSTANT),
  approvedAt: orNull(INSTANT),
  createdAt: INSTANT,
}
export type PortalProject = ValuesOf<typeof PORTAL_PROJECT_MEMBERS>

/** An upcoming appointment: a visit, or a project without visits (`id` is the project's, `kind` is null). */
export const PORTAL_VISIT_MEMBERS = {
  id: ID,
  projectId: ID,
  kind: orNull(oneOf(VISIT_KINDS, 'VisitKind')),
  ...OF_CUSTOMER,
  scheduledTime: INSTANT,
  durationMinutes: orNull(integer()),
  ...ORDER_ADDRESS,
  orderUrl: ORDER_URL,
}
export type PortalVisit = ValuesOf<typeof PORTAL_VISIT_MEMBERS>

/** The job of a placed order. */
export const ORDERED_PROJECT = object(
  {
    status: PROJECT_STATUS,
    scheduledTime: INSTANT,
    estimatedDuration: orNull(integer()),
    version: integer({ description: 'Increases with each change' }),
  },
  { title: 'OrderedProject' },
)

export const PORTAL_ORDER_MEMBERS = {
  id: ID,
  ...OF_CUSTOMER,
  status: oneOf(ORDER_STATUSES, 'OrderStatus'),
  projectId: orNull(ID),
  /** In its current state. Null until the order is confirmed. */
  project: orNull(ORDERED_PROJECT),
  startsAt: orNull(INSTANT),
  orderConflict: flag('Its slot was taken before it was confirmed'),
  placedAt: INSTANT,
  addressLine1,
  city,
  totalAmount: orNull(integer({ description: "In the currency's minor unit" })),
  currency: orNull(STRING),
  orderUrl: ORDER_URL,
  createdAt: INSTANT,
}
export type PortalOrder = ValuesOf<typeof PORTAL_ORDER_MEMBERS>

export const PORTAL_DELIVERY_MEMBERS = {
  id: ID,
  projectId: ID,
  ...OF_CUSTOMER,
  ...ORDER_ADDRESS,
  state: oneOf(CLIENT_DELIVERY_STATES, 'ClientDeliveryState'),
  isLocked: flag('Whether its files are locked until payment'),
  fileCount: integer(),
  thumbUrl: orNull(described('Thumbnail of the first picture. null until ready')),
  deliveryUrl: described('The delivery: a secret'),
  deliveredAt: INSTANT,
  expiresAt: orNull(INSTANT),
}
export type PortalDelivery = ValuesOf<typeof PORTAL_DELIVERY_MEMBERS>

const { number, status, paymentState, currency, totalAmount, balanceAmount, dueDate, paidAt } =
  INVOICE_MEMBERS

export const PORTAL_INVOICE_MEMBERS = {
  id: ID,
  number,
  status,
  paymentState,
  ...OF_CUSTOMER,
  /** Null for a statement, or without a project. */
  projectId: orNull(ID),
  addressLine1,
  city,
  currency,
  totalAmount,
  balanceAmount,
  dueDate,
  sentAt: INSTANT,
  paidAt,
}
export type PortalInvoice = ValuesOf<typeof PORTAL_INVOICE_MEMBERS>
