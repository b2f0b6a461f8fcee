import { createHmac } from 'node:crypto'
import { newId, one, type Sql } from '@mediajobs/db'
import { clientDeliveries, projects } from '@mediajobs/db/schema'
import {
  ARCHIVE_SECONDS,
  type ArchiveSize,
  cellPrefix,
  hashSecret,
  randomToken,
} from '@mediajobs/domain'
import { and, eq } from 'drizzle-orm'
import { hasLiveToken } from '../client-deliveries/delivery-row.ts'
import { conflict, invalid, notFound, OperationError } from '../shared/errors.ts'
import { type ArchiveFile, archiveFiles } from './archive-files.ts'
import { archiveFilename } from './archive-name.ts'

export interface ArchiveRequest {
  size: ArchiveSize
  /** All media when it is left out. */
  mediaIds?: readonly string[] | undefined
}

export interface ArchiveLinks {
  /** The URL at which clients reach the media processes. Without it there are no archives. */
  mediaBaseUrl: string | undefined
  /** The cell that the addresses name; `null` for none. */
  cell: string | null
}

/** The address of an archive. It works without a credential. */
export interface ArchiveLink {
  url: string
  expiresAt: string
}

interface Archived {
  organizationId: string
  projectId: string
  deliveryId: string | null
  addressLine1: string | null
}

// A media process looks for work once a second, and reads a file in a few seconds.
const RETRY_SECONDS = 5
const STORE = `
  insert into archives (organization_id, id, token_hash, project_id, delivery_id, size, media_ids, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 second')
  on conflict (token_hash) do update set expires_at = excluded.expires_at
  returning expires_at as "expiresAt"`

/**
 * An archive of a client delivery. The same request gets the same address until the address expires.
 *
 * @throws {OperationError} `not_found`, also `archives_off`; `invalid` for media that are not of the
 *   delivery; `conflict` (`archive_empty`, `archive_not_ready`, `archive_file_missing`).
 */
export async function requestArchiveByToken(
  sql: Sql,
  token: string,
  { size, mediaIds }: ArchiveRequest,
  { mediaBaseUrl, cell }: ArchiveLinks,
): Promise<ArchiveLink> {
  if (mediaBaseUrl === undefined) throw archivesOff()
  const { organizationId, projectId } = clientDeliveries
  const [delivery] = await sql.orm
    .select({
      organizationId,
      projectId,
      deliveryId: clientDeliveries.id,
      delivered: clientDeliveries.mediaIds,
      addressLine1: projects.addressLine1,
    })
    .from(clientDeliveries)
    .innerJoin(
      projects,
      and(eq(projects.organizationId, organizationId), eq(projects.id, projectId)),
    )
    .where(hasLiveToken(token))
  if (!delivery) throw notFound().naming(token)
  const all = await archiveFiles(
    sql,
    delivery.organizationId,
    delivery.projectId,
    delivery.delivered,
  )
  const ids = chosen(all, mediaIds, 'media')
  // A hash, so that the address of the archive does not reveal the token of the delivery.
  const secret = createHmac('sha256', token)
    .update(JSON.stringify(['archive', size, ids]))
    .digest('base64url')
  const archiveToken = cellPrefix(cell) + secret
  return stored(sql, { archived: delivery, size, ids, token: archiveToken, mediaBaseUrl })
}

/**
 * An archive of a project's media, for staff. Each call makes a new address.
 *
 * @throws {OperationError} as {@link requestArchiveByToken}.
 */
export async function requestArchive(
  sql: Sql,
  orgId: string,
  projectId: string,
  { size, mediaIds }: ArchiveRequest,
  { mediaBaseUrl, cell }: ArchiveLinks,
): Promise<ArchiveLink> {
  if (mediaBaseUrl === undefined) throw archivesOff()
  const [project] = await sql.orm
    .select({ addressLine1: projects.addressLine1 })
    .from(projects)
    .where(and(eq(projects.organizationId, orgId), eq(projects.id, projectId)))
  if (!project) throw notFound()
  const all = await archiveFiles(sql, orgId, projectId, null)
  const ids = chosen(all, mediaIds, 'mediaIds')
  const archived = { ...project, organizationId: orgId, projectId, deliveryId: null }
  const token = randomToken(cell)
  return stored(sql, { archived, size, ids, token, mediaBaseUrl })
}

/** The ids of the media in the archive, in the order of the gallery. */
function chosen(
  all: readonly ArchiveFile[],
  mediaIds: readonly string[] | undefined,
  field: string,
): string[] {
  const wanted = mediaIds && new Set(mediaIds)
  const known = new Set(all.map(({ mediaId }) => mediaId))
  const isKnown = [...(wanted ?? [])].every((id) => known.has(id))
  if (!isKnown)
    throw invalid(field, 'unknown_reference', 'must name only media that can be downloaded here')
  const files = all.filter(({ mediaId }) => wanted?.has(mediaId) ?? true)
  if (files.length === 0) throw conflict('archive_empty', 'There is nothing to download.')
  expectChecksums(files)
  return files.map(({ mediaId }) => mediaId)
}

function expectChecksums(files: readonly ArchiveFile[]): void {
  const waiting = files.filter(({ crc32 }) => crc32 === null)
  const missing = waiting.find(({ state }) => state === 'REFUSED')
  if (missing) {
    throw conflict(
      'archive_file_missing',
      `The file ${missing.filename} is not in the store. Delete it, or choose other files.`,
    )
  }
  if (waiting.length === 0) return
  throw new OperationError(
    'conflict',
    'archive_not_ready',
    [`${waiting.length} of the files are being prepared. Try again in some seconds.`],
    RETRY_SECONDS,
  )
}

interface NewArchive {
  archived: Archived
  size: ArchiveSize
  ids: readonly string[]
  token: string
  mediaBaseUrl: string
}

async function stored(sql: Sql, made: NewArchive): Promise<ArchiveLink> {
  const { archived, size, ids, token, mediaBaseUrl } = made
  const { organizationId, projectId, deliveryId, addressLine1 } = archived
  const hash = hashSecret(token)
  const where = [organizationId, newId(), hash, projectId, deliveryId]
  const rows = await sql.query<{ expiresAt: string }>(STORE, [...where, size, ids, ARCHIVE_SECONDS])
  const { expiresAt } = one(rows, 'the archive')
  const filename = encodeURIComponent(archiveFilename(addressLine1, size))
  return { url: `${mediaBaseUrl}/archives/${token}/${filename}`, expiresAt }
}

function archivesOff(): OperationError {
  return new OperationError('not_found', 'archives_off', ['This service offers no archives.'])
}
