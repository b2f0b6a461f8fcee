import { changeTime, clientDeliveries, invoices } from '@mediajobs/db/schema'
import type { UNLOCK_REASONS } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { releaseMarks } from '../marks.ts'
import { lockProject, type Project } from '../projects/project.ts'
import { publishProject } from '../projects/project-events.ts'
import { publishOriginals } from '../public-originals.ts'
import type { Actor } from '../shared/actor.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import {
  type DeliveryLinks,
  type DeliveryRow,
  findInForce,
  findProjectDelivery,
  getProjectDelivery,
  isLocked,
  noneInForce,
  type ProjectDelivery,
} from './delivery.ts'
import { isOwed } from './lock.ts'

type UnlockReason = (typeof UNLOCK_REASONS)[number]

/**
 * Unlocks the deliveries of each project that an invoice bills, once all of the project's sent invoices are paid. A
 * no-op otherwise. Called in the transaction that settles or voids the invoice, under its lock. Locks in id order, so
 * concurrent callers can't deadlock.
 */
export async function unlockPaidDeliveries(
  tx: Tx,
  { organizationId, projectId, projectIds }: BillingInvoice,
  reason: UnlockReason,
): Promise<void> {
  const ids = projectId === null ? projectIds.toSorted() : [projectId]
  for (const id of ids) await unlockPaidDelivery(tx, { organizationId, id }, reason)
}

type BillingInvoice = Pick<
  typeof invoices.$inferSelect,
  'organizationId' | 'projectId' | 'projectIds'
>

async function unlockPaidDelivery(
  tx: Tx,
  { organizationId, id }: Pick<Project, 'organizationId' | 'id'>,
  reason: UnlockReason,
): Promise<void> {
  // Most projects have no locked delivery: don't lock them.
  if ((await tx.orm.$count(clientDeliveries, isWaiting({ organizationId, id }))) === 0) return
  const project = await lockProject(tx, organizationId, id)
  if ((await tx.orm.$count(invoices, isOwed(project))) > 0) return
  await unlock(tx, project, { unlockReason: reason })
}

/** SQL condition: a locked delivery of the project. Superseded links still open, so they count. */
function isWaiting({ organizationId, id }: Pick<Project, 'organizationId' | 'id'>) {
  return and(
    eq(clientDeliveries.organizationId, organizationId),
    eq(clientDeliveries.projectId, id),
    isNull(clientDeliveries.revokedAt),
    isNotNull(clientDeliveries.lockedAt),
    isNull(clientDeliveries.unlockedAt),
  )
}

/**
 * Unlocks the delivery in force without a payment, and publishes DELIVERY_UNLOCKED. A no-op if it's open.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `conflict` (`no_delivery_in_force`).
 */
export async function unlockProjectDelivery(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { reason }: { reason: string },
  links: DeliveryLinks,
  isExpected?: IsExpected<ProjectDelivery>,
): Promise<ProjectDelivery> {
  const project = await lockProject(tx, actor.organizationId, projectId)
  if (isExpected) {
    expectRecord(await findProjectDelivery(tx, actor, projectId, links), isExpected)
  }
  const delivery = await findInForce(tx, project)
  if (!delivery) throw noneInForce()
  if (isLocked(delivery)) {
    await unlock(tx, project, {
      unlockReason: 'STAFF',
      unlockedByUserId: actor.userId,
      unlockNote: reason,
    })
  }
  return getProjectDelivery(tx, actor, projectId, links)
}

/** Unlocks all deliveries of the project, and publishes DELIVERY_UNLOCKED for the one in force. */
async function unlock(
  tx: Tx,
  project: Project,
  how: Pick<DeliveryRow, 'unlockReason'> & Partial<DeliveryRow>,
): Promise<void> {
  const { organizationId } = project
  const { id, mediaIds, supersededAt, unlockedAt, unlockReason, unlockedByUserId } =
    clientDeliveries
  const unlocked = await tx.orm
    .update(clientDeliveries)
    .set({ ...how, unlockedAt: changeTime })
    .where(isWaiting(project))
    .returning({ id, mediaIds, supersededAt, unlockedAt, unlockReason, unlockedByUserId })
  await releaseMarks(tx, organizationId, project.id)
  const delivery = unlocked.find((each) => each.supersededAt === null)
  if (!delivery) return
  if (delivery.unlockedAt === null || delivery.unlockReason === null)
    throw new Error('an unlocked delivery has no time or reason')
  await publishOriginals(tx, organizationId, project.id, delivery.mediaIds)
  publishProject(tx, 'DELIVERY_UNLOCKED', project, {
    occurredAt: delivery.unlockedAt,
    deliveryId: delivery.id,
    reason: delivery.unlockReason,
    unlockedByUserId: delivery.unlockedByUserId,
  })
}
