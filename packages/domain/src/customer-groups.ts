/** Who gets the invoices of a group's projects: their customer, or the group's billing customer. */
export const GROUP_BILLINGS = ['MEMBER', 'GROUP'] as const

/** When a group pays. NET_DAYS: some days after its invoices, which are statements. */
export const PAYMENT_TERMS = ['PREPAY', 'ON_DELIVERY', 'NET_DAYS'] as const
export type PaymentTerms = (typeof PAYMENT_TERMS)[number]

/** A LEAD sees the group's jobs and invoices, a MEMBER their own. */
export const GROUP_ROLES = ['LEAD', 'MEMBER'] as const
export type GroupRole = (typeof GROUP_ROLES)[number]

/** A group's price of a package or an add-on. It holds while the offer is in `currency`. */
export interface GroupPrice {
  readonly offerId: string
  readonly priceAmount: number
  readonly currency: string
}
