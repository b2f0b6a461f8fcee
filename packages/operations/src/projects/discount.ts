import type { ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { findDiscount, redeem, release } from '../redemptions.ts'
import { invalid } from '../shared/errors.ts'
import type { Project, ProjectInput } from './project.ts'

/** A project's discount: its id, and the redeemed code. */
type Held = Pick<Project, 'discountId' | 'discountCode'>

/** Redeems the discount of a new project, if any. @throws {OperationError} as in `findDiscount`. */
export async function takeDiscount(
  tx: Tx,
  orgId: string,
  { discountId = null, discountCode = null }: ProjectInput,
): Promise<Held> {
  if (!discountId && !discountCode) return { discountId, discountCode }
  const named = { discountId, discountCode }
  const discount = await findDiscount(tx, orgId, named, { locking: true })
  await redeem(tx, orgId, discount.id)
  return { discountId: discount.id, discountCode: discount.code }
}

/**
 * Replaces the discount of a locked project. A CANCELLED project doesn't count as a holder until it leaves CANCELLED.
 *
 * @returns the changed fields
 * @throws {OperationError} as in `findDiscount`, or `invalid` if one field is null and the other isn't.
 */
export async function exchangeDiscount(
  tx: Tx,
  before: Project,
  input: ProjectInput,
): Promise<Partial<Held>> {
  const { organizationId: orgId, discountId: heldId } = before
  const named = { discountId: input.discountId, discountCode: input.discountCode }
  const changes = ([field, value]: [string, string | null | undefined]) =>
    value !== undefined && value !== before[field as keyof Held]
  const changed = Object.entries(named).filter(changes)
  if (changed.length === 0) return {}
  const clears = changed.some(([, value]) => value === null)
  const names = named.discountId != null || named.discountCode != null
  if (clears && names) {
    throw invalid(
      'discountId',
      'not_allowed',
      'and discountCode must both be null, or identify the same discount',
    )
  }
  const counted = before.status !== 'CANCELLED'
  if (clears) {
    if (heldId && counted) await release(tx, orgId, heldId)
    return { discountId: null, discountCode: null }
  }
  const discount = await findDiscount(tx, orgId, named, { locking: true, heldId })
  if (discount.id !== heldId && counted) {
    if (heldId) await release(tx, orgId, heldId)
    await redeem(tx, orgId, discount.id)
  }
  return { discountId: discount.id, discountCode: discount.code }
}

/**
 * Releases a locked project's discount on a move to CANCELLED, and redeems it again on a move out of it, whatever its
 * dates.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`) if other projects have used it up.
 */
export async function countDiscountMove(
  tx: Tx,
  { organizationId, discountId, status: from }: Project,
  to: ProjectStatus,
): Promise<void> {
  if (!discountId) return
  if (to === 'CANCELLED') await release(tx, organizationId, discountId)
  else if (from === 'CANCELLED') await redeem(tx, organizationId, discountId)
}
