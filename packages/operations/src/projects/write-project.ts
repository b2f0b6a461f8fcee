import { insertInto, newId, one } from '@mediajobs/db'
import { changeTime, projects } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { type ChosenOffer, checkSize, findOffers, minutesOf } from '../pricing.ts'
import { findDiscount, redeem, release } from '../redemptions.ts'
import { invalid } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import { countNew } from './move-project.ts'
import {
  checkProjectBytes,
  checkReferences,
  isProject,
  lockProject,
  normalised,
  type Project,
  type ProjectInput,
  projectWriteError,
} from './project.ts'
import { publishAssigned, publishCreated } from './project-events.ts'
import { followProject } from './visits.ts'

const insertProject = insertInto(projects)

/**
 * Books a project, PENDING with or without assignments (docs/contract.md#c3-new-pending). Its length defaults to that of
 * its package and add-ons (docs/contract.md#c4-duration).
 *
 * @throws {OperationError} `not_found` for an unknown id in `input`, `conflict` for a duplicate externalId, `invalid` for
 *   an unusable discount, a size without a price, or a record that is too large.
 */
export async function createProject(
  tx: Tx,
  orgId: string,
  input: ProjectInput & Pick<Project, 'scheduledTime'>,
): Promise<Project> {
  // A 400 precedes a 404: docs/contract.md#c1-order
  checkProjectBytes(input)
  const discount = await takeDiscount(tx, orgId, input)
  const [offers] = await Promise.all([
    findOffers(tx, orgId, input),
    checkReferences(tx, orgId, input),
  ])
  const { propertySize = null } = input
  await checkSize(tx, orgId, offers, propertySize, input)
  return bookProject(tx, orgId, {
    ...normalised(input),
    ...discount,
    estimatedDuration: input.estimatedDuration ?? minutesOf(offers, propertySize),
  })
}

/** Books a project on agreed terms, without checking them again: offers may have been archived meanwhile. */
export async function bookProject(
  tx: Tx,
  orgId: string,
  input: ProjectInput & Pick<Project, 'scheduledTime'>,
): Promise<Project> {
  const [project] = await Promise.all([
    insertProject(tx, { ...input, organizationId: orgId, id: newId() }).catch((error) => {
      throw projectWriteError(error)
    }),
    countNew(tx, orgId),
  ])
  publishCreated(tx, project)
  return project
}

/**
 * Changes a project and its assignments, and publishes PROJECT_ASSIGNED for a new technician or editor. The visit that its
 * time, length and technician mirror changes with them. A no-op if nothing differs.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or as in `createProject`.
 */
export async function updateProject(
  tx: Tx,
  orgId: string,
  id: string,
  input: ProjectInput,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  const before = await lockProject(tx, orgId, id)
  const sent = normalised(input)
  checkProjectBytes({ ...before, ...sent })
  const discount = await exchangeDiscount(tx, before, input)
  const choice = await changedChoice(tx, before, input)
  const wanted = { ...sent, ...discount, ...(choice && changedLength(before, input, choice)) }
  const changed = changedFields(before, wanted)
  const changes = Object.fromEntries(
    changed.map((field) => [field, wanted[field as keyof ProjectInput]]),
  )
  await checkReferences(tx, orgId, changes, before)
  if (choice) {
    const { customerId = before.customerId } = input
    const { createdAt } = before
    await checkSize(tx, orgId, choice.unchecked, choice.size, { customerId, createdAt })
  }
  expectRecord(before, isExpected)
  if (changed.length === 0) return before
  const project = one(
    await tx.orm
      .update(projects)
      .set({ ...changes, version: before.version + 1, updatedAt: changeTime })
      .where(isProject(orgId, id))
      .returning()
      .catch((error) => {
        throw projectWriteError(error)
      }),
    'the update of a locked project',
  )
  const shown = await followProject(tx, before, project)
  // The visit of a technician named here may no longer be the first.
  const isBehind = ![null, before.technicianId, shown.technicianId].includes(project.technicianId)
  if (isBehind) publishAssigned(tx, before, project)
  publishAssigned(tx, isBehind ? project : before, shown)
  return shown
}

/** The changed input of a project's length and price. */
interface ChangedChoice {
  size: number | null
  offers: readonly ChosenOffer[]
  offersBefore: readonly ChosenOffer[]
  /** The offers to check for a price at this size. Skips unchanged offers if the size is unchanged. */
  unchecked: readonly ChosenOffer[]
}

async function changedChoice(
  tx: Tx,
  before: Project,
  input: ProjectInput,
): Promise<ChangedChoice | null> {
  const {
    packageId = before.packageId,
    selectedAddOnIds = before.selectedAddOnIds,
    propertySize: size = before.propertySize,
  } = input
  const selection = { packageId, selectedAddOnIds }
  const isSized = size !== before.propertySize
  const isReset = input.estimatedDuration === null && before.estimatedDuration !== null
  if (!isSized && !isReset && changedFields(before, selection).length === 0) return null
  const [offersBefore, offers] = await Promise.all([
    findOffers(tx, before.organizationId, before),
    findOffers(tx, before.organizationId, selection),
  ])
  const had = new Set(offersBefore.map(({ id }) => id))
  const unchecked = isSized ? offers : offers.filter(({ id }) => !had.has(id))
  return { size, offers, offersBefore, unchecked }
}

/**
 * The new length after a change of the selection or the size, unless it was customized. `null` resets it to the
 * selection's. docs/contract.md#c4-duration
 */
function changedLength(
  { estimatedDuration: had, propertySize }: Project,
  { estimatedDuration: sent }: ProjectInput,
  { offers, offersBefore, size }: ChangedChoice,
): Pick<ProjectInput, 'estimatedDuration'> {
  if (typeof sent === 'number') return {}
  const isReset = sent === null && had !== null
  const isOwn = had !== null && had !== minutesOf(offersBefore, propertySize)
  if (isOwn && !isReset) return {}
  return { estimatedDuration: minutesOf(offers, size) }
}

/** A project's discount: its id, and the redeemed code. */
type Held = Pick<Project, 'discountId' | 'discountCode'>

/** Redeems a new project's discount, if any. @throws {OperationError} as in `findDiscount`. */
async function takeDiscount(
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
 * Replaces a locked project's discount. A CANCELLED project doesn't count as a holder until it leaves CANCELLED.
 *
 * @returns the changed fields
 * @throws {OperationError} as in `findDiscount`, or `invalid` if one field is null and the other isn't.
 */
async function exchangeDiscount(
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
