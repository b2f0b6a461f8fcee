import { discounts } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import { expectRecord, type IsExpected } from '../expected-record.ts'
import { type Discount, isDiscount, lockDiscount } from './discount.ts'

/**
 * Takes a discount out of the catalogue: no project can newly take it, those that hold it keep it,
 * and its code is free for another one. It can be repeated.
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
    .set({ archivedAt: sql`coalesce(${discounts.archivedAt}, now())` })
    .where(isDiscount(orgId, id))
    .returning({ id: discounts.id })
  if (archived.length === 0) throw notFound()
}
