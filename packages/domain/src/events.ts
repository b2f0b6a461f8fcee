import { REQUESTED_ITEM } from './client-delivery.ts'
import { recordOf } from './fields.ts'
import { INVOICE } from './invoices.ts'
import { ORDER } from './orders.ts'
import { DISPUTE_STATUSES, PAYMENT_FIELDS, REFUND_FIELDS, UNLOCK_REASONS } from './payments.ts'
import { PROJECT_STATUSES } from './project-status.ts'
import { CUSTOMER_FIELDS, PROJECT_FIELDS } from './resources.ts'
import {
  boolean,
  ID,
  INSTANT,
  integer,
  listOf,
  object,
  oneOf,
  orNull,
  STRING,
  type ValueOf,
  type ValueType,
} from './values.ts'
import { LEAD_FIELDS, PUBLISH_REASONS } from './websites.ts'

interface Event {
  /** When it fires, in prose. Opens its section of docs/events.md. */
  readonly sentence: string
  /** The fields of its `data` after `event` and `orgId`: docs/contract.md#c7-payload */
  readonly data: Readonly<Record<string, ValueType<unknown>>>
}

const STATUS = oneOf(PROJECT_STATUSES, 'ProjectStatus')
const OF_PROJECT = {
  occurredAt: INSTANT,
  projectId: ID,
  project: recordOf('Project', PROJECT_FIELDS),
}
const OF_INVOICE = { occurredAt: INSTANT, invoiceId: ID, invoice: INVOICE }
const OF_CUSTOMER = {
  occurredAt: INSTANT,
  customerId: ID,
  customer: recordOf('Customer', CUSTOMER_FIELDS),
}
const OF_PAYMENT = {
  occurredAt: INSTANT,
  paymentId: ID,
  invoiceId: orNull(ID),
  projectId: orNull(ID),
  customerId: orNull(ID),
  payment: recordOf('Payment', PAYMENT_FIELDS),
}
const OF_REFUND = { ...OF_PAYMENT, refund: recordOf('Refund', REFUND_FIELDS) }

const OF_ORDER = {
  occurredAt: INSTANT,
  orderId: ID,
  projectId: orNull(ID),
  invoiceId: orNull(ID),
  customerId: orNull(ID),
  order: ORDER,
}

/**
 * Events that integrators can subscribe to. The OpenAPI document, the types of payloads and the developer pages
 * derive from these rows.
 */
export const EVENTS = {
  PROJECT_CREATED: { sentence: 'A job is booked', data: OF_PROJECT },
  PROJECT_ASSIGNED: {
    sentence: 'A job’s technician or editor changes',
    data: {
      ...OF_PROJECT,
      role: oneOf(['TECHNICIAN', 'EDITOR'], 'AssignedRole'),
      userId: ID,
      previousUserId: orNull(ID),
    },
  },
  PROJECT_STATUS_CHANGED: {
    sentence: 'A job’s status changes',
    data: { ...OF_PROJECT, fromStatus: STATUS, toStatus: STATUS },
  },
  PROJECT_RESCHEDULED: {
    sentence: 'A job’s appointment is rescheduled, with or without a fee',
    data: {
      ...OF_PROJECT,
      /** Null if the job has no visits. */
      visitId: orNull(ID),
      previousTime: INSTANT,
      scheduledTime: INSTANT,
      byCustomer: boolean(),
      feeAmount: integer(),
      currency: orNull(STRING),
      reason: orNull(STRING),
    },
  },
  PROJECT_DELIVERED: {
    sentence: 'A job is delivered to its client',
    data: { ...OF_PROJECT, deliveryToken: STRING, deliveryUrl: STRING },
  },
  // Exactly these fields: docs/interface.md#i6-approved-data
  DELIVERY_APPROVED: {
    sentence: 'A client approves a delivery',
    data: {
      projectId: ID,
      deliveryToken: STRING,
      customerId: orNull(ID),
      customerEmail: orNull(STRING),
      /** Null if the client approved. */
      approvedByUserId: orNull(ID),
      approvedAt: INSTANT,
      project: object(
        {
          address: orNull(STRING),
          city: orNull(STRING),
          region: orNull(STRING),
          status: STATUS,
          deliveryUrl: STRING,
        },
        { title: 'ApprovedProject' },
      ),
    },
  },
  DELIVERY_UNLOCKED: {
    sentence: 'A locked delivery opens: it was paid, or staff unlocked it',
    data: {
      ...OF_PROJECT,
      deliveryId: ID,
      reason: oneOf(UNLOCK_REASONS, 'UnlockReason'),
      /** Null if a payment unlocked it. */
      unlockedByUserId: orNull(ID),
    },
  },
  WEBSITE_PUBLISHED: {
    sentence:
      'A property website goes live: its client approved the delivery, or staff published it',
    data: {
      ...OF_PROJECT,
      reason: oneOf(PUBLISH_REASONS, 'PublishReason'),
      brandedUrl: STRING,
      unbrandedUrl: STRING,
    },
  },
  WEBSITE_UNPUBLISHED: { sentence: 'A live property website goes offline', data: OF_PROJECT },
  LEAD_RECEIVED: {
    sentence: 'A visitor to a property website writes to its contacts',
    data: { ...OF_PROJECT, leadId: ID, lead: recordOf('Lead', LEAD_FIELDS) },
  },
  INVOICE_CREATED: { sentence: 'An invoice is drafted', data: OF_INVOICE },
  INVOICE_SENT: { sentence: 'An invoice is sent', data: OF_INVOICE },
  INVOICE_PAID: { sentence: 'An invoice is paid', data: OF_INVOICE },
  INVOICE_VOIDED: { sentence: 'An invoice is voided', data: OF_INVOICE },
  PAYMENT_SUCCEEDED: { sentence: 'Money is received', data: OF_PAYMENT },
  PAYMENT_FAILED: { sentence: 'A payment fails', data: OF_PAYMENT },
  PAYMENT_REFUNDED: {
    sentence: 'A refund succeeds',
    data: OF_REFUND,
  },
  PAYMENT_REFUND_FAILED: {
    sentence: 'A refund fails',
    data: OF_REFUND,
  },
  PAYMENT_DISPUTED: {
    sentence: 'A payment is disputed, or its dispute ends',
    data: { ...OF_PAYMENT, disputeStatus: oneOf(DISPUTE_STATUSES, 'DisputeStatus') },
  },
  CUSTOMER_CREATED: { sentence: 'A customer is added', data: OF_CUSTOMER },
  CUSTOMER_UPDATED: {
    sentence: 'A customer is changed',
    data: { ...OF_CUSTOMER, changed: listOf(STRING) },
  },
  ORDER_REQUESTED: { sentence: 'A client places an order that staff must confirm', data: OF_ORDER },
  ORDER_PLACED: { sentence: 'An order is confirmed', data: OF_ORDER },
  ORDER_DECLINED: { sentence: 'Staff decline an order', data: OF_ORDER },
  REVISION_REQUESTED: {
    sentence: 'A client requests changes',
    data: {
      ...OF_PROJECT,
      revisionId: ID,
      deliveryId: ID,
      round: integer(),
      comment: orNull(STRING),
      items: listOf(object(REQUESTED_ITEM, { title: 'RequestedRevisionItem' })),
      /** Null if the client requested it. */
      requestedByUserId: orNull(ID),
    },
  },
  WEBHOOK_DISABLED: {
    sentence: 'The service disables a webhook that keeps failing',
    data: {
      occurredAt: INSTANT,
      subscriptionId: ID,
      url: STRING,
      disabledReason: STRING,
      failingSince: INSTANT,
    },
  },
} satisfies Record<string, Event>

export type EventName = keyof typeof EVENTS

export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]]

/** The published fields, after `event` and `orgId`. */
export type EventData<Name extends EventName> = {
  [Field in keyof (typeof EVENTS)[Name]['data']]: ValueOf<(typeof EVENTS)[Name]['data'][Field]>
}

/** Sent on request to one subscription, whether it lists the event or not. */
export const TEST_EVENT = 'WEBHOOK_TEST'

export const TEST_EVENT_DATA = { occurredAt: INSTANT, subscriptionId: ID }
