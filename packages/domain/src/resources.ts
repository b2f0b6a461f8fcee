// One table per resource, one row per field. The columns are in packages/db.
import {
  MAX_ADD_ONS,
  MAX_BOOKING_ANSWERS,
  MAX_BOOKING_ANSWERS_BYTES,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_DURATION_MINUTES,
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PROPERTY_SIZE,
  MAX_TIME_OFF_DAYS,
  MAX_TIME_OFF_NOTE_LENGTH,
} from './bounds.ts'
import { type Fields, fieldsWith } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { MEDIA_TYPES } from './media.ts'
import { PROJECT_STATUSES } from './project-status.ts'
import {
  boolean,
  COUNTRY_CODE,
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
  someOf,
  text,
} from './values.ts'

const NAME = lineOrEmpty(MAX_NAME_LENGTH)
const MINUTES = integer({
  minimum: 1,
  maximum: MAX_DURATION_MINUTES,
  description: 'Minutes',
})
const ANSWER = object(
  {
    question: text(MAX_BOOKING_TEXT_LENGTH, { format: 'not-blank' }),
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

export type AddressField = keyof typeof ADDRESS_FIELDS

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
  statusChangedAt: { type: INSTANT, set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** The client's view of a project: no notes, people or prices. */
export const CLIENT_PROJECT_FIELDS = fieldsWith(PROJECT_FIELDS, { isShownToClient: true })

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
      description:
        "Whether deliveries await payment. null: the customer group's setting, or the organization's",
    }),
    set: 'clearable',
    example: true,
  },
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

export const VISIT_KINDS = ['SHOOT', 'TWILIGHT', 'RESHOOT', 'OTHER'] as const
export type VisitKind = (typeof VISIT_KINDS)[number]

export const VISIT_STATUSES = ['PLANNED', 'DONE', 'CANCELLED'] as const
export type VisitStatus = (typeof VISIT_STATUSES)[number]

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
