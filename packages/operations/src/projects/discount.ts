import type { ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { findDiscount } from '../catalogue/find-discount.ts'
import { giveBack, redeem } from '../catalogue/redeem.ts'
import { invalid } from '../errors.ts'
import type { Project, ProjectInput } from './project.ts'

/** How a project holds a discount: by id, with the code that it had then. */
type Held = Pick<Project, 'discountId' | 'discountCode'>

/**
 * Takes the discount that a new project names, if any.
 *
 * @throws {OperationError} as in `findDiscount`.
 */
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
 * The discount that a locked project holds after a change: the one it had is given back and the new
 * one taken. A CANCELLED project holds none; what it names is taken when it is called off no longer.
 *
 * @throws {OperationError} as in `findDiscount`, or `invalid` when one field clears and the other
 *   one names.
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
    throw invalid('discountId and discountCode disagree: one is null and the other one is not')
  }
  const counted = before.status !== 'CANCELLED'
  if (clears) {
    if (heldId && counted) await giveBack(tx, orgId, heldId)
    return { discountId: null, discountCode: null }
  }
  const discount = await findDiscount(tx, orgId, named, { locking: true, heldId })
  if (discount.id !== heldId && counted) {
    if (heldId) await giveBack(tx, orgId, heldId)
    await redeem(tx, orgId, discount.id)
  }
  return { discountId: discount.id, discountCode: discount.code }
}

/**
 * Gives a locked project's discount back when the project is called off, and takes it again when it
 * no longer is; its dates do not matter then, since the project had it in time.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`) when others have used it up meanwhile.
 */
export async function countDiscountMove(
  tx: Tx,
  { organizationId, discountId, status: from }: Project,
  to: ProjectStatus,
): Promise<void> {
  if (!discountId) return
  if (to === 'CANCELLED') await giveBack(tx, organizationId, discountId)
  else if (from === 'CANCELLED') await redeem(tx, organizationId, discountId)
}
