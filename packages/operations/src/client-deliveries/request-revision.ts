import { clientDeliveries } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { conflict } from '../errors.ts'
import { expectRecord, type IsExpected } from '../expected-record.ts'
import { moveProject } from '../projects/move-project.ts'
import { lockProject, type Project } from '../projects/project.ts'
import type { DeliveryLinks } from './create-delivery.ts'
import {
  deliveryInForce,
  type LockedDelivery,
  lockByToken,
  refuseDecision,
} from './delivery-row.ts'
import { type ClientDeliveryView, getClientDelivery } from './get-client-delivery.ts'

/**
 * The client requests a revision: the project moves to IN_REVISION and PROJECT_STATUS_CHANGED is
 * published. In the history the move has no user.
 *
 * @throws {OperationError} `not_found` for a token that is unknown, revoked or expired, `conflict` for a
 *   delivery that was approved or on which the client can't decide any more.
 */
export async function requestRevisionByToken(
  tx: Tx,
  token: string,
  comment: string,
  links: DeliveryLinks,
): Promise<ClientDeliveryView> {
  await requestRevision(tx, await lockByToken(tx, token), null, comment)
  return getClientDelivery(tx, token, links)
}

/**
 * The same for the delivery in force, by staff for the client.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `conflict` as above or when there is
 *   no delivery in force.
 */
export async function requestRevisionForClient(
  tx: Tx,
  actor: Actor,
  projectId: string,
  comment: string,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  const project = await lockProject(tx, actor.organizationId, projectId)
  expectRecord(project, isExpected)
  const delivery = await deliveryInForce(tx, project)
  return requestRevision(tx, { project, delivery }, actor, comment)
}

async function requestRevision(
  tx: Tx,
  locked: LockedDelivery,
  actor: Actor | null,
  revisionComment: string,
): Promise<Project> {
  refuseDecision(locked)
  const { project, delivery } = locked
  if (delivery.approvedAt !== null) {
    throw conflict(
      'already_approved',
      'The delivery was approved: no revision can be requested any more.',
    )
  }
  await tx.orm
    .update(clientDeliveries)
    .set({ revisionRequestedAt: sql`clock_timestamp()`, revisionComment })
    .where(
      and(
        eq(clientDeliveries.organizationId, project.organizationId),
        eq(clientDeliveries.id, delivery.id),
      ),
    )
  return moveProject(tx, actor, project, 'IN_REVISION')
}
