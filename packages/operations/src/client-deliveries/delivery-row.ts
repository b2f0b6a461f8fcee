import type { Sql } from '@mediajobs/db'
import { clientDeliveries, isAway } from '@mediajobs/db/schema'
import { type ClientDeliveryState, hashSecret } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, gt, isNull, not, or, sql as raw } from 'drizzle-orm'
import { lockProject, type Project } from '../projects/project.ts'
import { conflict, notFound } from '../shared/errors.ts'
import { inForce } from './create-delivery.ts'

export type DeliveryRow = typeof clientDeliveries.$inferSelect

/** A client delivery and its project. The project is locked until the commit. */
export interface LockedDelivery {
  project: Project
  delivery: DeliveryRow
}

/**
 * SQL condition: the row is the delivery of `token`, the token is neither revoked nor expired, and the organization is
 * at home here.
 */
export function hasLiveToken(token: string) {
  return and(
    eq(clientDeliveries.tokenHash, hashSecret(token)),
    isNull(clientDeliveries.revokedAt),
    or(isNull(clientDeliveries.expiresAt), gt(clientDeliveries.expiresAt, raw`clock_timestamp()`)),
    not(raw.raw(isAway('client_deliveries.organization_id'))),
  )
}

export function stateOf(delivery: DeliveryRow): ClientDeliveryState {
  if (delivery.supersededAt !== null) return 'SUPERSEDED'
  if (delivery.approvedAt !== null) return 'APPROVED'
  return delivery.revisionRequestedAt === null ? 'OPEN' : 'REVISION_REQUESTED'
}

/** @throws {OperationError} `not_found` for a token that is unknown, revoked or expired. */
export async function lockByToken(tx: Tx, token: string): Promise<LockedDelivery> {
  const { organizationId, projectId } = await findByToken(tx, token)
  const project = await lockProject(tx, organizationId, projectId)
  // Read again: the transaction that had the lock before may have revoked or superseded the token.
  return { project, delivery: await findByToken(tx, token) }
}

/**
 * The delivery in force of a locked project, expired or not. Staff may decide for a client whose link has
 * expired.
 *
 * @throws {OperationError} `conflict` when there is none.
 */
export async function deliveryInForce(tx: Tx, project: Project): Promise<DeliveryRow> {
  const [delivery] = await tx.orm.select().from(clientDeliveries).where(inForce(project))
  if (delivery) return delivery
  throw conflict(
    'no_delivery_in_force',
    'The project has no delivery in force: it was never delivered, or its delivery was revoked.',
  )
}

/** @throws {OperationError} `conflict` for a delivery on which its client can't decide any more. */
export function refuseDecision({ project, delivery }: LockedDelivery): void {
  if (delivery.supersededAt !== null) {
    throw conflict(
      'delivery_superseded',
      'The project has been delivered again since then: decide on the newest delivery.',
    )
  }
  if (project.status !== 'DELIVERED') {
    throw conflict(
      'project_not_delivered',
      `The project is ${project.status}, not DELIVERED: there is nothing to decide on now.`,
    )
  }
}

async function findByToken(sql: Sql, token: string): Promise<DeliveryRow> {
  const [delivery] = await sql.orm.select().from(clientDeliveries).where(hasLiveToken(token))
  if (!delivery) throw notFound().naming(token)
  return delivery
}
