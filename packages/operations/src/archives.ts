import { createHmac } from 'node:crypto'
import { newId, one, type Sql } from '@mediajobs/db'
import { archives, clientDeliveries, isAway, isFrozen, projects } from '@mediajobs/db/schema'
import {
  ARCHIVE_SECONDS,
  type ArchiveSize,
  cellPrefix,
  derivativeKey,
  hashSecret,
  randomToken,
} from '@mediajobs/domain'
import { and, eq, sql as raw } from 'drizzle-orm'
import { archiveFilename } from './archive-name.ts'
import { hasLiveToken, isLocked, payUrlOf } from './client-deliveries/delivery.ts'
import { isProject } from './projects/project.ts'
import { conflict, invalid, notFound, OperationError, paymentRequired } from './shared/errors.ts'

export { safeFilename } from './archive-name.ts'

export interface ArchiveRequest {
  size: ArchiveSize
  /** Default: all media. */
  mediaIds?: readonly string[] | undefined
}

export interface ArchiveLinks {
  /** The public URL of the media processes. Undefined: archives are off. */
  mediaBaseUrl: string | undefined
  /** The base URL of deliveries, without a trailing slash. */
  deliveryBaseUrl: string
  /** The cell named in URLs, if any. */
  cell: string | null
}

/** A link to an archive, usable without a credential. */
export interface ArchiveLink {
  url: string
  expiresAt: string
}

// A media process polls every second, and reads a file in a few.
const RETRY_SECONDS = 5

/**
 * A link to an archive of a client delivery. Equal requests return the same URL until it expires.
 *
 * @throws {OperationError} `not_found`, also `archives_off`; `invalid` for media outside the delivery; `conflict`
 *   (`archive_empty`, `archive_not_ready`, `archive_file_missing`); `payment_required` while the delivery is locked.
 */
export async function requestArchiveByToken(
  sql: Sql,
  token: string,
  { size, mediaIds }: ArchiveRequest,
  { mediaBaseUrl, deliveryBaseUrl, cell }: ArchiveLinks,
): Promise<ArchiveLink> {
  const { organizationId, projectId } = clientDeliveries
  const [delivery] = await sql.orm
    .select({
      organizationId,
      projectId,
      deliveryId: clientDeliveries.id,
      delivered: clientDeliveries.mediaIds,
      lockedAt: clientDeliveries.lockedAt,
      unlockedAt: clientDeliveries.unlockedAt,
      addressLine1: projects.addressLine1,
    })
    .from(clientDeliveries)
    .innerJoin(
      projects,
      and(eq(projects.organizationId, organizationId), eq(projects.id, projectId)),
    )
    .where(hasLiveToken(token))
  if (!delivery) throw notFound().naming(token)
  if (isLocked(delivery)) throw paymentRequired(payUrlOf(deliveryBaseUrl, token))
  if (mediaBaseUrl === undefined) throw archivesOff()
  const all = await archiveFiles(sql, delivery, delivery.delivered)
  const ids = chosen(all, mediaIds, 'media')
  // Hashed: the archive's URL must not reveal the delivery's token.
  const secret = createHmac('sha256', token)
    .update(JSON.stringify(['archive', size, ids]))
    .digest('base64url')
  const archiveToken = cellPrefix(cell) + secret
  return store(sql, mediaBaseUrl, { ...delivery, size, mediaIds: ids, token: archiveToken })
}

/**
 * A link to an archive of a project's media, for staff. Each call returns a new URL.
 *
 * @throws {OperationError} as in {@link requestArchiveByToken}.
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
    .where(isProject(orgId, projectId))
  if (!project) throw notFound()
  const archived = { ...project, organizationId: orgId, projectId, deliveryId: null }
  const ids = chosen(await archiveFiles(sql, archived, null), mediaIds, 'mediaIds')
  const token = randomToken(cell)
  return store(sql, mediaBaseUrl, { ...archived, size, mediaIds: ids, token })
}

/** The ids of the media in the archive, in gallery order. */
function chosen(
  all: readonly ArchiveFile[],
  mediaIds: readonly string[] | undefined,
  field: string,
): string[] {
  const wanted = mediaIds && new Set(mediaIds)
  const known = new Set(all.map(({ mediaId }) => mediaId))
  const areKnown = [...(wanted ?? [])].every((id) => known.has(id))
  if (!areKnown)
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
      `The file ${missing.filename} is missing from the store. Delete it, or choose other files.`,
    )
  }
  if (waiting.length === 0) return
  throw new OperationError(
    'conflict',
    'archive_not_ready',
    [`Still preparing ${waiting.length} of the files. Try again in a few seconds.`],
    RETRY_SECONDS,
  )
}

interface NewArchive {
  organizationId: string
  projectId: string
  deliveryId: string | null
  addressLine1: string | null
  size: ArchiveSize
  mediaIds: string[]
  token: string
}

async function store(
  sql: Sql,
  mediaBaseUrl: string,
  { organizationId, projectId, deliveryId, addressLine1, size, mediaIds, token }: NewArchive,
): Promise<ArchiveLink> {
  const { expiresAt } = one(
    await sql.orm
      .insert(archives)
      .values({
        organizationId,
        id: newId(),
        tokenHash: hashSecret(token),
        projectId,
        deliveryId,
        size,
        mediaIds,
        expiresAt: raw`clock_timestamp() + ${ARCHIVE_SECONDS} * interval '1 second'`,
      })
      .onConflictDoUpdate({
        target: archives.tokenHash,
        set: { expiresAt: raw`excluded.expires_at` },
      })
      .returning({ expiresAt: archives.expiresAt }),
    'the insert of an archive',
  )
  const filename = encodeURIComponent(archiveFilename(addressLine1, size))
  return { url: `${mediaBaseUrl}/archives/${token}/${filename}`, expiresAt }
}

function archivesOff(): OperationError {
  return new OperationError('not_found', 'archives_off', ['This service offers no archives.'])
}

/** A file of an archive, as sent. */
export interface ArchivedFile {
  mediaId: string
  /** As uploaded: may be unsafe and not unique. */
  filename: string
  key: string
  sizeBytes: number
  crc32: number
  modifiedAt: Date
}

/** A live archive. */
export interface OpenArchive {
  organizationId: string
  id: string
  projectId: string
  deliveryId: string | null
  filename: string
  size: ArchiveSize
  /** In gallery order. */
  mediaIds: readonly string[]
  /** Changes when a file is renamed, deleted or processed again. */
  version: string
}

// Raw SQL: the media role may read only these columns. A delivery's archive expires with its link. The version covers
// all mutable input of `archivedFiles`.
const FIND = `
  select archive.organization_id as "organizationId", archive.id, archive.project_id as "projectId",
    archive.delivery_id as "deliveryId", archive.size, archive.media_ids as "mediaIds",
    project.address_line1 as "addressLine1", files.version
  from archives as archive
  join projects as project
    on project.organization_id = archive.organization_id and project.id = archive.project_id
  left join client_deliveries as delivery
    on delivery.organization_id = archive.organization_id and delivery.id = archive.delivery_id
  cross join lateral (
    select encode(sha256(convert_to(coalesce(string_agg(
      row(file.id, file.filename, preview.crc32, preview.mls_size, preview.mls_crc32)::text, ''
      order by file.id), ''), 'UTF8')), 'hex') as version
    from unnest(archive.media_ids) as wanted(id)
    join media as file on file.organization_id = archive.organization_id
      and file.project_id = archive.project_id and file.id = wanted.id
    left join media_previews as preview
      on preview.organization_id = file.organization_id and preview.media_id = file.id
  ) as files
  where archive.token_hash = $1 and archive.expires_at > clock_timestamp()
    and not ${isAway('archive.organization_id')}
    and delivery.revoked_at is null
    and (delivery.locked_at is null or delivery.unlocked_at is not null)
    and (delivery.expires_at is null or delivery.expires_at > clock_timestamp())`

/** A token's archive; `null` if unknown or expired, or if its delivery is revoked, locked or expired. */
export async function openArchive(sql: Sql, token: string): Promise<OpenArchive | null> {
  type Found = Omit<OpenArchive, 'filename'> & { addressLine1: string | null }
  const [found] = await sql.query<Found>(FIND, [hashSecret(token)])
  if (!found) return null
  const { addressLine1, ...archive } = found
  return { ...archive, filename: archiveFilename(addressLine1, found.size) }
}

/** An archive's files, in gallery order; `null` if one was deleted. */
export async function archivedFiles(
  sql: Sql,
  archive: OpenArchive,
): Promise<ArchivedFile[] | null> {
  const { organizationId, mediaIds, size } = archive
  const found = await archiveFiles(sql, archive, mediaIds)
  const byId = new Map(found.map((file) => [file.mediaId, file]))
  // In the stored order, so that reordering the gallery doesn't change the archive.
  const files = mediaIds.flatMap((id) => asSent(organizationId, byId.get(id), size) ?? [])
  return files.length < mediaIds.length ? null : files
}

function asSent(
  organizationId: string,
  file: ArchiveFile | undefined,
  size: ArchiveSize,
): ArchivedFile | null {
  if (!file || file.crc32 === null) return null
  const { mediaId, filename, key, crc32, keySecret, mlsSize, mlsCrc32 } = file
  const modifiedAt = new Date(file.createdAt)
  if (size === 'original' || keySecret === null || mlsSize === null || mlsCrc32 === null) {
    return { mediaId, filename, key, sizeBytes: file.size, crc32, modifiedAt }
  }
  return {
    mediaId,
    filename: `${filename.replace(/\.[^.]*$/, '')}.jpg`,
    key: derivativeKey(organizationId, keySecret, 'mls'),
    sizeBytes: mlsSize,
    crc32: mlsCrc32,
    modifiedAt,
  }
}

const COUNT = `
  update client_deliveries set download_count = download_count + 1
  where organization_id = $1 and id = $2 and not ${isFrozen('client_deliveries.organization_id')}`

/** Counts a download of a delivery's archive, unless a move froze the organization. */
export async function countDownload(
  sql: Sql,
  { organizationId, deliveryId }: OpenArchive,
): Promise<void> {
  if (deliveryId !== null) await sql.query(COUNT, [organizationId, deliveryId])
}

/** A candidate file for an archive. */
interface ArchiveFile {
  mediaId: string
  filename: string
  key: string
  size: number
  createdAt: string
  /** `null` until a media process has read the file. */
  crc32: number | null
  /** `null` without a preview row. */
  state: string | null
  keySecret: Buffer | null
  /** Bytes of the MLS size, if any. */
  mlsSize: number | null
  mlsCrc32: number | null
}

// Only columns that the media role may read.
const FILES = `
  select media.id as "mediaId", media.filename, media.key, media.size, media.created_at as "createdAt",
    preview.crc32, preview.state, preview.key_secret as "keySecret", preview.mls_size as "mlsSize",
    preview.mls_crc32 as "mlsCrc32"
  from media left join media_previews as preview
    on preview.organization_id = media.organization_id and preview.media_id = media.id
  where media.organization_id = $1 and media.project_id = $2`

const CURRENT = `${FILES} and media.replaced_by_media_id is null order by media.position, media.id`
const NAMED = `${FILES} and media.id = any ($3)
  order by array_position($3::uuid[], media.id), media.position, media.id`

/** A project's media in order; with `mediaIds`, those that exist, in that order. */
function archiveFiles(
  sql: Sql,
  { organizationId, projectId }: Pick<NewArchive, 'organizationId' | 'projectId'>,
  mediaIds: readonly string[] | null,
): Promise<ArchiveFile[]> {
  const project = [organizationId, projectId]
  return mediaIds === null
    ? sql.query<ArchiveFile>(CURRENT, project)
    : sql.query<ArchiveFile>(NAMED, [...project, mediaIds])
}
