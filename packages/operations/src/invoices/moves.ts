import { one } from '@mediajobs/db'
import { changeTime, invoiceNumbers } from '@mediajobs/db/schema'
import {
  type InvoiceStatus,
  invoiceNumber,
  mayBecome,
  movesOf,
  type ProblemCodeOf,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { type SQL, sql } from 'drizzle-orm'
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
 * Moves an invoice and publishes INVOICE_SENT or INVOICE_VOIDED.
 *
 * @param changes columns to set besides the status; called after the checks
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` (`invoice_is_…`) for an invalid move, such
 *   as to the current status.
 */
export async function moveInvoice(
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
  return invoiceOf(invoice)
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

/** The error for an invalid move. */
export function refuseMove(from: InvoiceStatus, to: InvoiceStatus): OperationError {
  const moves = movesOf(from)
  const next =
    moves.length > 0 ? `It can only become ${moves.join(' or ')}.` : 'This status is final.'
  return conflict(CODE_OF[from], `The invoice is ${from} and can't become ${to}. ${next}`)
}
