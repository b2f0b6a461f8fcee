import { one } from '@mediajobs/db'
import { changeTime, invoiceNumbers } from '@mediajobs/db/schema'
import { invoiceNumber } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import type { IsExpected } from '../shared/record.ts'
import type { Invoice } from './invoice.ts'
import { moveInvoice } from './move-invoice.ts'

/**
 * Sends a draft: it gets the organization's next number, and INVOICE_SENT is published.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` as in `moveInvoice`.
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

/** The counter stays locked until the commit. After a rollback the next transaction gets the same number. */
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
