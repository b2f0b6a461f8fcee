import { one } from '@mediajobs/db'
import { changeTime, discounts } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { checkNewCurrency } from '../shared/currencies.ts'
import { conflict } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import {
  checkDiscount,
  type Discount,
  type DiscountInput,
  discountWriteError,
  isDiscount,
  lockDiscount,
  withUtcTimes,
} from './discount.ts'

/**
 * Changes a discount. Projects that hold it keep the code with which they took it.
 *
 * @throws {OperationError} `not_found`; `invalid` or `conflict` as in `createDiscount`;
 *   `precondition_failed`; `conflict` (`max_redemptions_too_low`) when more projects hold it than the new
 *   maximum allows.
 */
export async function updateDiscount(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<DiscountInput>,
  isExpected?: IsExpected<Discount>,
): Promise<Discount> {
  const before = await lockDiscount(tx, orgId, id)
  checkNewCurrency(before, input)
  const wanted = withUtcTimes(input)
  checkDiscount({ ...before, ...wanted })
  expectRecord(before, isExpected)
  if (wanted.maxRedemptions != null && wanted.maxRedemptions < before.redemptions) {
    throw conflict(
      'max_redemptions_too_low',
      `maxRedemptions can't be below ${before.redemptions}: that many projects hold the discount.`,
    )
  }
  if (changedFields(before, wanted).length === 0) return before
  const discount = one(
    await tx.orm
      .update(discounts)
      .set({ ...wanted, updatedAt: changeTime })
      .where(isDiscount(orgId, id))
      .returning()
      .catch((error) => {
        throw discountWriteError(error)
      }),
    'the update of a locked discount',
  )
  return discount
}
