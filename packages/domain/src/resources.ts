// One table a resource, one row a field. The columns are in packages/db.
import {
  MAX_ADD_ONS,
  MAX_AVAILABILITY_DAYS,
  MAX_AVAILABILITY_TECHNICIANS,
  MAX_BASIS_POINTS,
  MAX_BOOKING_ANSWERS,
  MAX_BOOKING_ANSWERS_BYTES,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_DURATION_MINUTES,
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_FORM_PACKAGES,
  MAX_FORM_QUESTIONS,
  MAX_FORM_QUESTIONS_BYTES,
  MAX_FRAME_ANCESTORS,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_NOTICE_HOURS,
  MAX_ORIGIN_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PROPERTY_SIZE,
  MAX_QUESTION_CHOICES,
  MAX_QUESTION_KEY_LENGTH,
  MAX_REFUND_REASON_LENGTH,
  MAX_SLOT_MINUTES,
  MAX_TERMS_LENGTH,
  MAX_TIME_OFF_DAYS,
  MAX_TIME_OFF_NOTE_LENGTH,
  MAX_TRAVEL_MINUTES,
  MIN_SLOT_MINUTES,
} from './bounds.ts'
import { type Fields, fieldsWith } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { MEDIA_TYPES } from './media.ts'
import { MAX_TOTAL_AMOUNT } from './money.ts'
import {
  CONFIRMATION_RULES,
  type OrderQuestion,
  PAYMENT_RULES,
  QUESTION_TYPES,
  SCHEDULING_RULES,
} from './orders.ts'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES, REFUND_STATUSES } from './payments.ts'
import { PROJECT_STATUSES } from './project-status.ts'
import {
  boolean,
  COUNTRY_CODE,
  described,
  EXAMPLE_ID,
  ID,
  INSTANT,
  integer,
  line,
  lineOrEmpty,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  STRING,
  someOf,
  text,
  type ValueType,
} from './values.ts'
import { VISIT_KINDS, VISIT_STATUSES } from './visits.ts'

const NAME = lineOrEmpty(MAX_NAME_LENGTH)
const MINUTES = integer({ minimum: 1, maximum: MAX_DURATION_MINUTES, description: 'Minutes' })
const ANSWER = object(
  {
    question: text(MAX_BOOKING_TEXT_LENGTH, { minLength: 1 }),
    answer: text(MAX_BOOKING_TEXT_LENGTH),
  },
  { title: 'BookingAnswer', sentTitle: 'NewBookingAnswer' },
)

export const ADDRESS_FIELDS = {
  addressLine1: { type: NAME, set: 'clearable', isShownToClient: true, example: '1 Main Street' },
  addressLine2: { type: NAME, set: 'clearable', isShownToClient: true, example: 'Unit 4' },
  city: { type: NAME, set: 'clearable', isShownToClient: true, example: 'Springfield' },
  region: { type: NAME, set: 'clearable', isShownToClient: true, example: 'IL' },
  postalCode: { type: NAME, set: 'clearable', isShownToClient: true, example: '62701' },
  countryCode: { type: COUNTRY_CODE, set: 'clearable', isShownToClient: true, example: 'US' },
} satisfies Fields

/** In the order of responses. */
export const PROJECT_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  status: {
    type: oneOf(PROJECT_STATUSES, 'ProjectStatus'),
    set: 'service',
    isShownToClient: true,
  },
  version: { type: integer(), set: 'service' },
  scheduledTime: {
    type: INSTANT,
    set: 'required',
    isShownToClient: true,
    example: '2026-05-01T11:30:00+02:00',
  },
  ...ADDRESS_FIELDS,
  lat: { type: number({ minimum: -90, maximum: 90 }), set: 'clearable', example: 39.799 },
  lng: { type: number({ minimum: -180, maximum: 180 }), set: 'clearable', example: -89.644 },
  notes: { type: text(MAX_NOTES_LENGTH), set: 'clearable', example: 'Key under the mat' },
  customerId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  packageId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  projectManagerId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  technicianId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  editorId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  mediaTypes: {
    type: someOf(MEDIA_TYPES, 'MediaType'),
    set: 'clearable',
    example: ['PHOTO', 'FLOORPLAN'],
  },
  estimatedDuration: { type: MINUTES, set: 'clearable', example: 90 },
  propertySize: {
    type: integer({
      minimum: 1,
      maximum: MAX_PROPERTY_SIZE,
      description: "In the organization's sizeUnit",
    }),
    set: 'clearable',
    example: 1_850,
  },
  selectedAddOnIds: {
    type: listOf(ID, { maxItems: MAX_ADD_ONS, uniqueItems: true }),
    set: 'clearable',
    example: [EXAMPLE_ID],
  },
  bookingAnswers: {
    type: listOf(ANSWER, {
      maxItems: MAX_BOOKING_ANSWERS,
      description: `At most ${MAX_BOOKING_ANSWERS_BYTES} bytes as JSON in UTF-8`,
    }),
    set: 'clearable',
    example: [{ question: 'Is there a pet?', answer: 'A cat' }],
  },
  // Alternative to discountCode, which the example has.
  discountId: { type: ID, set: 'clearable' },
  // The service sets it too, with discountId.
  discountCode: {
    type: line(MAX_LABEL_LENGTH),
    set: 'clearable',
    isPortable: false,
    isCounted: false,
    example: 'SPRING',
  },
  externalId: { type: line(MAX_EXTERNAL_ID_LENGTH), set: 'clearable', example: 'order-1007' },
  deliveredAt: { type: orNull(INSTANT), set: 'service', isShownToClient: true },
  approvedAt: { type: orNull(INSTANT), set: 'service', isShownToClient: true },
  cancelledAt: { type: orNull(INSTANT), set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** The client's view of a project: no notes, people or prices. */
export const CLIENT_PROJECT_FIELDS = fieldsWith(PROJECT_FIELDS, { isShownToClient: true })

/** In the order of responses. */
export const VISIT_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  projectId: { type: ID, set: 'service' },
  version: { type: integer(), set: 'service' },
  kind: { type: oneOf(VISIT_KINDS, 'VisitKind'), set: 'required', example: 'TWILIGHT' },
  scheduledTime: { type: INSTANT, set: 'required', example: '2026-05-01T20:15:00+02:00' },
  durationMinutes: { type: MINUTES, set: 'clearable', example: 45 },
  technicianId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  status: { type: oneOf(VISIT_STATUSES, 'VisitStatus'), set: 'optional', example: 'PLANNED' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** In the order of responses. */
export const CUSTOMER_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  name: { type: line(MAX_NAME_LENGTH), set: 'required', example: 'Keys & Co' },
  email: {
    type: text(MAX_EMAIL_LENGTH, { format: 'email' }),
    set: 'required',
    example: 'office@example.com',
  },
  phone: { type: line(MAX_PHONE_LENGTH), set: 'clearable', example: '+41 44 123 45 67' },
  company: { type: line(MAX_NAME_LENGTH), set: 'clearable', example: 'Keys & Co' },
  notes: { type: text(MAX_NOTES_LENGTH), set: 'clearable', example: 'Prefers mornings' },
  externalId: { type: line(MAX_EXTERNAL_ID_LENGTH), set: 'clearable', example: 'crm-7' },
  language: { type: oneOf(LANGUAGES, 'Language'), set: 'clearable', example: 'es' },
  mailOptOut: {
    type: boolean({ description: 'If true, the service sends no mail to the customer' }),
    set: 'optional',
    example: false,
  },
  lockDownloads: {
    type: boolean({
      description: "Whether deliveries wait for their payment. null: the organization's setting",
    }),
    set: 'clearable',
    example: true,
  },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

const CHOICES = orNull(
  listOf(line(MAX_NAME_LENGTH), {
    minItems: 1,
    maxItems: MAX_QUESTION_CHOICES,
    uniqueItems: true,
    default: null,
    description: 'Required for CHOICE, otherwise null',
  }),
)
const WHOLE_QUESTION = object(
  {
    key: line(MAX_QUESTION_KEY_LENGTH),
    label: line(MAX_NAME_LENGTH),
    type: oneOf(QUESTION_TYPES, 'QuestionType'),
    required: boolean({ default: false }),
    choices: CHOICES,
  },
  { title: 'OrderQuestion', sentTitle: 'NewOrderQuestion' },
)
const QUESTION = {
  ...WHOLE_QUESTION,
  sent: { ...WHOLE_QUESTION.sent, required: ['key', 'label', 'type'] },
} as ValueType<OrderQuestion>

const ORIGIN: ValueType<string> = {
  sent: { format: 'https-origin', maxLength: MAX_ORIGIN_LENGTH, type: 'string' },
  returned: { type: 'string' },
  isCounted: true,
}

/** In the order of responses. */
export const ORDER_FORM_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  publicId: { type: STRING, set: 'service' },
  name: { type: line(MAX_NAME_LENGTH), set: 'required', example: 'Listing photos' },
  active: { type: boolean(), set: 'optional', example: true },
  packageIds: {
    type: listOf(ID, {
      maxItems: MAX_FORM_PACKAGES,
      uniqueItems: true,
      description: 'In the order shown. A form has at least one package or add-on',
    }),
    set: 'optional',
    example: [EXAMPLE_ID],
  },
  addOnIds: {
    type: listOf(ID, { maxItems: MAX_ADD_ONS, uniqueItems: true }),
    set: 'optional',
    example: [EXAMPLE_ID],
  },
  questions: {
    type: listOf(QUESTION, {
      maxItems: MAX_FORM_QUESTIONS,
      description: `With distinct keys, at most ${MAX_FORM_QUESTIONS_BYTES} bytes as JSON in UTF-8`,
    }),
    set: 'optional',
    example: [
      { key: 'pets', label: 'Are there pets?', type: 'YES_NO', required: true },
      {
        key: 'access',
        label: 'How do we get in?',
        type: 'CHOICE',
        choices: ['Lockbox', 'Someone is there'],
      },
    ],
  },
  scheduling: {
    type: oneOf(SCHEDULING_RULES, 'SchedulingRule'),
    set: 'optional',
    example: 'REQUIRED',
  },
  slotMinutes: {
    type: integer({
      minimum: MIN_SLOT_MINUTES,
      maximum: MAX_SLOT_MINUTES,
      description: "Between two start times, from midnight in the organization's time zone",
    }),
    set: 'optional',
    example: 30,
  },
  noticeHours: {
    type: integer({
      minimum: 0,
      maximum: MAX_NOTICE_HOURS,
      description: 'From now to the earliest start',
    }),
    set: 'optional',
    example: 24,
  },
  horizonDays: {
    type: integer({
      minimum: 1,
      maximum: MAX_AVAILABILITY_DAYS,
      description: 'From now to the latest start',
    }),
    set: 'optional',
    example: 21,
  },
  travelMinutes: {
    type: integer({
      minimum: 0,
      maximum: MAX_TRAVEL_MINUTES,
      description: 'Before and again after a shoot',
    }),
    set: 'optional',
    example: 30,
  },
  technicianIds: {
    type: listOf(ID, {
      minItems: 1,
      maxItems: MAX_AVAILABILITY_TECHNICIANS,
      uniqueItems: true,
      description: `Who can be booked. null: active users with the role TECHNICIAN, at most ${MAX_AVAILABILITY_TECHNICIANS}`,
    }),
    set: 'clearable',
    example: [EXAMPLE_ID],
  },
  payment: { type: oneOf(PAYMENT_RULES, 'PaymentRule'), set: 'optional', example: 'DEPOSIT' },
  depositBasisPoints: {
    type: integer({
      minimum: 1,
      maximum: MAX_BASIS_POINTS,
      description: 'Hundredths of a percent of the total. Required for DEPOSIT, otherwise null',
    }),
    set: 'clearable',
    example: 2_500,
  },
  confirmation: {
    type: oneOf(CONFIRMATION_RULES, 'ConfirmationRule'),
    set: 'optional',
    example: 'AUTOMATIC',
  },
  terms: {
    type: text(MAX_TERMS_LENGTH),
    set: 'clearable',
    example: 'Please clear the driveway before we arrive.',
  },
  frameAncestors: {
    type: listOf(ORIGIN, {
      maxItems: MAX_FRAME_ANCESTORS,
      uniqueItems: true,
      description: 'https origins whose pages may embed the form',
    }),
    set: 'optional',
    example: ['https://www.example.com'],
  },
  archivedAt: { type: orNull(INSTANT), set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** In the order of responses. */
export const TIME_OFF_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  userId: { type: ID, set: 'service' },
  startsAt: { type: INSTANT, set: 'required', example: '2026-08-03T00:00:00+02:00' },
  endsAt: {
    type: {
      ...INSTANT,
      sent: {
        ...INSTANT.sent,
        description: `Later than startsAt, by at most ${MAX_TIME_OFF_DAYS} days. ${INSTANT.sent.description}`,
      },
    },
    set: 'required',
    example: '2026-08-17T00:00:00+02:00',
  },
  note: { type: text(MAX_TIME_OFF_NOTE_LENGTH), set: 'clearable', example: 'Summer holidays' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

function amount(description: string) {
  return integer({ minimum: 0, description: `${description}. In the currency's minor unit` })
}

/** In the order of responses. */
export const PAYMENT_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  invoiceId: { type: orNull(ID), set: 'service' },
  orderId: { type: orNull(ID), set: 'service' },
  customerId: { type: orNull(ID), set: 'service' },
  provider: { type: oneOf(PAYMENT_PROVIDERS, 'PaymentProvider'), set: 'service' },
  providerPaymentId: {
    type: orNull(described('The id at the provider. MANUAL: the reference that was given')),
    set: 'service',
  },
  status: { type: oneOf(PAYMENT_STATUSES, 'PaymentStatus'), set: 'service' },
  paymentAmount: { type: amount('Asked for, then received, without the tip'), set: 'service' },
  tipAmount: { type: amount('Received beside paymentAmount'), set: 'service' },
  unappliedAmount: { type: amount("Held beyond the invoice's balance"), set: 'service' },
  refundedAmount: {
    type: amount('Refunds that have not failed, and lost disputes'),
    set: 'service',
  },
  disputedAmount: { type: amount('Held by open disputes'), set: 'service' },
  currency: { type: STRING, set: 'service' },
  method: { type: orNull(described('`card`. MANUAL: the method that was given')), set: 'service' },
  failureCode: { type: orNull(described("The provider's code")), set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
  succeededAt: { type: orNull(INSTANT), set: 'service' },
} satisfies Fields

/** In the order of responses. */
export const REFUND_FIELDS = {
  id: { type: ID, set: 'service' },
  paymentId: { type: ID, set: 'service' },
  refundAmount: {
    type: integer({
      minimum: 1,
      maximum: MAX_TOTAL_AMOUNT,
      description: "In the currency's minor unit",
    }),
    set: 'optional',
    example: 5_000,
  },
  reason: {
    type: line(MAX_REFUND_REASON_LENGTH),
    set: 'clearable',
    example: 'One picture fewer',
  },
  status: { type: oneOf(REFUND_STATUSES, 'RefundStatus'), set: 'service' },
  createdByUserId: { type: orNull(ID), set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
} satisfies Fields
