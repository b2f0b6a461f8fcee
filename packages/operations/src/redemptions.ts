import type { Sql } from '@mediajobs/db'
import { discounts } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, getTableColumns, isNull, lt, or, sql as raw } from 'drizzle-orm'
import { type Discount, isDiscount } from './catalogue.ts'
import { conflict, invalid, notFound, OperationError } from './shared/errors.ts'

/** Identifies a discount by id, code, or both, which must agree. */
export interface DiscountName {
  discountId?: string | null | undefined
  discountCode?: string | null | undefined
}

interface DiscountSearch {
  /** Lock the discounts found. */
  locking?: boolean
  /** The discount the project already holds: also locked, and may be archived or expired. */
  heldId?: string | null
}

type Found = Discount & { named: boolean; early: boolean; late: boolean }

/**
 * Finds a redeemable discount. Codes are case-insensitive.
 *
 * @throws {OperationError} `not_found` for an unknown or archived id; `invalid` for an unknown code, a discount that has
 *   not started, has expired or is used up, or an id and code that disagree.
 */
export async function findDiscount(
  sql: Sql,
  orgId: string,
  name: DiscountName,
  search: DiscountSearch = {},
): Promise<Discount> {
  const heldId = search.heldId ?? null
  const found = await discountsFor(sql, orgId, name, { ...search, heldId })
  const discount = name.discountId
    ? byId(found, name, name.discountId, heldId)
    : byCode(found, heldId)
  if (discount.id !== heldId) {
    checkOpen(discount, name.discountId ? 'discountId' : 'discountCode')
  }
  const { named, early, late, ...record } = discount
  return record
}

/** The discounts named or held, in id order to avoid deadlocks. */
function discountsFor(
  sql: Sql,
  orgId: string,
  { discountId, discountCode }: DiscountName,
  { locking, heldId }: DiscountSearch,
): Promise<Found[]> {
  const isHeld = raw`${discounts.id} = ${heldId ?? null}::uuid`
  const hasCode = raw`lower(${discounts.code}) = lower(${discountCode ?? null}::text)`
  const isActive = raw`${discounts.archivedAt} is null`
  const query = sql.orm
    .select({
      ...getTableColumns(discounts),
      named: raw<boolean>`coalesce(${hasCode} and (${isActive} or ${isHeld}), false)`,
      early: raw<boolean>`coalesce(${discounts.startsAt} > clock_timestamp(), false)`,
      late: raw<boolean>`coalesce(${discounts.expiresAt} <= clock_timestamp(), false)`,
    })
    .from(discounts)
    .where(
      and(
        eq(discounts.organizationId, orgId),
        or(isHeld, raw`${discounts.id} = ${discountId ?? null}::uuid`, and(hasCode, isActive)),
      ),
    )
    .orderBy(discounts.id)
  return locking ? query.for('no key update') : query
}

function byId(
  found: readonly Found[],
  { discountCode }: DiscountName,
  id: string,
  heldId: string | null,
): Found {
  const discount = found.find((one) => one.id === id)
  if (!discount || (discount.archivedAt !== null && id !== heldId)) {
    throw notFound().at('discountId')
  }
  if (discountCode && !discount.named) {
    throw invalid('discountCode', 'not_allowed', "doesn't match discountId: send one of them")
  }
  return discount
}

function byCode(found: readonly Found[], heldId: string | null): Found {
  const named = found.filter((one) => one.named)
  const discount = named.find(({ id }) => id === heldId) ?? named[0]
  if (!discount) throw invalid('discountCode', 'unknown_reference', 'is unknown or expired')
  return discount
}

function checkOpen({ early, late, maxRedemptions, redemptions }: Found, field: string): void {
  if (early) throw invalid(field, 'not_allowed', 'refers to a discount that has not started yet')
  if (late) throw invalid(field, 'not_allowed', 'refers to a discount that has expired')
  if (maxRedemptions !== null && redemptions >= maxRedemptions) {
    throw invalid(
      field,
      'not_allowed',
      `refers to an exhausted discount: ${maxRedemptions} projects hold it`,
    )
  }
}

/**
 * Increments a discount's redemptions. Succeeds if {@link findDiscount} locked and returned it.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`).
 */
export async function redeem(tx: Tx, orgId: string, discountId: string): Promise<void> {
  const { maxRedemptions, redemptions } = discounts
  const left = or(isNull(maxRedemptions), lt(redemptions, maxRedemptions))
  const taken = await tx.orm
    .update(discounts)
    .set({ redemptions: raw`${redemptions} + 1` })
    .where(and(isDiscount(orgId, discountId), left))
    .returning({ id: discounts.id })
  if (taken.length === 0) {
    throw conflict(
      'discount_exhausted',
      "The project's discount is used up. Remove it from the project, or raise maxRedemptions.",
    )
  }
}

/** Decrements a discount's redemptions. */
export async function release(tx: Tx, orgId: string, discountId: string): Promise<void> {
  await tx.orm
    .update(discounts)
    .set({ redemptions: raw`${discounts.redemptions} - 1` })
    .where(isDiscount(orgId, discountId))
}

/**
 * Redeems the discount of an already agreed price.
 *
 * @returns `null` if the discount has since expired or been used up: the price stands regardless
 */
export async function redeemAgreed(
  tx: Tx,
  orgId: string,
  discountCode: string,
): Promise<Discount | null> {
  try {
    const discount = await findDiscount(tx, orgId, { discountCode }, { locking: true })
    await redeem(tx, orgId, discount.id)
    return discount
  } catch (error) {
    if (error instanceof OperationError) return null
    throw error
  }
}
