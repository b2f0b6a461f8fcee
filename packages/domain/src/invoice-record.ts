import { MAX_BASIS_POINTS, MAX_QUANTITY } from './bounds.ts'
import { INVOICE_STATUSES } from './invoice-status.ts'
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

const HUNDREDTHS = { description: 'Hundredths of a percent' }
const MINOR_UNIT = "In the currency's minor unit"

export const QUANTITY = integer({ minimum: 1, maximum: MAX_QUANTITY })
export const TAX_BASIS_POINTS = integer({ minimum: 0, maximum: MAX_BASIS_POINTS, ...HUNDREDTHS })

/** An amount of money in a response. A sum may be above `MAX_UNIT_AMOUNT`. */
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
    description: 'A share of the subtotal or an amount. The other one is null.',
  },
)

/** What an invoice and a quote have in common. */
export const PRICE_MEMBERS = {
  currency: STRING,
  lineItems: listOf(LINE_ITEM),
  subtotalAmount: amount('The sum of the lines'),
  discountAmount: amount('Taken off the subtotal, before tax'),
  discountRule: orNull(DISCOUNT_RULE),
  taxAmount: amount(
    'Rounded half up on each line. A discount lowers the taxed amount of each line in proportion',
  ),
  totalAmount: amount('subtotalAmount − discountAmount + taxAmount'),
}

/** The members of an invoice, in the order of responses. */
export const INVOICE_MEMBERS = {
  id: ID,
  organizationId: ID,
  number: orNull(described('Assigned when the invoice is sent, without gaps')),
  status: oneOf(INVOICE_STATUSES, 'InvoiceStatus'),
  customerId: ID,
  projectId: orNull(ID),
  ...PRICE_MEMBERS,
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
