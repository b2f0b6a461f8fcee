import { clientDeliveries } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { refuseMove } from '../projects/change-status.ts'
import { lockProject } from '../projects/project.ts'

/**
 * Takes back every token of a project: the client reaches it no more. It can be repeated.
 *
 * @throws {OperationError} `not_found`, or `forbidden` to whoever may not deliver the project.
 */
export async function revokeClientDelivery(tx: Tx, actor: Actor, projectId: string): Promise<void> {
  const project = await lockProject(tx, actor.organizationId, projectId)
  refuseMove(actor, { ...project, status: 'DELIVERED' }, 'DELIVERED')
  await tx.orm
    .update(clientDeliveries)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(clientDeliveries.organizationId, project.organizationId),
        eq(clientDeliveries.projectId, projectId),
        isNull(clientDeliveries.revokedAt),
      ),
    )
}
