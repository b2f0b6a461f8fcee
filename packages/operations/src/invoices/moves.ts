import { one } from '@mediajobs/db'
import { changeTime, invoiceNumbers } from '@mediajobs/db/schema'
import {
  type InvoiceStatus,
  invoiceNumber,
  mayBecome,
  movesOf,
  type ProblemCodeOf,
  toUtc,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { type SQL, sql } from 'drizzle-orm'
import { unlockPaidDelivery } from '../client-deliveries/unlock.ts'
import { conflict } from '../shared/errors.ts'
import type { IsExpected } from '../shared/record.ts'
import { type Invoice, invoices, publishInvoice } from './invoices.ts'

type Move = Exclude<InvoiceStatus, 'DRAFT'>

export interface Payment {
  /** Defaults to now. */
  paidAt?: string | null
  method?: string | null
  /** The payment's id in an external system. */
  reference?: string | null
}

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
export function sendInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const changes = async () => ({
    number: invoiceNumber(await nextNumber(tx, orgId)),
    sentAt: changeTime,
  })
  return moveInvoice(tx, orgId, id, 'SENT', changes, isExpected)
}

/** Marks a sent invoice as paid, and publishes INVOICE_PAID. @throws as {@link moveInvoice}. */
export function payInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  { paidAt, method = null, reference = null }: Payment,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const changes = { paidAt: paidAt ? toUtc(paidAt) : changeTime, method, reference }
  return moveInvoice(tx, orgId, id, 'PAID', async () => changes, isExpected)
}

/**
 * Voids a draft or a sent invoice, and publishes INVOICE_VOIDED. A sent invoice keeps its number.
 *
 * @throws {OperationError} as {@link moveInvoice}.
 */
export function voidInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  return moveInvoice(tx, orgId, id, 'VOIDED', async () => ({ voidedAt: changeTime }), isExpected)
}

/**
 * Moves an invoice and publishes INVOICE_SENT, INVOICE_PAID or INVOICE_VOIDED.
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
  changes: () => Promise<{ [Field in keyof Invoice]?: Invoice[Field] | SQL }>,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const { status: from } = await invoices.lock(tx, orgId, id, isExpected)
  if (!mayBecome(from, to)) throw refusal(from, to)
  const moved = { ...(await changes()), status: to, updatedAt: changeTime }
  const invoice = await invoices.set(tx, orgId, id, moved)
  publishInvoice(tx, `INVOICE_${to}`, invoice)
  if (to !== 'SENT' && invoice.projectId !== null) {
    await unlockPaidDelivery(tx, orgId, invoice.projectId, to === 'PAID' ? 'PAID' : 'STAFF')
  }
  return invoice
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

function refusal(from: InvoiceStatus, to: Move) {
  const moves = movesOf(from)
  const next =
    moves.length > 0 ? `It can only become ${moves.join(' or ')}.` : 'This status is final.'
  return conflict(CODE_OF[from], `The invoice is ${from} and can't become ${to}. ${next}`)
}
