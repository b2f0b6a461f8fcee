import { changeTime, clientDeliveries } from '@mediajobs/db/schema'
import { mayMove } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull } from 'drizzle-orm'
import { moverOf } from '../projects/move-project.ts'
import { lockProject } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { forbidden } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import type { DeliveryLinks } from './create-delivery.ts'
import { findProjectDelivery, type ProjectDelivery } from './get-project-delivery.ts'

/**
 * Revokes every token of a project: the client can't reach it any more. A repeat changes nothing.
 *
 * @throws {OperationError} `not_found`, `forbidden` for a caller who may not deliver the project,
 *   `precondition_failed`.
 */
export async function revokeClientDelivery(
  tx: Tx,
  actor: Actor,
  projectId: string,
  links: DeliveryLinks,
  isExpected?: IsExpected<ProjectDelivery>,
): Promise<void> {
  const { organizationId } = actor
  const project = await lockProject(tx, organizationId, projectId)
  if (!mayMove(moverOf(actor, project), 'DELIVERED', 'DELIVERED')) throw mayNotRevoke(actor)
  // The project's lock also protects its deliveries: every change of a delivery takes it first.
  if (isExpected) {
    expectRecord(await findProjectDelivery(tx, actor, projectId, links), isExpected)
  }
  await tx.orm
    .update(clientDeliveries)
    .set({ revokedAt: changeTime })
    .where(
      and(
        eq(clientDeliveries.organizationId, organizationId),
        eq(clientDeliveries.projectId, projectId),
        isNull(clientDeliveries.revokedAt),
      ),
    )
}

function mayNotRevoke({ role }: Actor) {
  return forbidden(
    'role_forbids_move',
    `The role ${role} may not revoke the delivery of this project. ADMIN and MANAGER may, and the EDITOR who is assigned to it.`,
  )
}
