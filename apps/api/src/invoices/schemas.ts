import {
  INVOICE_MEMBERS,
  MAX_ADD_ONS,
  MAX_INVOICE_BYTES,
  MAX_INVOICE_LINES,
  MAX_LABEL_LENGTH,
  MAX_LINE_DESCRIPTION_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_UNIT_AMOUNT,
  PRICE_MEMBERS,
  QUANTITY,
  TAX_BASIS_POINTS,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { returnedProperties } from '../vocabulary/record-schemas.ts'
import {
  ChangedCurrency,
  Currency,
  Day,
  InvoiceStatus,
  Line,
  Nullable,
  PageQuery,
  Repeatable,
  SentId,
  SentInstant,
  Text,
} from '../vocabulary/schemas.ts'

const SentLineItem = Type.Object(
  {
    description: Text(MAX_LINE_DESCRIPTION_LENGTH),
    quantity: Type.Unsafe<number>(QUANTITY.sent),
    unitAmount: Type.Integer({
      minimum: 0,
      maximum: MAX_UNIT_AMOUNT,
      description: "In the currency's minor unit",
    }),
    taxBasisPoints: Type.Optional(Nullable(Type.Unsafe<number>(TAX_BASIS_POINTS.sent))),
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

export const Invoice = Type.Object(returnedProperties(INVOICE_MEMBERS), { title: 'Invoice' })

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
    ...returnedProperties(PRICE_MEMBERS),
    durationMinutes: Nullable(
      Type.Integer({ description: 'Minutes of the shoot: the sum of its parts' }),
    ),
  },
  { title: 'Quote' },
)
