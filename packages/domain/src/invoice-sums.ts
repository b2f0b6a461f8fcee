import type { InvoiceStatus } from './invoices.ts'
import type { PaymentState } from './payments.ts'

/** Money of one payment, in the currency's minor unit. */
export interface ReceivedMoney {
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
/** How long an order's slot is held once its first page opens. */
export const ORDER_CHECKOUT_SECONDS = 2_100

/** When an unfinished payment is polled, in minutes after it began. */
export const READ_AFTER_MINUTES = [1, 5, 15, 60] as const
/** When a succeeded one is polled for refunds and disputes, in days after its success. */
export const READ_SETTLED_AFTER_DAYS = [1, 7, 30, 120] as const
