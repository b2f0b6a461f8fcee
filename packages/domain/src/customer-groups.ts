import {
  MAX_BASIS_POINTS,
  MAX_GROUP_PRICES,
  MAX_NAME_LENGTH,
  MAX_NET_DAYS,
  MAX_UNIT_AMOUNT,
} from './bounds.ts'
import type { Fields } from './fields.ts'
import {
  boolean,
  described,
  EXAMPLE_ID,
  ID,
  INSTANT,
  integer,
  line,
  listOf,
  object,
  oneOf,
  type ValueType,
} from './values.ts'

/** Who receives the invoices of a group's projects: their customer, or the group's billing customer. */
export const GROUP_BILLINGS = ['MEMBER', 'GROUP'] as const

/** When a group pays. NET_DAYS: `netDays` after the day of the invoice. */
export const PAYMENT_TERMS = ['PREPAY', 'ON_DELIVERY', 'NET_DAYS'] as const
export type PaymentTerms = (typeof PAYMENT_TERMS)[number]

/** Payment terms with nothing due at booking. */
export const PAYS_LATER: ReadonlySet<PaymentTerms> = new Set(['ON_DELIVERY', 'NET_DAYS'])

/** A LEAD sees the group's jobs and invoices, a MEMBER their own. */
export const GROUP_ROLES = ['LEAD', 'MEMBER'] as const
export type GroupRole = (typeof GROUP_ROLES)[number]

/** A group's price of a package or an add-on. Valid while the offer is in `currency`. */
export interface GroupPrice {
  readonly offerId: string
  readonly priceAmount: number
  readonly currency: string
}

const OFFER_PRICE = {
  offerId: ID,
  priceAmount: integer({
    minimum: 0,
    maximum: MAX_UNIT_AMOUNT,
    description: "In the minor unit of the offer's currency, at any size",
  }),
  currency: {
    ...described("The offer's. The price applies while the offer has this currency"),
    sent: { type: 'string', format: 'kept-currency', description: "Must be the offer's" },
  },
}
const GROUP_PRICE = object(OFFER_PRICE, { title: 'GroupPrice' })
const SENT_GROUP_PRICE = {
  ...object(OFFER_PRICE, { title: 'GroupPrice', sentTitle: 'NewGroupPrice' }).sent,
  required: ['offerId', 'priceAmount'],
}
const GROUP_PRICES: ValueType<GroupPrice[]> = listOf(
  { ...GROUP_PRICE, sent: SENT_GROUP_PRICE },
  {
    maxItems: MAX_GROUP_PRICES,
    description: 'Prices of packages and add-ons that override the catalog and its tiers',
  },
)

/** In the order of responses. */
export const CUSTOMER_GROUP_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  name: { type: line(MAX_NAME_LENGTH), set: 'required', example: 'Main Street Realty' },
  billing: { type: oneOf(GROUP_BILLINGS, 'GroupBilling'), set: 'required', example: 'GROUP' },
  billingCustomerId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  paymentTerms: {
    type: oneOf(PAYMENT_TERMS, 'PaymentTerms'),
    set: 'required',
    example: 'NET_DAYS',
  },
  netDays: {
    type: integer({
      minimum: 1,
      maximum: MAX_NET_DAYS,
      description: 'Days from an invoice to its due date, with NET_DAYS',
    }),
    set: 'clearable',
    example: 30,
  },
  lockDownloads: {
    type: boolean({
      description:
        "Whether deliveries await payment. null: with PREPAY they do, with NET_DAYS they don't, with ON_DELIVERY the organization's setting decides",
    }),
    set: 'clearable',
    example: false,
  },
  discountBasisPoints: {
    type: integer({
      minimum: 1,
      maximum: MAX_BASIS_POINTS,
      description: 'Hundredths of a percent, off the whole price',
    }),
    set: 'clearable',
    example: 1_000,
  },
  prices: {
    type: GROUP_PRICES,
    set: 'optional',
    example: [{ offerId: EXAMPLE_ID, priceAmount: 18_000 }],
  },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** In the order of responses. */
export const GROUP_MEMBER_FIELDS = {
  organizationId: { type: ID, set: 'service' },
  groupId: { type: ID, set: 'service' },
  customerId: { type: ID, set: 'service' },
  role: { type: oneOf(GROUP_ROLES, 'GroupRole'), set: 'required', example: 'LEAD' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/**
 * Whether a group's deliveries await payment: its `lockDownloads`, by default true for PREPAY and false for NET_DAYS.
 * Null: the organization's setting applies.
 */
export function lockOfGroup(group: {
  lockDownloads: boolean | null
  paymentTerms: PaymentTerms
}): boolean | null {
  const { lockDownloads, paymentTerms } = group
  return lockDownloads ?? { PREPAY: true, NET_DAYS: false, ON_DELIVERY: null }[paymentTerms]
}
