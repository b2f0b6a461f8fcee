import { discounts } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { changedFields } from '../changed-fields.ts'
import { conflict, notFound } from '../errors.ts'
import {
  checkDiscount,
  type Discount,
  type DiscountInput,
  discountWriteError,
  isDiscount,
  withUtcTimes,
} from './discount.ts'

/**
 * Changes a discount. Projects that hold it keep the code by which they took it.
 *
 * @throws {OperationError} `not_found`; `invalid` or `conflict` as in `createDiscount`; `conflict`
 *   (`max_redemptions_too_low`) when more projects hold it than it would allow.
 */
export async function updateDiscount(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<DiscountInput>,
): Promise<Discount> {
  const isTheOne = isDiscount(orgId, id)
  const [before] = await tx.orm.select().from(discounts).where(isTheOne).for('no key update')
  if (!before) throw notFound()
  const wanted = withUtcTimes(input)
  checkDiscount({ ...before, ...wanted })
  if (wanted.maxRedemptions != null && wanted.maxRedemptions < before.redemptions) {
    throw conflict(
      'max_redemptions_too_low',
      `maxRedemptions can't be below ${before.redemptions}: so many projects hold the discount.`,
    )
  }
  if (changedFields(before, wanted).length === 0) return before
  const [discount] = await tx.orm
    .update(discounts)
    .set({ ...wanted, updatedAt: sql`now()` })
    .where(isTheOne)
    .returning()
    .catch((error) => {
      throw discountWriteError(error)
    })
  if (!discount) throw new Error('the update of a locked discount answered no row')
  return discount
}
