import { changeTime, discounts } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { type Discount, isDiscount, lockDiscount } from './discount.ts'

/**
 * Takes a discount out of the catalogue. No other project can take it, and the projects that have it keep
 * it. Another discount may then use its code. A repeat changes nothing.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function archiveDiscount(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Discount>,
): Promise<void> {
  if (isExpected) expectRecord(await lockDiscount(tx, orgId, id), isExpected)
  const archived = await tx.orm
    .update(discounts)
    .set({ archivedAt: sql`coalesce(${discounts.archivedAt}, ${changeTime})` })
    .where(isDiscount(orgId, id))
    .returning({ id: discounts.id })
  if (archived.length === 0) throw notFound()
}
