import { one } from '@mediajobs/db'
import { changeTime, invoices } from '@mediajobs/db/schema'
import { type InvoiceStatus, mayBecome, movesOf, type ProblemCodeOf } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import type { SQL } from 'drizzle-orm'
import { conflict } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { type Invoice, isInvoice, lockInvoice } from './invoice.ts'
import { publishInvoice } from './invoice-events.ts'

const CODE_OF: Record<InvoiceStatus, ProblemCodeOf<409>> = {
  DRAFT: 'invoice_is_draft',
  SENT: 'invoice_is_sent',
  PAID: 'invoice_is_paid',
  VOIDED: 'invoice_is_voided',
}

type Move = Exclude<InvoiceStatus, 'DRAFT'>

/** The columns that a move sets beside the status. */
type Changes = { [Field in keyof Invoice]?: Invoice[Field] | SQL }

/**
 * Moves an invoice and publishes INVOICE_SENT, INVOICE_PAID or INVOICE_VOIDED. The invoice stays locked
 * until the commit. `changes` runs after the move was checked.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` (`invoice_is_…`) for a move
 *   that the contract does not have, for example to the status that the invoice has already.
 */
export async function moveInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  to: Move,
  changes: () => Promise<Changes>,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const before = await lockInvoice(tx, orgId, id)
  expectRecord(before, isExpected)
  const { status: from } = before
  if (!mayBecome(from, to)) throw refusal(from, to)
  const invoice = one(
    await tx.orm
      .update(invoices)
      .set({ ...(await changes()), status: to, updatedAt: changeTime })
      .where(isInvoice(orgId, id))
      .returning(),
    'the update of a locked invoice',
  )
  publishInvoice(tx, `INVOICE_${to}`, invoice)
  return invoice
}

function refusal(from: InvoiceStatus, to: Move) {
  const moves = movesOf(from)
  const next =
    moves.length > 0 ? `It can only become ${moves.join(' or ')}.` : 'This status is final.'
  return conflict(CODE_OF[from], `The invoice is ${from} and can't become ${to}. ${next}`)
}
