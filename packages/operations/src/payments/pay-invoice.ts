import { changeTime } from '@mediajobs/db/schema'
import { MAX_PAID_AHEAD_MS, mayBecome, standingOf, toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { type Invoice, invoiceOf, invoices, refuseMove } from '../invoices/invoices.ts'
import { invalid } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { lockPayments, payments } from './payments.ts'
import { settle } from './settle.ts'
import { closeOpenPage } from './void-invoice.ts'

/** Money received in cash or by transfer. */
export interface ManualPayment {
  /** Defaults to the balance. */
  paymentAmount?: number
  /** Defaults to now. */
  paidAt?: string | null
  method?: string | null
  /** The payment's id in an external system. */
  reference?: string | null
}

/**
 * Records money for a sent invoice, and publishes PAYMENT_SUCCEEDED. The invoice becomes PAID, with INVOICE_PAID, once
 * its balance is zero. Paying a zero balance in full creates no payment. A dispatcher closes a payment page that would
 * collect more than the rest.
 *
 * @throws {OperationError} `invalid` for a future time; `not_found`, `precondition_failed`, or `conflict`
 *   (`invoice_is_…`) unless SENT.
 */
export async function payInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  { paymentAmount, paidAt, method = null, reference = null }: ManualPayment,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  if (paidAt && Date.parse(paidAt) > Date.now() + MAX_PAID_AHEAD_MS) {
    throw invalid('paidAt', 'too_large', 'must not be in the future')
  }
  await lockPayments(tx, orgId, id)
  await closeOpenPage(tx, orgId, id)
  const before = await invoices.lock(tx, orgId, id)
  expectRecord(invoiceOf(before), isExpected)
  if (!mayBecome(before.status, 'PAID')) throw refuseMove(before.status, 'PAID')
  const { balanceAmount } = standingOf(before)
  if (paymentAmount === undefined && balanceAmount === 0) {
    const succeededAt = toUtc(paidAt ?? new Date().toISOString())
    const paid = { succeededAt, method, providerPaymentId: reference }
    return invoiceOf(await settle(tx, before, '', [], paid))
  }
  const payment = await payments.insert(tx, orgId, {
    invoiceId: id,
    customerId: before.customerId,
    provider: 'MANUAL',
    providerPaymentId: reference,
    status: 'SUCCEEDED',
    paymentAmount: paymentAmount ?? balanceAmount,
    currency: before.currency,
    method,
    createdAt: changeTime,
    succeededAt: paidAt ? toUtc(paidAt) : changeTime,
    updatedAt: changeTime,
  })
  return invoiceOf(await settle(tx, before, payment.id, [{ event: 'PAYMENT_SUCCEEDED' }]))
}
