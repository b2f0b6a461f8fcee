import { one } from '@mediajobs/db'
import { changeTime, clientDeliveries, invoices } from '@mediajobs/db/schema'
import type { UNLOCK_REASONS } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, isNotNull, isNull } from 'drizzle-orm'
import { releaseMarks } from '../marks.ts'
import { lockProject, type Project } from '../projects/project.ts'
import { publishUnlocked } from '../projects/project-events.ts'
import { publishOriginals } from '../public-originals.ts'
import type { Actor } from '../shared/actor.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import {
  type DeliveryLinks,
  type DeliveryRow,
  deliveries,
  findInForce,
  findProjectDelivery,
  getProjectDelivery,
  inForce,
  isLocked,
  noneInForce,
  type ProjectDelivery,
} from './delivery.ts'
import { isOwed } from './lock.ts'

type UnlockReason = (typeof UNLOCK_REASONS)[number]

/**
 * Unlocks the delivery in force of each project that an invoice bills, once all of the project's sent invoices are
 * paid, and publishes DELIVERY_UNLOCKED. A no-op otherwise. Called in the transaction that settles or voids the
 * invoice, under its lock. Locks in id order, so concurrent callers can't deadlock.
 */
export async function unlockPaidDeliveries(
  tx: Tx,
  { organizationId, projectId, projectIds }: BillingInvoice,
  reason: UnlockReason,
): Promise<void> {
  const ids = projectId === null ? projectIds.toSorted() : [projectId]
  for (const id of ids) await unlockPaidDelivery(tx, organizationId, id, reason)
}

type BillingInvoice = Pick<
  typeof invoices.$inferSelect,
  'organizationId' | 'projectId' | 'projectIds'
>

async function unlockPaidDelivery(
  tx: Tx,
  orgId: string,
  projectId: string,
  reason: UnlockReason,
): Promise<void> {
  const { lockedAt, unlockedAt } = clientDeliveries
  const waiting = and(
    inForce({ organizationId: orgId, id: projectId }),
    isNotNull(lockedAt),
    isNull(unlockedAt),
  )
  // Most projects have none: skip their lock.
  if ((await tx.orm.$count(clientDeliveries, waiting)) === 0) return
  const project = await lockProject(tx, orgId, projectId)
  const delivery = await findInForce(tx, project)
  if (!delivery || !isLocked(delivery)) return
  if ((await tx.orm.$count(invoices, isOwed(project))) > 0) return
  await unlock(tx, project, delivery, { unlockReason: reason })
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
    await unlock(tx, project, delivery, {
      unlockReason: 'STAFF',
      unlockedByUserId: actor.userId,
      unlockNote: reason,
    })
  }
  return getProjectDelivery(tx, actor, projectId, links)
}

async function unlock(
  tx: Tx,
  project: Project,
  { id, mediaIds }: DeliveryRow,
  how: Pick<DeliveryRow, 'unlockReason'> & Partial<DeliveryRow>,
): Promise<void> {
  const { organizationId } = project
  const { unlockedAt, unlockReason, unlockedByUserId } = one(
    [await deliveries.set(tx, organizationId, id, { ...how, unlockedAt: changeTime })],
    'the unlocked delivery',
  )
  if (unlockedAt === null || unlockReason === null)
    throw new Error('an unlocked delivery says when')
  await publishOriginals(tx, organizationId, project.id, mediaIds)
  await releaseMarks(tx, organizationId, project.id)
  publishUnlocked(tx, project, {
    occurredAt: unlockedAt,
    deliveryId: id,
    reason: unlockReason,
    unlockedByUserId,
  })
}
