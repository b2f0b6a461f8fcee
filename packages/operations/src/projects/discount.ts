import type { ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { findDiscount, giveBack, redeem } from '../redemptions.ts'
import { invalid } from '../shared/errors.ts'
import type { Project, ProjectInput } from './project.ts'

/** The discount of a project: its id, and the code that it had when the project took it. */
type Held = Pick<Project, 'discountId' | 'discountCode'>

/**
 * Takes the discount of a new project, if it names one.
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
 * Changes the discount of a locked project: gives the old one back and takes the new one. A CANCELLED
 * project counts in no discount. Its discount is taken when the project leaves CANCELLED.
 *
 * @returns the changed fields.
 * @throws {OperationError} as in `findDiscount`, or `invalid` when one field is null and the other names a
 *   discount.
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
      'and discountCode must both be null, or both name the same discount',
    )
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
 * Gives a locked project's discount back when the project moves to CANCELLED, and takes it again when the
 * project leaves CANCELLED. It does not check the dates of the discount again: the project took it in time.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`) when other projects have used it up meanwhile.
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
