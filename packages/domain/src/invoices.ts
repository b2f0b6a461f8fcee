import { MAX_BASIS_POINTS, MAX_QUANTITY } from './bounds.ts'
import { PAYMENT_STATES } from './payments.ts'
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
