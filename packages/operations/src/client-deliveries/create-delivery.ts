import { newId } from '@mediajobs/db'
import { changeTime, clientDeliveries, media } from '@mediajobs/db/schema'
import { hashSecret, type KeyRing, randomToken, toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { mailDelivery } from '../mails.ts'
import type { CdnUrl } from '../previews.ts'
import type { Project } from '../projects/project.ts'
import { publishDelivered } from '../projects/project-events.ts'
import { publishOriginals } from '../public-originals.ts'
import { resolveRevisions } from '../revisions.ts'
import type { Actor } from '../shared/actor.ts'

/** The options of the service that a delivery needs. */
export interface DeliveryLinks {
  readonly keyRing: KeyRing
  /** The URL of a delivery without `/` and its token. */
  readonly deliveryBaseUrl: string
  readonly cdnUrl: CdnUrl
  /** Whether there are media processes, which send archives. */
  readonly hasArchives: boolean
}

/** What the caller may send with a delivery. */
export interface DeliverInput {
  message?: string | null
  /** The token works until this time. Null: it does not expire. */
  expiresAt?: string | null
  /** Deliver even if items of a revision are OPEN. */
  force?: boolean
}

/** The token and the URL with which the client reaches a delivered project. */
export interface ClientDelivery {
  deliveryToken: string
  deliveryUrl: string
  message: string | null
  expiresAt: string | null
}

/** Binds an encrypted token to its row. */
export function tokenRow(organizationId: string, id: string): string {
  return `client_deliveries:${organizationId}:${id}`
}

/**
 * Makes the client's token for a project that has just been delivered, and publishes PROJECT_DELIVERED.
 * The project's earlier delivery is superseded, and all its revision rounds are resolved. If the service sends
 * mail, the customer gets one with the link.
 */
export async function createDelivery(
  tx: Tx,
  actor: Actor,
  project: Project,
  input: DeliverInput,
  { keyRing, deliveryBaseUrl }: DeliveryLinks,
): Promise<ClientDelivery> {
  const { organizationId, id: projectId } = project
  const id = newId()
  const deliveryToken = randomToken(tx.cell)
  const deliveryUrl = `${deliveryBaseUrl}/${deliveryToken}`
  const message = input.message ?? null
  const expiresAt = input.expiresAt ? toUtc(input.expiresAt) : null
  await Promise.all([
    tx.orm.update(clientDeliveries).set({ supersededAt: changeTime }).where(inForce(project)),
    tx.orm.insert(clientDeliveries).values({
      organizationId,
      id,
      projectId,
      tokenHash: hashSecret(deliveryToken),
      tokenEncrypted: keyRing.encrypt(deliveryToken, tokenRow(organizationId, id)),
      message,
      expiresAt,
      deliveredByUserId: actor.userId,
      createdAt: changeTime,
      mediaIds: mediaInOrder(project),
    }),
    resolveRevisions(tx, organizationId, projectId),
    publishOriginals(tx, organizationId, projectId),
  ])
  await mailDelivery(tx, project, id)
  publishDelivered(tx, project, { deliveryToken, deliveryUrl })
  return { deliveryToken, deliveryUrl, message, expiresAt }
}

/** SQL: the media of the delivery, which never change later. The lock of the project fixes them meanwhile. */
function mediaInOrder({ organizationId, id }: Project) {
  return sql<string[]>`(
    select coalesce(array_agg(id order by position, id), '{}') from ${media}
    where organization_id = ${organizationId} and project_id = ${id})`
}

/** SQL condition: the row is the delivery in force of `project`, neither superseded nor revoked. */
export function inForce({ organizationId, id }: Pick<Project, 'organizationId' | 'id'>) {
  return and(
    eq(clientDeliveries.organizationId, organizationId),
    eq(clientDeliveries.projectId, id),
    isNull(clientDeliveries.supersededAt),
    isNull(clientDeliveries.revokedAt),
  )
}
