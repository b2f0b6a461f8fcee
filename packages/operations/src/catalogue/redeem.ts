import { discounts } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, isNull, lt, or, sql } from 'drizzle-orm'
import { conflict } from '../shared/errors.ts'
import { isDiscount } from './discount.ts'

/**
 * Counts one more project that holds a discount. It succeeds when `findDiscount` locked and returned it.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`) when it is used up.
 */
export async function redeem(tx: Tx, orgId: string, discountId: string): Promise<void> {
  const { maxRedemptions, redemptions } = discounts
  const left = or(isNull(maxRedemptions), lt(redemptions, maxRedemptions))
  const taken = await tx.orm
    .update(discounts)
    .set({ redemptions: sql`${redemptions} + 1` })
    .where(and(isDiscount(orgId, discountId), left))
    .returning({ id: discounts.id })
  if (taken.length === 0) {
    throw conflict(
      'discount_exhausted',
      "The project's discount is used up. Take it off the project, or raise maxRedemptions.",
    )
  }
}

/** Counts one project less for a discount. */
export async function giveBack(tx: Tx, orgId: string, discountId: string): Promise<void> {
  await tx.orm
    .update(discounts)
    .set({ redemptions: sql`${discounts.redemptions} - 1` })
    .where(isDiscount(orgId, discountId))
}
