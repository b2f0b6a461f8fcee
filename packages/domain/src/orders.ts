import { discountOn } from './money.ts'

/** Whether a form's clients choose a time. */
export const SCHEDULING_RULES = ['REQUIRED', 'OPTIONAL', 'NONE'] as const
export type SchedulingRule = (typeof SCHEDULING_RULES)[number]

/** What a form's clients pay when they order. */
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

/** HELD → PAYMENT_DUE → CONFIRMED | EXPIRED, or REQUESTED → CONFIRMED | DECLINED. */
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

/** What of `totalAmount` a form's clients pay when they order. A deposit rounds half up. */
export function dueAmountOf(
  form: { readonly payment: PaymentRule; readonly depositBasisPoints: number | null },
  totalAmount: number,
): number {
  if (form.payment === 'NONE') return 0
  if (form.payment === 'FULL') return totalAmount
  const { depositBasisPoints: percentBasisPoints } = form
  return discountOn({ percentBasisPoints, discountAmount: null }, totalAmount)
}
