import { PRICE_MEMBERS } from './invoices.ts'
import { LANGUAGES } from './languages.ts'
import {
  boolean,
  described,
  ID,
  INSTANT,
  integer,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  STRING,
} from './values.ts'

/**
 * HELD, then PAYMENT_DUE if money is due, until CONFIRMED, REQUESTED or EXPIRED. REQUESTED until staff decide:
 * CONFIRMED or DECLINED. A late payment revives an EXPIRED order.
 */
export const ORDER_STATUSES = [
  'HELD',
  'PAYMENT_DUE',
  'REQUESTED',
  'CONFIRMED',
  'DECLINED',
  'EXPIRED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What a client ordered. */
export interface OrderSelection {
  readonly packageId: string | null
  readonly addOnIds: string[]
  readonly discountCode: string | null
}

const MINOR_UNIT = "In the currency's minor unit"

const SELECTION = object(
  { packageId: orNull(ID), addOnIds: listOf(ID), discountCode: orNull(STRING) },
  { title: 'OrderedSelection' },
)

const ANSWER = object(
  { question: STRING, answer: STRING },
  { title: 'BookingAnswer', sentTitle: 'NewBookingAnswer' },
)

/** The property's address, as the client typed it. */
export const ORDER_ADDRESS = {
  addressLine1: orNull(STRING),
  addressLine2: orNull(STRING),
  city: orNull(STRING),
  region: orNull(STRING),
  postalCode: orNull(STRING),
  countryCode: orNull(STRING),
}

/** In the order of responses. */
export const ORDER_MEMBERS = {
  id: ID,
  organizationId: ID,
  formId: ID,
  status: oneOf(ORDER_STATUSES, 'OrderStatus'),
  startsAt: orNull(INSTANT),
  durationMinutes: integer({ description: 'Minutes of the shoot' }),
  technicianId: orNull(ID),
  selection: SELECTION,
  propertySize: orNull(integer({ description: "In the organization's sizeUnit" })),
  ...ORDER_ADDRESS,
  lat: orNull(number({ minimum: -90, maximum: 90 })),
  lng: orNull(number({ minimum: -180, maximum: 180 })),
  answers: orNull(listOf(ANSWER)),
  customerName: orNull(described('Null 30 days after an order expired or was declined')),
  customerEmail: orNull(STRING),
  customerPhone: orNull(STRING),
  language: orNull(oneOf(LANGUAGES, 'Language')),
  acceptedTermsAt: orNull(INSTANT),
  currency: orNull(STRING),
  lineItems: orNull(PRICE_MEMBERS.lineItems),
  discountRule: PRICE_MEMBERS.discountRule,
  totalAmount: orNull(integer({ minimum: 0, description: MINOR_UNIT })),
  dueAmount: orNull(
    integer({
      minimum: 0,
      description: `The part of totalAmount due with the order. ${MINOR_UNIT}`,
    }),
  ),
  customerId: orNull(ID),
  projectId: orNull(ID),
  invoiceId: orNull(ID),
  orderConflict: boolean({
    description: 'Its slot was taken before it was paid or confirmed: nobody is assigned',
  }),
  holdExpiresAt: orNull(INSTANT),
  placedAt: orNull(INSTANT),
  confirmedAt: orNull(INSTANT),
  endedAt: orNull(INSTANT),
  reason: orNull(described('Why staff declined it')),
  createdAt: INSTANT,
  updatedAt: INSTANT,
}

/** As shown to staff. A hold that wasn't ordered isn't an order. */
export const ORDER = object(ORDER_MEMBERS, { title: 'Order' })
