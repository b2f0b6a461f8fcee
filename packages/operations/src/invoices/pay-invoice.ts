import { changeTime } from '@mediajobs/db/schema'
import { toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import type { IsExpected } from '../shared/record.ts'
import type { Invoice } from './invoice.ts'
import { moveInvoice } from './move-invoice.ts'

/** How an invoice was paid. */
export interface Payment {
  /** Without it: now. */
  paidAt?: string | null
  method?: string | null
  /** The id or name of the payment in the system where it was made. */
  reference?: string | null
}

/**
 * Marks a sent invoice as paid, and publishes INVOICE_PAID.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` as in `moveInvoice`.
 */
export function payInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  { paidAt, method = null, reference = null }: Payment,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const changes = async () => ({
    paidAt: paidAt ? toUtc(paidAt) : changeTime,
    method,
    reference,
  })
  return moveInvoice(tx, orgId, id, 'PAID', changes, isExpected)
}
