import { columnsOf, type Sql } from '@mediajobs/db'
import { clientDeliveries, organizations, projects } from '@mediajobs/db/schema'
import { CLIENT_PROJECT_FIELDS, type ClientDeliveryState } from '@mediajobs/domain'
import { and, eq, sql as raw } from 'drizzle-orm'
import type { Project } from '../projects/project.ts'
import { notFound } from '../shared/errors.ts'
import { type ArchiveOfDelivery, archiveOf } from './archive-of-delivery.ts'
import type { DeliveryLinks } from './create-delivery.ts'
import { type DeliveredMedia, filesOf } from './delivered-media.ts'
import { type DeliveryRow, hasLiveToken, stateOf } from './delivery-row.ts'
import { newestRevision, type ShownRevision, shownRevision } from './shown-revision.ts'

const projectColumns = columnsOf(projects, CLIENT_PROJECT_FIELDS)

/** The columns of the organization that the client sees. */
const organizationColumns = {
  name: organizations.name,
  logoUrl: organizations.logoUrl,
  colour: organizations.colour,
  timeZone: organizations.timeZone,
  locale: organizations.locale,
  deliveryTerms: organizations.deliveryTerms,
}

/** A delivery as its client sees it. */
export interface ClientDeliveryView
  extends Pick<
    DeliveryRow,
    'message' | 'expiresAt' | 'approvedAt' | 'revisionRequestedAt' | 'revisionComment'
  > {
  state: ClientDeliveryState
  organizationName: string
  organization: Pick<typeof organizations.$inferSelect, keyof typeof organizationColumns>
  project: Pick<Project, keyof typeof projectColumns>
  /** In the order of the gallery. */
  media: DeliveredMedia[]
  archive: ArchiveOfDelivery
  /** The newest round. Null when no revision was asked for. */
  revision: ShownRevision | null
}

/** Two statements. @throws {OperationError} `not_found` for a token that is unknown, revoked or expired. */
export async function getClientDelivery(
  sql: Sql,
  token: string,
  links: DeliveryLinks,
): Promise<ClientDeliveryView> {
  const { organizationId, projectId } = clientDeliveries
  const newest = newestRevision(sql)
  const [found] = await sql.orm
    .select({
      delivery: clientDeliveries,
      project: projectColumns,
      organization: organizationColumns,
      revision: shownRevision(newest),
    })
    .from(clientDeliveries)
    .innerJoin(
      projects,
      and(eq(projects.organizationId, organizationId), eq(projects.id, projectId)),
    )
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .leftJoinLateral(newest, raw`true`)
    .where(hasLiveToken(token))
  if (!found) throw notFound().naming(token)
  const { delivery, project, organization, revision } = found
  const { message, expiresAt, approvedAt, revisionRequestedAt, revisionComment } = delivery
  const files = await filesOf(sql, delivery, links)
  return {
    state: stateOf(delivery),
    message,
    expiresAt,
    approvedAt,
    revisionRequestedAt,
    revisionComment,
    organizationName: organization.name,
    organization,
    project,
    media: files.map(({ file }) => file),
    archive: archiveOf(files, links.hasArchives),
    revision,
  }
}
