import type { Sql } from '@mediajobs/db'
import { clientDeliveries, media, organizations, projects } from '@mediajobs/db/schema'
import type { ClientDeliveryState } from '@mediajobs/domain'
import { and, asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '../errors.ts'
import type { Project } from '../projects/project.ts'
import { type DeliveryRow, hasLiveToken, stateOf } from './delivery-row.ts'

/** The columns that the client sees. Notes, people and prices are left out. */
const projectColumns = {
  addressLine1: projects.addressLine1,
  addressLine2: projects.addressLine2,
  city: projects.city,
  region: projects.region,
  postalCode: projects.postalCode,
  countryCode: projects.countryCode,
  status: projects.status,
  scheduledTime: projects.scheduledTime,
  deliveredAt: projects.deliveredAt,
  approvedAt: projects.approvedAt,
}

type Media = typeof media.$inferSelect

/** A file of a delivery, with the original of an altered photo. */
export interface DeliveredMedia
  extends Pick<Media, 'id' | 'type' | 'filename' | 'contentType' | 'size' | 'cdnUrl' | 'position'> {
  /** When a property website went live. */
  publishedAt: string | null
  alteredFrom: OriginalMedia | null
}

/** The original of an altered photo. A deleted original has only its id. */
interface OriginalMedia {
  id: string
  filename: string | null
  cdnUrl: string | null
  deleted: boolean
}

/** A delivery as its client sees it. */
export interface ClientDeliveryView
  extends Pick<
    DeliveryRow,
    'message' | 'expiresAt' | 'approvedAt' | 'revisionRequestedAt' | 'revisionComment'
  > {
  state: ClientDeliveryState
  organizationName: string
  project: Pick<Project, keyof typeof projectColumns>
  /** In their order. */
  media: DeliveredMedia[]
}

/** @throws {OperationError} `not_found` for a token that is unknown, revoked or expired. */
export async function getClientDelivery(sql: Sql, token: string): Promise<ClientDeliveryView> {
  const { organizationId, projectId } = clientDeliveries
  const [found] = await sql.orm
    .select({
      delivery: clientDeliveries,
      project: projectColumns,
      organizationName: organizations.name,
    })
    .from(clientDeliveries)
    .innerJoin(
      projects,
      and(eq(projects.organizationId, organizationId), eq(projects.id, projectId)),
    )
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .where(hasLiveToken(token))
  if (!found) throw notFound()
  const { delivery, project, organizationName } = found
  const { message, expiresAt, approvedAt, revisionRequestedAt, revisionComment } = delivery
  return {
    state: stateOf(delivery),
    message,
    expiresAt,
    approvedAt,
    revisionRequestedAt,
    revisionComment,
    organizationName,
    project,
    media: await mediaOf(sql, delivery),
  }
}

async function mediaOf(
  sql: Sql,
  { organizationId, projectId }: DeliveryRow,
): Promise<DeliveredMedia[]> {
  const original = alias(media, 'original')
  const { id, type, filename, contentType, size, cdnUrl, position, publishedAt } = media
  const rows = await sql.orm
    .select({
      id,
      type,
      filename,
      contentType,
      size,
      cdnUrl,
      position,
      publishedAt,
      alteredFromId: media.alteredFromMediaId,
      original: { filename: original.filename, cdnUrl: original.cdnUrl },
    })
    .from(media)
    .leftJoin(
      original,
      and(
        eq(original.organizationId, media.organizationId),
        eq(original.projectId, media.projectId),
        eq(original.id, media.alteredFromMediaId),
      ),
    )
    .where(and(eq(media.organizationId, organizationId), eq(media.projectId, projectId)))
    .orderBy(asc(position), asc(id))
  return rows.map(({ alteredFromId, original, ...file }) => ({
    ...file,
    alteredFrom: alteredFromId === null ? null : originalOf(alteredFromId, original),
  }))
}

function originalOf(
  id: string,
  found: Pick<OriginalMedia, 'filename' | 'cdnUrl'> | null,
): OriginalMedia {
  return found
    ? { id, ...found, deleted: false }
    : { id, filename: null, cdnUrl: null, deleted: true }
}
