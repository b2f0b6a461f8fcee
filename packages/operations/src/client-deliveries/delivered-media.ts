import { type Placeholders, preparedQuery, type Sql } from '@mediajobs/db'
import { media, mediaPreviews, publicOriginals } from '@mediajobs/db/schema'
import { and, eq } from 'drizzle-orm'
import { type Alteration, alterationOf, isMediaPreview, isOfProject } from '../media/media.ts'
import { type CdnUrl, type Preview, previewColumns, previewOf } from '../previews.ts'
import { originalsUrl } from '../public-originals.ts'
import type { DeliveryLinks, DeliveryRow } from './delivery.ts'

type MediaColumns = typeof media.$inferSelect

/** A file's columns visible to clients. */
const fileColumns = {
  id: media.id,
  type: media.type,
  filename: media.filename,
  contentType: media.contentType,
  size: media.size,
  cdnUrl: media.cdnUrl,
  position: media.position,
  /** When a property website went live. */
  publishedAt: media.publishedAt,
}

/** A delivered file. */
export interface DeliveredMedia extends Pick<MediaColumns, keyof typeof fileColumns> {
  /** Bytes in an MLS archive: of the MLS size, or else of the original. */
  mlsBytes: number
  preview: Preview | null
  alteration: Alteration | null
  /** The public page of an altered picture. */
  originalsUrl: string | null
  alteredFrom: OriginalMedia | null
}

/** The original of an altered photo, or the version before a change; only the id if deleted. */
export interface OriginalMedia {
  id: string
  filename: string | null
  cdnUrl: string | null
  deleted: boolean
  preview: Preview | null
}

/** A delivery's files, and the earlier and later versions of each. */
export interface Delivered {
  files: DeliveredFile[]
  /** The newest delivered version of a media item, if any. */
  versionOf(id: string): string | undefined
  /** A replaced media item not in the delivery. */
  replaced(id: string): OriginalMedia | undefined
}

export interface DeliveredFile {
  file: DeliveredMedia
  /** An archive needs the original's checksum. */
  hasChecksum: boolean
}

const isMediaPage = and(
  eq(publicOriginals.organizationId, media.organizationId),
  eq(publicOriginals.mediaId, media.id),
)

/**
 * A delivery's existing files, in the delivered order. Reads all media of the project at once, originals included: a
 * self-join of 1,000 media can take seconds.
 */
export async function filesOf(
  sql: Sql,
  {
    organizationId: orgId,
    projectId,
    mediaIds,
  }: Pick<DeliveryRow, 'organizationId' | 'projectId' | 'mediaIds'>,
  links: Pick<DeliveryLinks, 'cdnUrl' | 'deliveryBaseUrl'>,
): Promise<Delivered> {
  const rows = await readMedia(sql, { orgId, projectId })
  const byId = new Map(rows.map((row) => [row.file.id, row]))
  const shown = mediaIds.flatMap((id) => byId.get(id) ?? [])
  const delivered = new Set(mediaIds)
  const files = shown.map((row) => ({
    file: {
      ...row.file,
      mlsBytes: row.mlsBytes ?? row.file.size,
      preview: previewOf(orgId, row.preview, links.cdnUrl),
      alteration: alterationOf(row),
      originalsUrl:
        row.publicId === null ? null : originalsUrl(links.deliveryBaseUrl, row.publicId),
      alteredFrom:
        row.alteredFromId === null
          ? null
          : originalOf(row.alteredFromId, byId, orgId, links.cdnUrl),
    },
    hasChecksum: row.crc32 !== null,
  }))
  return {
    files,
    versionOf(id) {
      let found: string | undefined
      for (let row = byId.get(id); row; row = byId.get(row.replacedById ?? '')) {
        if (delivered.has(row.file.id)) found = row.file.id
      }
      return found
    },
    replaced(id) {
      const isHidden = byId.get(id)?.replacedById != null && !delivered.has(id)
      return isHidden ? originalOf(id, byId, orgId, links.cdnUrl) : undefined
    },
  }
}

type Row = Awaited<ReturnType<typeof readMedia>>[number]

const readMedia = preparedQuery((orm, value: Placeholders<'orgId' | 'projectId'>) =>
  orm
    .select({
      file: fileColumns,
      alteredFromId: media.alteredFromMediaId,
      replacedById: media.replacedByMediaId,
      alterationKind: media.alterationKind,
      alterationNote: media.alterationNote,
      preview: previewColumns,
      crc32: mediaPreviews.crc32,
      mlsBytes: mediaPreviews.mlsSize,
      publicId: publicOriginals.publicId,
    })
    .from(media)
    .leftJoin(mediaPreviews, isMediaPreview)
    .leftJoin(publicOriginals, isMediaPage)
    .where(isOfProject(value('orgId'), value('projectId'))),
)

function originalOf(
  id: string,
  byId: ReadonlyMap<string, Row>,
  orgId: string,
  cdnUrl: CdnUrl,
): OriginalMedia {
  const found = byId.get(id)
  if (!found) return { id, filename: null, cdnUrl: null, deleted: true, preview: null }
  const { filename, cdnUrl: url } = found.file
  const preview = previewOf(orgId, found.preview, cdnUrl)
  return { id, filename, cdnUrl: url, deleted: false, preview }
}

/** The archive of all of a client delivery's files. */
export interface ArchiveOfDelivery {
  /** NONE: no files, or no archives offered. PREPARING: checksums are missing. */
  state: 'READY' | 'PREPARING' | 'NONE'
  originalBytes: number
  mlsBytes: number
}

export function archiveOf(
  files: readonly DeliveredFile[],
  hasArchives: boolean,
): ArchiveOfDelivery {
  let originalBytes = 0
  let mlsBytes = 0
  for (const { file } of files) {
    originalBytes += file.size
    mlsBytes += file.mlsBytes
  }
  const state = files.every(({ hasChecksum }) => hasChecksum) ? 'READY' : 'PREPARING'
  return {
    state: hasArchives && files.length > 0 ? state : 'NONE',
    originalBytes,
    mlsBytes,
  }
}
