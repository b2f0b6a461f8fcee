import type { Sql } from '@mediajobs/db'
import { clientDeliveries } from '@mediajobs/db/schema'
import { type ClientDeliveryState, MANAGING_ROLES } from '@mediajobs/domain'
import { and, desc, eq, sql as raw } from 'drizzle-orm'
import type { Actor } from '../shared/actor.ts'
import { notFound } from '../shared/errors.ts'
import { type DeliveryLinks, tokenRow } from './create-delivery.ts'
import { type DeliveryRow, stateOf } from './delivery-row.ts'

/** A delivery as staff see it. */
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
    | 'firstViewedAt'
    | 'lastViewedAt'
    | 'viewCount'
    | 'downloadCount'
  > {
  state: ClientDeliveryState
  /** The client's link. Null for one that was revoked, and to callers who may not read delivery tokens. */
  deliveryUrl: string | null
}

/**
 * The newest delivery of a project, revoked or not, and its client's decision.
 *
 * @throws {OperationError} `not_found`, also for a project that was never delivered.
 */
export async function getProjectDelivery(
  sql: Sql,
  actor: Actor,
  projectId: string,
  links: DeliveryLinks,
): Promise<ProjectDelivery> {
  const delivery = await findProjectDelivery(sql, actor, projectId, links)
  if (!delivery) throw notFound()
  return delivery
}

/** The same, but `undefined` for a project that does not exist or was never delivered. */
export async function findProjectDelivery(
  sql: Sql,
  actor: Actor,
  projectId: string,
  links: DeliveryLinks,
): Promise<ProjectDelivery | undefined> {
  const { organizationId, createdAt, supersededAt, revokedAt } = clientDeliveries
  const [delivery] = await sql.orm
    .select()
    .from(clientDeliveries)
    .where(and(eq(organizationId, actor.organizationId), eq(clientDeliveries.projectId, projectId)))
    // Of two deliveries at once, the one with the later createdAt may be the superseded one.
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
    deliveryUrl: mayReadTokens(actor) ? urlOf(delivery, links) : null,
    firstViewedAt: delivery.firstViewedAt,
    lastViewedAt: delivery.lastViewedAt,
    viewCount: delivery.viewCount,
    downloadCount: delivery.downloadCount,
  }
}

// Those who may read the events that have the token: docs/contract.md#c2-access-webhooks
function mayReadTokens({ role, scopes }: Actor): boolean {
  const isManaging = MANAGING_ROLES.some((each) => each === role)
  return isManaging && (scopes.includes('WEBHOOKS') || scopes.includes('ADMIN'))
}

function urlOf(delivery: DeliveryRow, { keyRing, deliveryBaseUrl }: DeliveryLinks): string | null {
  if (delivery.revokedAt !== null) return null
  const row = tokenRow(delivery.organizationId, delivery.id)
  return `${deliveryBaseUrl}/${keyRing.decrypt(delivery.tokenEncrypted, row)}`
}
