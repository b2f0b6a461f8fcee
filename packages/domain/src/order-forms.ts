import {
  MAX_ADD_ONS,
  MAX_AVAILABILITY_DAYS,
  MAX_AVAILABILITY_TECHNICIANS,
  MAX_BASIS_POINTS,
  MAX_FORM_PACKAGES,
  MAX_FORM_QUESTIONS,
  MAX_FORM_QUESTIONS_BYTES,
  MAX_FRAME_ANCESTORS,
  MAX_NAME_LENGTH,
  MAX_NOTICE_HOURS,
  MAX_ORIGIN_LENGTH,
  MAX_QUESTION_CHOICES,
  MAX_QUESTION_KEY_LENGTH,
  MAX_SLOT_MINUTES,
  MAX_TERMS_LENGTH,
  MAX_TRAVEL_MINUTES,
  MIN_SLOT_MINUTES,
} from './bounds.ts'
import type { Fields } from './fields.ts'
import { discountOn } from './money.ts'
import {
  boolean,
  EXAMPLE_ID,
  ID,
  INSTANT,
  integer,
  line,
  listOf,
  object,
  oneOf,
  orNull,
  STRING,
  text,
  type ValueType,
} from './values.ts'

/** Whether clients choose a time. */
export const SCHEDULING_RULES = ['REQUIRED', 'OPTIONAL', 'NONE'] as const
export type SchedulingRule = (typeof SCHEDULING_RULES)[number]

/** What clients pay when they order. */
export const PAYMENT_RULES = ['NONE', 'DEPOSIT', 'FULL'] as const
export type PaymentRule = (typeof PAYMENT_RULES)[number]

/** Who confirms a form's orders. */
export const CONFIRMATION_RULES = ['AUTOMATIC', 'BY_STAFF'] as const
export type ConfirmationRule = (typeof CONFIRMATION_RULES)[number]

export const QUESTION_TYPES = ['TEXT', 'LONG_TEXT', 'YES_NO', 'CHOICE'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

/** A question of an order form. */
export interface OrderQuestion {
  /** Unique in its form. */
  readonly key: string
  readonly label: string
  readonly type: QuestionType
  readonly required: boolean
  /** Null unless the type is CHOICE. */
  readonly choices: string[] | null
}

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
      description: "Spacing of start times, counted from midnight in the organization's time zone",
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
      description: 'Added before and after a shoot',
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
    type: text(MAX_TERMS_LENGTH, { format: 'not-blank' }),
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

/** The part of `totalAmount` due with the order. A deposit rounds half up. */
export function dueAmountOf(
  form: { readonly payment: PaymentRule; readonly depositBasisPoints: number | null },
  totalAmount: number,
): number {
  if (form.payment === 'NONE') return 0
  if (form.payment === 'FULL') return totalAmount
  const { depositBasisPoints: percentBasisPoints } = form
  return discountOn({ percentBasisPoints, discountAmount: null }, totalAmount)
}
