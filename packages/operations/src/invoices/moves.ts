import { one } from '@mediajobs/db'
import { changeTime, invoiceNumbers, payments } from '@mediajobs/db/schema'
import {
  type InvoiceStatus,
  invoiceNumber,
  mayBecome,
  movesOf,
  type PaymentStatus,
  type ProblemCodeOf,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { unlockPaidDelivery } from '../client-deliveries/unlock.ts'
import { mailInvoice } from '../mails.ts'
import { conflict, type OperationError } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { type Invoice, type InvoiceRow, invoiceOf, invoices, publishInvoice } from './invoices.ts'

type Move = 'SENT' | 'VOIDED'

const CODE_OF: Record<InvoiceStatus, ProblemCodeOf<409>> = {
  DRAFT: 'invoice_is_draft',
  SENT: 'invoice_is_sent',
  PAID: 'invoice_is_paid',
  VOIDED: 'invoice_is_voided',
}

/**
 * Sends a draft: assigns the organization's next number and publishes INVOICE_SENT.
 *
 * @throws {OperationError} as {@link moveInvoice}.
 */
export async function sendInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const changes = async () => ({
    number: invoiceNumber(await nextNumber(tx, orgId)),
    sentAt: changeTime,
  })
  const invoice = await moveInvoice(tx, orgId, id, 'SENT', changes, isExpected)
  await mailInvoice(tx, invoice)
  return invoice
}

/**
 * Voids a draft or a sent invoice, and publishes INVOICE_VOIDED. A sent invoice keeps its number. Its open payment page is
 * closed by a dispatcher.
 *
 * @throws {OperationError} as {@link moveInvoice}; `conflict` (`invoice_has_payments`) with money on it or under way.
 */
export async function voidInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  // First: payments are locked before their invoice.
  await closeOpenPage(tx, orgId, id)
  const changes = async (before: InvoiceRow) => {
    await refuseWithMoney(tx, before)
    return { voidedAt: changeTime }
  }
  return moveInvoice(tx, orgId, id, 'VOIDED', changes, isExpected)
}

/**
 * Moves an invoice and publishes INVOICE_SENT or INVOICE_VOIDED.
 *
 * @param changes columns to set besides the status; called after the checks
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` (`invoice_is_…`) for a move the contract
 *   lacks, such as to the current status.
 */
async function moveInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  to: Move,
  changes: (
    before: InvoiceRow,
  ) => Promise<{ [Field in keyof InvoiceRow]?: InvoiceRow[Field] | SQL }>,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const before = await invoices.lock(tx, orgId, id)
  expectRecord(invoiceOf(before), isExpected)
  if (!mayBecome(before.status, to)) throw refuseMove(before.status, to)
  const moved = { ...(await changes(before)), status: to, updatedAt: changeTime }
  const invoice = await invoices.set(tx, orgId, id, moved)
  publishInvoice(tx, `INVOICE_${to}`, invoice)
  if (to === 'VOIDED' && invoice.projectId !== null) {
    await unlockPaidDelivery(tx, orgId, invoice.projectId, 'STAFF')
  }
  return invoiceOf(invoice)
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
  if (!underWay && paidAmount === refundedAmount) return
  throw conflict(
    'invoice_has_payments',
    'Money was paid on the invoice, or is on its way. Refund it to void the invoice.',
  )
}

/** Makes an open payment due: a dispatcher closes its page, or finds that it was just paid. */
async function closeOpenPage(tx: Tx, orgId: string, invoiceId: string): Promise<void> {
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

/** Gapless: the counter is locked until the commit, and a rollback releases the number. */
async function nextNumber(tx: Tx, orgId: string): Promise<number> {
  const { lastNumber, organizationId } = invoiceNumbers
  const row = one(
    await tx.orm
      .insert(invoiceNumbers)
      .values({ organizationId: orgId, lastNumber: 1 })
      .onConflictDoUpdate({ target: organizationId, set: { lastNumber: sql`${lastNumber} + 1` } })
      .returning({ lastNumber }),
    'the count of invoice numbers',
  )
  return row.lastNumber
}

/** A move the contract lacks. */
export function refuseMove(from: InvoiceStatus, to: InvoiceStatus): OperationError {
  const moves = movesOf(from)
  const next =
    moves.length > 0 ? `It can only become ${moves.join(' or ')}.` : 'This status is final.'
  return conflict(CODE_OF[from], `The invoice is ${from} and can't become ${to}. ${next}`)
}
