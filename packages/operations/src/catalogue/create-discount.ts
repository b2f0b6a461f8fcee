import { newId, one } from '@mediajobs/db'
import { discounts } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import {
  checkDiscount,
  type Discount,
  type DiscountInput,
  discountWriteError,
  withUtcTimes,
} from './discount.ts'

/**
 * Puts a discount into the catalogue.
 *
 * @throws {OperationError} `invalid` unless it is a percentage or an amount with a currency, `conflict`
 *   (`duplicate_code`) when another discount that is not archived has the code.
 */
export async function createDiscount(
  tx: Tx,
  orgId: string,
  input: DiscountInput,
): Promise<Discount> {
  const wanted = withUtcTimes(input)
  checkDiscount(wanted)
  const discount = one(
    await tx.orm
      .insert(discounts)
      .values({ ...wanted, organizationId: orgId, id: newId() })
      .returning()
      .catch((error) => {
        throw discountWriteError(error)
      }),
    'the insert of a discount',
  )
  return discount
}
