import { changeTime, payments } from '@mediajobs/db/schema'
import type { PaymentStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, sql as raw } from 'drizzle-orm'
import { unlockPaidDeliveries } from '../client-deliveries/unlock.ts'
import { type Invoice, type InvoiceRow, moveInvoice } from '../invoices/invoices.ts'
import { conflict } from '../shared/errors.ts'
import type { IsExpected } from '../shared/record.ts'
import { lockPayments } from './payments.ts'
import { settleInvoice } from './settle.ts'

/**
 * Voids a draft or a sent invoice, and publishes INVOICE_VOIDED. A sent invoice keeps its number. A dispatcher closes
 * its open payment page. The projects of a statement can be billed again.
 *
 * @throws {OperationError} as in {@link moveInvoice}; `conflict` (`invoice_has_payments`) with received or pending
 *   money.
 */
export async function voidInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  // First: payments are locked before their invoice.
  await lockPayments(tx, orgId, id)
  await closeOpenPage(tx, orgId, id)
  const changes = async (before: InvoiceRow) => {
    await refuseWithMoney(tx, before)
    // Nothing is due on a void invoice, so it drops what was paid and refunded.
    return { voidedAt: changeTime, paidAmount: 0, refundedAmount: 0, disputedAmount: 0 }
  }
  const invoice = await moveInvoice(tx, orgId, id, 'VOIDED', changes, isExpected)
  // Unapplies disputed money, which is to be refunded.
  await settleInvoice(tx, orgId, id)
  await unlockPaidDeliveries(tx, invoice, 'STAFF')
  return invoice
}

async function refuseWithMoney(
  tx: Tx,
  { organizationId, id, paidAmount, refundedAmount }: InvoiceRow,
): Promise<void> {
  const [underWay] = await tx.orm
    .select({ id: payments.id })
    .from(payments)
    .where(isPayment(organizationId, id, 'PROCESSING'))
    .limit(1)
  if (!underWay && paidAmount - refundedAmount <= (await refundDueOf(tx, organizationId, id)))
    return
  throw conflict(
    'invoice_has_payments',
    'The invoice has received or pending payments. Refund them before you void it.',
  )
}

/** The amount to refund once disputes end: whether won or lost, the organization keeps none of it. */
async function refundDueOf({ orm }: Tx, orgId: string, invoiceId: string): Promise<number> {
  const [sum] = await orm
    .select({ amount: raw`coalesce(sum(${payments.refundDueAmount}), 0)`.mapWith(Number) })
    .from(payments)
    .where(isPayment(orgId, invoiceId, 'SUCCEEDED'))
  return sum?.amount ?? 0
}

/**
 * Makes an open payment due for a reading: a dispatcher closes its page unless its invoice still needs it, or finds it
 * just paid.
 */
export async function closeOpenPage(tx: Tx, orgId: string, invoiceId: string): Promise<void> {
  await tx.orm
    .update(payments)
    .set({ nextReadAt: changeTime })
    .where(isPayment(orgId, invoiceId, 'PENDING'))
}

function isPayment(orgId: string, invoiceId: string, status: PaymentStatus) {
  return and(
    eq(payments.organizationId, orgId),
    eq(payments.invoiceId, invoiceId),
    eq(payments.status, status),
  )
}
