import type { Sql } from '@mediajobs/db'
import { isAway, isFrozen } from '@mediajobs/db/schema'
import { type ArchiveSize, derivativeKey, hashSecret } from '@mediajobs/domain'
import { type ArchiveFile, archiveFiles } from './archive-files.ts'
import { archiveFilename } from './archive-name.ts'

/** A file of an archive, as it is sent. */
export interface ArchivedFile {
  /** As it was uploaded: it may be unsafe, and several files may have the same one. */
  filename: string
  key: string
  sizeBytes: number
  crc32: number
  modifiedAt: Date
}

/** An archive that can be read now. */
export interface OpenArchive {
  organizationId: string
  id: string
  projectId: string
  deliveryId: string | null
  filename: string
  size: ArchiveSize
  /** In the order of the gallery. */
  mediaIds: readonly string[]
  /** Another one when a file was renamed, made anew or deleted. */
  version: string
}

type Row = Omit<OpenArchive, 'filename'> & { addressLine1: string | null }

// The archive of a delivery ends with its link. The version has all that can change of what `archivedFiles` reads.
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
    and (delivery.expires_at is null or delivery.expires_at > clock_timestamp())`

/** @returns `null` for a token that is unknown or has ended */
export async function openArchive(sql: Sql, token: string): Promise<OpenArchive | null> {
  const [row] = await sql.query<Row>(FIND, [hashSecret(token)])
  if (!row) return null
  const { addressLine1, ...archive } = row
  return { ...archive, filename: archiveFilename(addressLine1, row.size) }
}

/** The files of an archive, in the order of the gallery. @returns `null` when one of them was deleted */
export async function archivedFiles(
  sql: Sql,
  { organizationId, projectId, mediaIds, size }: OpenArchive,
): Promise<ArchivedFile[] | null> {
  const found = await archiveFiles(sql, organizationId, projectId, mediaIds)
  const byId = new Map(found.map((file) => [file.mediaId, file]))
  // In the order of the request, so that the archive stays the same when the gallery is sorted later.
  const files = mediaIds.flatMap((id) => asSent(organizationId, byId.get(id), size) ?? [])
  return files.length < mediaIds.length ? null : files
}

function asSent(
  organizationId: string,
  file: ArchiveFile | undefined,
  size: ArchiveSize,
): ArchivedFile | null {
  if (!file || file.crc32 === null) return null
  const { filename, key, crc32, keySecret, mlsSize, mlsCrc32 } = file
  const modifiedAt = new Date(file.createdAt)
  if (size === 'original' || keySecret === null || mlsSize === null || mlsCrc32 === null) {
    return { filename, key, sizeBytes: file.size, crc32, modifiedAt }
  }
  return {
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

/** Counts the start of a download of a delivery's archive. Not while a move has frozen the organization. */
export async function countDownload(
  sql: Sql,
  { organizationId, deliveryId }: OpenArchive,
): Promise<void> {
  if (deliveryId !== null) await sql.query(COUNT, [organizationId, deliveryId])
}
