import {
  CUSTOMER_FIELDS,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_FORM_QUESTIONS,
  MAX_NAME_LENGTH,
  MAX_TOKEN_LENGTH,
  MAX_TOTAL_AMOUNT,
  MAX_UNIT_AMOUNT,
  ORDER_MEMBERS,
  PRICE_MEMBERS,
} from '@mediajobs/domain'
import { sentSchema } from '@mediajobs/domain/fields'
import { Type } from '@sinclair/typebox'
import {
  OrderAddress,
  OrderedProject,
  OrderQuote,
  PropertySize,
  Selection,
} from '../vocabulary/orders.ts'
import { ProblemWith } from '../vocabulary/problems.ts'
import { tokenParams } from '../vocabulary/public.ts'
import { returnedProperties } from '../vocabulary/record-schemas.ts'
import {
  Amount,
  Day,
  Instant,
  Language,
  Line,
  Named,
  Nullable,
  OrderStatus,
  SentInstant,
  studioFields,
  TextMap,
} from '../vocabulary/schemas.ts'

export const OrderParams = tokenParams('The token of the order: a secret')

const PlacedAddress = Named('PlacedOrderAddress', {
  ...OrderAddress.properties,
  addressLine1: Line(MAX_NAME_LENGTH),
})

const SentClient = Named('NewOrderCustomer', {
  name: Type.Unsafe<string>(sentSchema(CUSTOMER_FIELDS.name)),
  email: Type.Unsafe<string>(sentSchema(CUSTOMER_FIELDS.email)),
  phone: Type.Optional(Type.Unsafe<string | null>(sentSchema(CUSTOMER_FIELDS.phone))),
  language: Type.Optional(Nullable(Language)),
})

const orderFields = {
  holdToken: Type.String({ minLength: 1, maxLength: MAX_TOKEN_LENGTH }),
  selection: Selection,
  propertySize: Type.Optional(PropertySize),
  address: PlacedAddress,
  answers: Type.Optional(
    TextMap({
      maxProperties: MAX_FORM_QUESTIONS,
      maxLength: MAX_BOOKING_TEXT_LENGTH,
      description: 'By question key. For YES_NO: `YES` or `NO`',
    }),
  ),
  acceptedTerms: Type.Optional(
    Type.Boolean({ description: 'Must be true if the form has `terms`' }),
  ),
  expectedTotalAmount: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_TOTAL_AMOUNT,
      description: 'The `totalAmount` that the client saw. A 409 `price_changed` if it differs now',
    }),
  ),
}

export const PlaceOrderBody = Named('PlaceOrderBody', { ...orderFields, customer: SentClient })

export const PlacePortalOrderBody = Named('PlacePortalOrderBody', {
  ...orderFields,
  language: Type.Optional(Nullable(Language)),
})

const ExpectedFee = Type.Integer({
  minimum: 0,
  maximum: MAX_UNIT_AMOUNT,
  description: 'The fee that the client saw. A 409 `fee_changed` if it differs now',
})

export const RescheduleOrderBody = Named('RescheduleOrderBody', {
  startsAt: SentInstant,
  expectedFeeAmount: ExpectedFee,
})

export const CancelOrderBody = Named('CancelOrderBody', { expectedFeeAmount: ExpectedFee })

export const OrderRefused = ProblemWith('OrderRefused', {
  quote: Type.Optional(OrderQuote),
})

export const PlacedOrder = Named('PlacedOrder', {
  orderToken: Type.String({ description: 'A secret: the credential of the order' }),
  status: OrderStatus,
  checkoutUrl: Nullable(
    Type.String({
      description:
        'The provider’s page for the amount due, open for 30 minutes. null if nothing is due',
    }),
  ),
})

const {
  id,
  organizationId,
  formId,
  technicianId,
  selection,
  lat,
  lng,
  discountRule,
  customerId,
  projectId,
  invoiceId,
  createdAt,
  updatedAt,
  ...shown
} = ORDER_MEMBERS
const { subtotalAmount, discountAmount, taxAmount } = PRICE_MEMBERS

export const ClientOrder = Named('ClientOrder', {
  ...returnedProperties(shown),
  startsAt: Nullable({
    ...Instant,
    description: 'As ordered. `project.scheduledTime` reflects later changes',
  }),
  ...returnedProperties({ subtotalAmount, discountAmount, taxAmount }),
  paidAmount: Amount,
  refundedAmount: Amount,
  disputedAmount: Type.Integer({ minimum: 0, description: 'Held by an open dispute' }),
  refundDueAmount: Type.Integer({
    minimum: 0,
    description:
      'The part of disputedAmount to refund if the dispute is won, because the order was canceled',
  }),
  isPaymentUnderWay: Type.Boolean({ description: 'A bank is processing a payment' }),
  paymentFailed: Type.Boolean({
    description: 'The newest payment was declined, or returned by its bank',
  }),
  cardPayments: Type.Boolean({ description: 'Whether the amount due can be paid by card now' }),
  invoiceNumber: Nullable(Type.String()),
  invoiceDueDate: Nullable(Day),
  billedTo: Nullable(
    Type.String({ description: 'Who receives the invoice. null: whoever ordered' }),
  ),
  payUrl: Nullable(
    Type.String({ description: 'Where to pay the amount owed. null if nothing is owed' }),
  ),
  owed: Nullable(
    Named(
      'OwedByOrder',
      {
        balanceAmount: Amount,
        currency: Type.String(),
        isOfOrder: Type.Boolean({
          description: "True: the balance of the order's invoice. False: a change fee",
        }),
        otherAmount: {
          ...Amount,
          description: 'Also owed in this currency; payable at `payUrl` next',
        },
      },
      { description: 'What `payUrl` collects' },
    ),
  ),
  change: Named('OrderChanges', {
    canReschedule: Type.Boolean(),
    canCancel: Type.Boolean(),
    rescheduleFeeAmount: Amount,
    cancelFeeAmount: Amount,
    feeCurrency: Nullable(Type.String()),
    until: Nullable({
      ...Instant,
      description: 'Deadline for moving or canceling the appointment',
    }),
  }),
  project: Nullable(OrderedProject),
  form: Named('OrderedForm', {
    name: Type.String(),
    publicId: Type.String(),
    terms: Nullable(Type.String()),
  }),
  organization: Named('OrderingOrganization', studioFields),
})
