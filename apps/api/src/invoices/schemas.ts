import {
  INVOICE_MEMBERS,
  MAX_ADD_ONS,
  MAX_INVOICE_BYTES,
  MAX_INVOICE_LINES,
  MAX_LABEL_LENGTH,
  MAX_LINE_DESCRIPTION_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_STATEMENT_DAYS,
  MAX_TOTAL_AMOUNT,
  MAX_UNIT_AMOUNT,
  PRICE_MEMBERS,
  PROJECT_FIELDS,
  QUANTITY,
  TAX_BASIS_POINTS,
} from '@mediajobs/domain'
import { sentSchema } from '@mediajobs/domain/fields'
import { Type } from '@sinclair/typebox'
import { returnedProperties } from '../vocabulary/record-schemas.ts'
import {
  ChangedCurrency,
  Currency,
  Day,
  Described,
  Id,
  IdFilter,
  InvoiceStatus,
  Line,
  Named,
  Nullable,
  OneOf,
  PageQuery,
  Repeatable,
  SentId,
  SentInstant,
  Text,
} from '../vocabulary/schemas.ts'

const SentLineItem = Named('NewLineItem', {
  description: Text(MAX_LINE_DESCRIPTION_LENGTH),
  quantity: Type.Unsafe<number>(QUANTITY.sent),
  unitAmount: Type.Integer({
    minimum: 0,
    maximum: MAX_UNIT_AMOUNT,
    description: "In the currency's minor unit",
  }),
  taxBasisPoints: Type.Optional(Nullable(Type.Unsafe<number>(TAX_BASIS_POINTS.sent))),
})
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

export const CreateInvoiceBody = Named('CreateInvoiceBody', {
  customerId: SentId,
  currency: Currency,
  lineItems,
  ...optional,
})

export const UpdateInvoiceBody = Named('UpdateInvoiceBody', {
  customerId: Type.Optional(SentId),
  currency: Type.Optional(ChangedCurrency),
  lineItems: Type.Optional(lineItems),
  ...optional,
})

export const PayInvoiceBody = Named('PayInvoiceBody', {
  paymentAmount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TOTAL_AMOUNT,
      description: "In the currency's minor unit. Defaults to the balance",
    }),
  ),
  paidAt: Type.Optional(Nullable(SentInstant)),
  method: Type.Optional(Nullable(Line(MAX_LABEL_LENGTH))),
  reference: Type.Optional(Nullable(Line(MAX_REFERENCE_LENGTH))),
})

export const InvoiceQuery = Type.Object({
  status: Type.Optional(Repeatable(InvoiceStatus, 'Any of these')),
  customerId: IdFilter('Of this customer'),
  projectId: IdFilter('Invoices of this project, and statements that include it'),
  ...PageQuery,
  updatedSince: Type.Optional(Described(SentInstant, 'Changed at or after this time')),
})

export const Invoice = Named('Invoice', returnedProperties(INVOICE_MEMBERS))

export const StatementBody = Named('CreateStatementBody', {
  from: Day,
  to: Described(Day, `At most ${MAX_STATEMENT_DAYS} days with from. YYYY-MM-DD`),
})

export const Statement = Named('Statement', {
  invoice: Invoice,
  leftOut: Type.Array(
    Named('LeftOutProject', {
      projectId: Id,
      reason: OneOf(['NO_PRICE', 'OTHER_CURRENCY', 'NO_ROOM'], 'LeftOutReason'),
      message: Type.String(),
    }),
    { description: 'Unbilled projects left off the statement' },
  ),
})

export const QuoteBody = Named('QuotePriceBody', {
  customerId: Type.Optional(Nullable(SentId)),
  packageId: Type.Optional(Nullable(SentId)),
  selectedAddOnIds: Type.Optional(
    Nullable(Type.Array(SentId, { maxItems: MAX_ADD_ONS, uniqueItems: true })),
  ),
  discountCode: Type.Optional(Nullable(Line(MAX_LABEL_LENGTH))),
  propertySize: Type.Optional(Type.Unsafe<number | null>(sentSchema(PROJECT_FIELDS.propertySize))),
  postalCode: Type.Optional(Type.Unsafe<string | null>(sentSchema(PROJECT_FIELDS.postalCode))),
  lat: Type.Optional(Type.Unsafe<number | null>(sentSchema(PROJECT_FIELDS.lat))),
  lng: Type.Optional(Type.Unsafe<number | null>(sentSchema(PROJECT_FIELDS.lng))),
})

export const Quote = Named('Quote', {
  ...returnedProperties(PRICE_MEMBERS),
  durationMinutes: Nullable(Type.Integer({ description: 'Minutes of the shoot' })),
})
