import { MAX_BASIS_POINTS, MAX_QUANTITY } from './bounds.ts'
import { PAYMENT_STATES, type PaymentState } from './payments.ts'
import {
  DAY,
  described,
  ID,
  INSTANT,
  integer,
  listOf,
  object,
  oneOf,
  orNull,
  STRING,
} from './values.ts'

export const INVOICE_STATUSES = ['DRAFT', 'SENT', 'PAID', 'VOIDED'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

// docs/contract.md#c5-invoices-moves
const MOVES: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  DRAFT: ['SENT', 'VOIDED'],
  SENT: ['PAID', 'VOIDED'],
  PAID: [],
  VOIDED: [],
}

export function mayBecome(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return MOVES[from].includes(to)
}

export function movesOf(from: InvoiceStatus): readonly InvoiceStatus[] {
  return MOVES[from]
}

/** Six digits, more after the 999,999th invoice of an organization. */
export function invoiceNumber(sequence: number): string {
  return `INV-${String(sequence).padStart(6, '0')}`
}

const HUNDREDTHS = { description: 'Hundredths of a percent' }
const MINOR_UNIT = "In the currency's minor unit"

export const QUANTITY = integer({ minimum: 1, maximum: MAX_QUANTITY })
export const TAX_BASIS_POINTS = integer({ minimum: 0, maximum: MAX_BASIS_POINTS, ...HUNDREDTHS })

// In a response: a sum may exceed MAX_UNIT_AMOUNT.
const AMOUNT = integer({ minimum: 0, description: MINOR_UNIT })

function amount(description: string) {
  return integer({ minimum: 0, description: `${description}. ${MINOR_UNIT}` })
}

const LINE_ITEM = object(
  {
    description: STRING,
    quantity: QUANTITY,
    unitAmount: AMOUNT,
    taxBasisPoints: orNull(TAX_BASIS_POINTS),
  },
  { title: 'LineItem' },
)

const DISCOUNT_RULE = object(
  {
    percentBasisPoints: orNull(integer({ minimum: 1, maximum: MAX_BASIS_POINTS, ...HUNDREDTHS })),
    discountAmount: orNull(AMOUNT),
  },
  {
    title: 'DiscountRule',
    description: 'A percentage of the subtotal or an amount. The other is null',
  },
)

/** Shared by invoices and quotes. */
export const PRICE_MEMBERS = {
  currency: STRING,
  lineItems: listOf(LINE_ITEM),
  subtotalAmount: amount('The sum of the lines'),
  discountAmount: amount('Taken off the subtotal, before tax'),
  discountRule: orNull(DISCOUNT_RULE),
  taxAmount: amount(
    'Rounded half up per line. A discount lowers the taxable amount of each line in proportion',
  ),
  totalAmount: amount('subtotalAmount − discountAmount + taxAmount'),
}

/** In the order of responses. */
export const INVOICE_MEMBERS = {
  id: ID,
  organizationId: ID,
  number: orNull(described('Assigned when the invoice is sent, without gaps')),
  status: oneOf(INVOICE_STATUSES, 'InvoiceStatus'),
  customerId: ID,
  projectId: orNull(ID),
  projectIds: listOf(ID),
  ...PRICE_MEMBERS,
  paidAmount: amount('Received, at most the total, without tips'),
  refundedAmount: amount('The part of paidAmount that was or is being refunded'),
  balanceAmount: amount('The open balance. 0 once PAID, refunded or not'),
  paymentState: oneOf(PAYMENT_STATES, 'PaymentState'),
  dueDate: orNull(DAY),
  notes: orNull(STRING),
  sentAt: orNull(INSTANT),
  paidAt: orNull(INSTANT),
  method: orNull(STRING),
  reference: orNull(STRING),
  voidedAt: orNull(INSTANT),
  createdAt: INSTANT,
  updatedAt: INSTANT,
}

export const INVOICE = object(INVOICE_MEMBERS, { title: 'Invoice' })

/** Money of one payment, in the currency's minor unit. */
interface ReceivedMoney {
  /** Without the tip. */
  readonly paymentAmount: number
  /** Refunded or pending, taken from the payment first and the tip last. */
  readonly refundedAmount: number
  readonly disputedAmount: number
}

/** An invoice's paid and refunded amounts, in the currency's minor unit. */
export interface InvoiceSums {
  /** At most the total. */
  readonly paidAmount: number
  /** Part of `paidAmount`. Refunds beyond the total aren't counted. */
  readonly refundedAmount: number
  readonly disputedAmount: number
}

/**
 * Applies payments to an invoice. Returns its amounts, and the unapplied part of each payment.
 *
 * @param dueAmount the invoice's total; 0 if it is void
 * @param received its payments in order of arrival: any excess is in the last ones
 */
export function applied(
  dueAmount: number,
  received: readonly ReceivedMoney[],
): InvoiceSums & { unappliedAmounts: number[] } {
  let grossAmount = 0
  let returnedAmount = 0
  let keptAmount = 0
  let disputedAmount = 0
  const unappliedAmounts = received.map((payment) => {
    const returned = Math.min(payment.refundedAmount, payment.paymentAmount)
    const held = payment.paymentAmount - returned
    const kept = Math.min(held, dueAmount - keptAmount)
    grossAmount += payment.paymentAmount
    returnedAmount += returned
    keptAmount += kept
    disputedAmount += Math.min(payment.disputedAmount, kept)
    return held - kept
  })
  const paidAmount = Math.min(grossAmount, dueAmount)
  const refundedAmount = Math.max(returnedAmount - (grossAmount - paidAmount), 0)
  return { paidAmount, refundedAmount, disputedAmount, unappliedAmounts }
}

/** The balance and payment state of an invoice. A paid one has no balance, refunded or not. */
export function standingOf(invoice: InvoiceSums & { status: InvoiceStatus; totalAmount: number }): {
  balanceAmount: number
  paymentState: PaymentState
} {
  const { status, totalAmount, paidAmount, refundedAmount } = invoice
  const isOwed = status === 'DRAFT' || status === 'SENT'
  const balanceAmount = isOwed ? totalAmount - paidAmount + refundedAmount : 0
  const isPaid = status === 'PAID' || (status === 'SENT' && balanceAmount === 0)
  return { balanceAmount, paymentState: stateOf(invoice, isPaid) }
}

function stateOf({ paidAmount, refundedAmount, disputedAmount }: InvoiceSums, isPaid: boolean) {
  if (disputedAmount > 0) return 'DISPUTED'
  if (refundedAmount > 0) return refundedAmount < paidAmount ? 'PARTLY_REFUNDED' : 'REFUNDED'
  if (isPaid) return 'PAID'
  return paidAmount > 0 ? 'PARTLY_PAID' : 'UNPAID'
}

/** Life of a provider's checkout page. */
export const CHECKOUT_SECONDS = 1_800
/** How long an order's slot is held once its first checkout page opens. */
export const ORDER_CHECKOUT_SECONDS = 2_100

/** When an unfinished payment is polled, in minutes after it began. */
export const READ_AFTER_MINUTES = [1, 5, 15, 60] as const
/** When a succeeded payment is polled for refunds and disputes, in days after its success. */
export const READ_SETTLED_AFTER_DAYS = [1, 7, 30, 120] as const
