import { one } from '@mediajobs/db'
import { changeTime, clientDeliveries, media, projects } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { isProject, lockProject, type Project } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import type { DeliveryLinks } from './create-delivery.ts'
import { publishApproved } from './delivery-approved.ts'
import {
  deliveryInForce,
  type LockedDelivery,
  lockByToken,
  refuseDecision,
} from './delivery-row.ts'
import { type ClientDeliveryView, getClientDelivery } from './get-client-delivery.ts'

/**
 * The client approves a delivery. DELIVERY_APPROVED is published once for each delivery, and the
 * project's property websites go live. A repeat changes nothing.
 *
 * @throws {OperationError} `not_found` for a token that is unknown, revoked or expired, `conflict` for a
 *   delivery on which the client can't decide any more.
 */
export async function approveByToken(
  tx: Tx,
  token: string,
  links: DeliveryLinks,
): Promise<ClientDeliveryView> {
  await approve(tx, await lockByToken(tx, token), null, links)
  return getClientDelivery(tx, token, links)
}

/**
 * The same for the delivery in force, by staff for the client.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `conflict` as above or when there is
 *   no delivery in force.
 */
export async function approveForClient(
  tx: Tx,
  actor: Actor,
  projectId: string,
  links: DeliveryLinks,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  const project = await lockProject(tx, actor.organizationId, projectId)
  expectRecord(project, isExpected)
  const delivery = await deliveryInForce(tx, project)
  return approve(tx, { project, delivery }, actor.userId, links)
}

async function approve(
  tx: Tx,
  locked: LockedDelivery,
  approvedByUserId: string | null,
  links: DeliveryLinks,
): Promise<Project> {
  refuseDecision(locked)
  const { project: before, delivery } = locked
  if (delivery.approvedAt !== null) return before
  const project = await markApproved(tx, before)
  const { organizationId, approvedAt } = project
  await Promise.all([
    tx.orm
      .update(clientDeliveries)
      .set({ approvedAt, approvedByUserId })
      .where(
        and(
          eq(clientDeliveries.organizationId, organizationId),
          eq(clientDeliveries.id, delivery.id),
        ),
      ),
    publishWebsites(tx, project),
    publishApproved(tx, { project, delivery, approvedByUserId }, links),
  ])
  return project
}

async function markApproved(tx: Tx, before: Project): Promise<Project> {
  // One time for both columns, and a time after the wait for the lock.
  const now = sql`statement_timestamp()`
  const project = one(
    await tx.orm
      .update(projects)
      .set({ version: before.version + 1, updatedAt: now, approvedAt: now })
      .where(isProject(before.organizationId, before.id))
      .returning(),
    'the update of a locked project',
  )
  return project
}

// docs/contract.md#c3-delivery-publish: the approval also makes a property website go live.
async function publishWebsites(tx: Tx, { organizationId, id, approvedAt }: Project): Promise<void> {
  await tx.orm
    .update(media)
    .set({ publishedAt: approvedAt, updatedAt: changeTime })
    .where(
      and(
        eq(media.organizationId, organizationId),
        eq(media.projectId, id),
        eq(media.type, 'PROPERTY_WEBSITE'),
        isNull(media.publishedAt),
      ),
    )
}
