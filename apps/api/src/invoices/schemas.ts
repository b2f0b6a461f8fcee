import {
  MAX_ADD_ONS,
  MAX_BASIS_POINTS,
  MAX_INVOICE_BYTES,
  MAX_INVOICE_LINES,
  MAX_LABEL_LENGTH,
  MAX_LINE_DESCRIPTION_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_QUANTITY,
  MAX_REFERENCE_LENGTH,
  MAX_UNIT_AMOUNT,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { InvoiceStatus } from '../enumerations.ts'
import {
  Amount,
  ChangedCurrency,
  Currency,
  Day,
  Id,
  Instant,
  Line,
  Nullable,
  PageQuery,
  Repeatable,
  SentId,
  SentInstant,
  Text,
} from '../schemas.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })
const TaxBasisPoints = Type.Integer({
  minimum: 0,
  maximum: MAX_BASIS_POINTS,
  description: 'Hundredths of a percent',
})

const SentLineItem = Type.Object(
  {
    description: Text(MAX_LINE_DESCRIPTION_LENGTH),
    quantity: Quantity,
    unitAmount: Type.Integer({
      minimum: 0,
      maximum: MAX_UNIT_AMOUNT,
      description: "In the currency's minor unit",
    }),
    taxBasisPoints: Type.Optional(Nullable(TaxBasisPoints)),
  },
  { title: 'NewLineItem' },
)
const lineItems = Type.Array(SentLineItem, {
  minItems: 1,
  maxItems: MAX_INVOICE_LINES,
  description: `The whole invoice has at most ${MAX_INVOICE_BYTES} bytes as JSON in UTF-8`,
})
const optional = {
  projectId: Type.Optional(Nullable(SentId)),
  dueDate: Type.Optional(Nullable(Day)),
  notes: Type.Optional(Nullable(Type.String({ maxLength: MAX_NOTES_LENGTH }))),
}

export const CreateInvoiceBody = Type.Object(
  {
    customerId: SentId,
    currency: Currency,
    lineItems,
    ...optional,
  },
  { title: 'CreateInvoiceBody' },
)

export const UpdateInvoiceBody = Type.Object(
  {
    customerId: Type.Optional(SentId),
    currency: Type.Optional(ChangedCurrency),
    lineItems: Type.Optional(lineItems),
    ...optional,
  },
  { title: 'UpdateInvoiceBody' },
)

export const PayInvoiceBody = Type.Object(
  {
    paidAt: Type.Optional(Nullable(SentInstant)),
    method: Type.Optional(Nullable(Line(MAX_LABEL_LENGTH))),
    reference: Type.Optional(Nullable(Line(MAX_REFERENCE_LENGTH))),
  },
  { title: 'PayInvoiceBody' },
)

export const InvoiceQuery = Type.Object({
  status: Type.Optional(Repeatable(InvoiceStatus, 'Any of these')),
  customerId: Type.Optional(Type.Unsafe<string>({ ...SentId, description: 'Of this customer' })),
  projectId: Type.Optional(Type.Unsafe<string>({ ...SentId, description: 'Of this project' })),
  ...PageQuery,
})

const LineItem = Type.Object(
  {
    description: Type.String(),
    quantity: Quantity,
    unitAmount: Amount,
    taxBasisPoints: Nullable(TaxBasisPoints),
  },
  { title: 'LineItem' },
)

const DiscountRule = Type.Object(
  {
    percentBasisPoints: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_BASIS_POINTS,
        description: 'Hundredths of a percent',
      }),
    ),
    discountAmount: Nullable(Amount),
  },
  {
    title: 'DiscountRule',
    description: 'A share of the subtotal or an amount. The other one is null.',
  },
)

function amount(description: string) {
  return Type.Integer({ ...Amount, description: `${description}. ${Amount.description}` })
}

const priced = {
  currency: Type.String(),
  lineItems: Type.Array(LineItem),
  subtotalAmount: amount('The sum of the lines'),
  discountAmount: amount('Taken off the subtotal, before tax'),
  discountRule: Nullable(DiscountRule),
  taxAmount: amount(
    'Rounded half up on each line. A discount lowers the taxed amount of each line in proportion',
  ),
  totalAmount: amount('subtotalAmount − discountAmount + taxAmount'),
}

export const Invoice = Type.Object(
  {
    id: Id,
    organizationId: Id,
    number: Nullable(
      Type.String({ description: 'Assigned when the invoice is sent, without gaps' }),
    ),
    status: InvoiceStatus,
    customerId: Id,
    projectId: Nullable(Id),
    ...priced,
    dueDate: Nullable(Day),
    notes: Nullable(Type.String()),
    sentAt: Nullable(Instant),
    paidAt: Nullable(Instant),
    method: Nullable(Type.String()),
    reference: Nullable(Type.String()),
    voidedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Invoice' },
)

export const QuoteBody = Type.Object(
  {
    packageId: Type.Optional(Nullable(SentId)),
    selectedAddOnIds: Type.Optional(
      Nullable(Type.Array(SentId, { maxItems: MAX_ADD_ONS, uniqueItems: true })),
    ),
    discountCode: Type.Optional(Nullable(Line(MAX_LABEL_LENGTH))),
  },
  { title: 'QuotePriceBody' },
)

export const Quote = Type.Object(
  {
    ...priced,
    durationMinutes: Nullable(
      Type.Integer({ description: 'Minutes of the shoot: the sum of its parts' }),
    ),
  },
  { title: 'Quote' },
)
