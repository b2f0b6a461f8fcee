import type { Sql } from '@mediajobs/db'
import { isAway, clientDeliveries as table } from '@mediajobs/db/schema'
import {
  type ClientDeliveryState,
  hashSecret,
  type KeyRing,
  MANAGING_ROLES,
  tokenRow,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, gt, isNull, not, or, sql as raw, type SQLWrapper } from 'drizzle-orm'
import type { CdnUrl } from '../previews.ts'
import { lockProject, type Project } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict, notFound, type OperationError } from '../shared/errors.ts'
import { record } from '../shared/record.ts'

export interface DeliveryLinks {
  readonly keyRing: KeyRing
  /** The base URL of deliveries, without a trailing slash. */
  readonly deliveryBaseUrl: string
  /** The origin of unbranded pages. Default: that of deliveries. */
  readonly tourBaseUrl?: string | undefined
  readonly cdnUrl: CdnUrl
  /** Whether media processes offer archives. */
  readonly hasArchives: boolean
  /** Whether a dispatcher sends mail; customers sign in by a mailed link. */
  readonly sendsMail: boolean
}

export type DeliveryRow = typeof table.$inferSelect

/** A client delivery and its locked project. */
export interface LockedDelivery {
  project: Project
  delivery: DeliveryRow
}

/** The columns visible to staff. */
const shownColumns = {
  id: table.id,
  projectId: table.projectId,
  message: table.message,
  expiresAt: table.expiresAt,
  deliveredByUserId: table.deliveredByUserId,
  createdAt: table.createdAt,
  approvedAt: table.approvedAt,
  approvedByUserId: table.approvedByUserId,
  revisionRequestedAt: table.revisionRequestedAt,
  revisionComment: table.revisionComment,
  revokedAt: table.revokedAt,
  firstViewedAt: table.firstViewedAt,
  lastViewedAt: table.lastViewedAt,
  viewCount: table.viewCount,
  downloadCount: table.downloadCount,
  lockedAt: table.lockedAt,
  unlockedAt: table.unlockedAt,
  unlockReason: table.unlockReason,
  unlockedByUserId: table.unlockedByUserId,
  unlockNote: table.unlockNote,
}

/** A delivery, as shown to staff. */
export interface ProjectDelivery extends Pick<DeliveryRow, keyof typeof shownColumns> {
  state: ClientDeliveryState
  /** The client's link. Null if revoked, or for callers who may not read delivery tokens. */
  deliveryUrl: string | null
}

export const deliveries = record(table)

/** SQL condition: the delivery in force of `project`, neither superseded nor revoked. */
export function inForce({ organizationId, id }: Pick<Project, 'organizationId' | 'id'>) {
  return and(
    eq(table.organizationId, organizationId),
    eq(table.projectId, id),
    isNull(table.supersededAt),
    isNull(table.revokedAt),
  )
}

/** SQL condition: the delivery of `token`, neither revoked nor expired, of an organization served by this cell. */
export function hasLiveToken(token: string) {
  return hasLiveHash(hashSecret(token))
}

export function hasLiveHash(hash: Buffer | SQLWrapper) {
  return and(
    eq(table.tokenHash, hash),
    isNull(table.revokedAt),
    or(isNull(table.expiresAt), gt(table.expiresAt, raw`clock_timestamp()`)),
    not(raw.raw(isAway('client_deliveries.organization_id'))),
  )
}

/** Whether downloads wait for a payment. An unlocked delivery never locks again. */
export function isLocked({
  lockedAt,
  unlockedAt,
}: Pick<DeliveryRow, 'lockedAt' | 'unlockedAt'>): boolean {
  return lockedAt !== null && unlockedAt === null
}

/** Where the client pays for a locked delivery: its token opens the pay page too. */
export function payUrlOf(deliveryBaseUrl: string, token: string): string {
  return `${new URL(deliveryBaseUrl).origin}/pay/${token}`
}

/** The URL of the organization's customer pages. Null if nobody can sign in. */
export function portalUrlOf(
  orgId: string,
  { deliveryBaseUrl, sendsMail }: Pick<DeliveryLinks, 'deliveryBaseUrl' | 'sendsMail'>,
): string | null {
  return sendsMail ? new URL(`my/${orgId}`, deliveryBaseUrl).href : null
}

export function stateOf(
  delivery: Pick<DeliveryRow, 'supersededAt' | 'approvedAt' | 'revisionRequestedAt'>,
): ClientDeliveryState {
  if (delivery.supersededAt !== null) return 'SUPERSEDED'
  if (delivery.approvedAt !== null) return 'APPROVED'
  return delivery.revisionRequestedAt === null ? 'OPEN' : 'REVISION_REQUESTED'
}

/**
 * A project's newest delivery, revoked or not, with the client's decision.
 *
 * @throws {OperationError} `not_found`, also if never delivered.
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

/** Like {@link getProjectDelivery}, but `undefined` if there is none. */
export async function findProjectDelivery(
  sql: Sql,
  actor: Actor,
  projectId: string,
  { keyRing, deliveryBaseUrl }: DeliveryLinks,
): Promise<ProjectDelivery | undefined> {
  const { organizationId, createdAt, supersededAt, revokedAt, tokenEncrypted } = table
  const [row] = await sql.orm
    .select({ shown: shownColumns, supersededAt, tokenEncrypted })
    .from(table)
    .where(and(eq(organizationId, actor.organizationId), eq(table.projectId, projectId)))
    // If deliveries were concurrent, the superseded one may have the later createdAt.
    .orderBy(desc(raw`${supersededAt} is null and ${revokedAt} is null`), desc(createdAt))
    .limit(1)
  if (!row) return undefined
  const { shown } = row
  const binding = tokenRow(actor.organizationId, shown.id)
  return {
    ...shown,
    state: stateOf({ ...shown, supersededAt: row.supersededAt }),
    deliveryUrl:
      shown.revokedAt === null && mayReadTokens(actor)
        ? `${deliveryBaseUrl}/${keyRing.decrypt(row.tokenEncrypted, binding)}`
        : null,
  }
}

// Like events, which contain the token: docs/contract.md#c2-access-webhooks
function mayReadTokens({ role, scopes }: Actor): boolean {
  const isManaging = MANAGING_ROLES.some((each) => each === role)
  return isManaging && (scopes.includes('WEBHOOKS') || scopes.includes('ADMIN'))
}

/** @throws {OperationError} `not_found` for an unknown, revoked or expired token. */
export async function lockByToken(tx: Tx, token: string): Promise<LockedDelivery> {
  const { organizationId, projectId } = await findByToken(tx, token)
  const project = await lockProject(tx, organizationId, projectId)
  // Re-read under the lock: the token may have been revoked or superseded.
  return { project, delivery: await findByToken(tx, token) }
}

/**
 * The delivery in force of a locked project, expired or not: staff may decide for a client whose link has
 * expired.
 */
export async function findInForce(tx: Tx, project: Project): Promise<DeliveryRow | undefined> {
  const [delivery] = await tx.orm.select().from(table).where(inForce(project))
  return delivery
}

export function noneInForce(): OperationError {
  return conflict(
    'no_delivery_in_force',
    'The project has no delivery in force: it was never delivered, or its delivery was revoked.',
  )
}

async function findByToken(sql: Sql, token: string): Promise<DeliveryRow> {
  const [delivery] = await sql.orm.select().from(table).where(hasLiveToken(token))
  if (!delivery) throw notFound().naming(token)
  return delivery
}
