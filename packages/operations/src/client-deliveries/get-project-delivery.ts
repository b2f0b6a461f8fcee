import type { Sql } from '@mediajobs/db'
import { clientDeliveries } from '@mediajobs/db/schema'
import type { ClientDeliveryState } from '@mediajobs/domain'
import { and, desc, eq, sql as raw } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import { type DeliveryRow, stateOf } from './delivery-row.ts'

/** A delivery as staff see it. It has no token: only callers with the scope WEBHOOKS see the token. */
export interface ProjectDelivery
  extends Pick<
    DeliveryRow,
    | 'id'
    | 'projectId'
    | 'message'
    | 'expiresAt'
    | 'deliveredByUserId'
    | 'createdAt'
    | 'approvedAt'
    | 'approvedByUserId'
    | 'revisionRequestedAt'
    | 'revisionComment'
    | 'revokedAt'
  > {
  state: ClientDeliveryState
}

/**
 * The newest delivery of a project, revoked or not, and its client's decision.
 *
 * @throws {OperationError} `not_found`, also for a project that was never delivered.
 */
export async function getProjectDelivery(
  sql: Sql,
  orgId: string,
  projectId: string,
): Promise<ProjectDelivery> {
  const delivery = await findProjectDelivery(sql, orgId, projectId)
  if (!delivery) throw notFound()
  return delivery
}

/** The same, but `undefined` for a project that does not exist or was never delivered. */
export async function findProjectDelivery(
  sql: Sql,
  orgId: string,
  projectId: string,
): Promise<ProjectDelivery | undefined> {
  const { organizationId, createdAt, supersededAt, revokedAt } = clientDeliveries
  const [delivery] = await sql.orm
    .select()
    .from(clientDeliveries)
    .where(and(eq(organizationId, orgId), eq(clientDeliveries.projectId, projectId)))
    // Two deliveries at once: the one that began later may have got the project's lock first.
    .orderBy(desc(raw`${supersededAt} is null and ${revokedAt} is null`), desc(createdAt))
    .limit(1)
  if (!delivery) return undefined
  return {
    id: delivery.id,
    projectId,
    state: stateOf(delivery),
    message: delivery.message,
    expiresAt: delivery.expiresAt,
    deliveredByUserId: delivery.deliveredByUserId,
    createdAt: delivery.createdAt,
    approvedAt: delivery.approvedAt,
    approvedByUserId: delivery.approvedByUserId,
    revisionRequestedAt: delivery.revisionRequestedAt,
    revisionComment: delivery.revisionComment,
    revokedAt: delivery.revokedAt,
  }
}
