import { changeTime } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import type { IsExpected } from '../shared/record.ts'
import type { Invoice } from './invoice.ts'
import { moveInvoice } from './move-invoice.ts'

/**
 * Voids a draft or a sent invoice, and publishes INVOICE_VOIDED. A sent invoice keeps its number.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` as in `moveInvoice`.
 */
export function voidInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const changes = async () => ({ voidedAt: changeTime })
  return moveInvoice(tx, orgId, id, 'VOIDED', changes, isExpected)
}
