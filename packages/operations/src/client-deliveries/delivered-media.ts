import type { Sql } from '@mediajobs/db'
import { media, mediaPreviews, publicOriginals } from '@mediajobs/db/schema'
import { and, asc, eq, sql as raw } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Alteration, alterationOf, isItsPreview, isOfProject } from '../media/media.ts'
import {
  type CdnUrl,
  type Preview,
  type PreviewRow,
  previewColumns,
  previewOf,
} from '../previews/preview.ts'
import { originalsUrl } from '../public-originals/originals-url.ts'
import type { DeliveryLinks } from './create-delivery.ts'
import type { DeliveryRow } from './delivery-row.ts'

type MediaColumns = typeof media.$inferSelect

/** What the client sees of a file. */
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

/** A file of a delivery, with the original of an altered photo. */
export interface DeliveredMedia extends Pick<MediaColumns, keyof typeof fileColumns> {
  preview: Preview | null
  alteration: Alteration | null
  /** The public page of an altered picture. */
  originalsUrl: string | null
  alteredFrom: OriginalMedia | null
}

/** The original of an altered photo. A deleted original has only its id. */
interface OriginalMedia {
  id: string
  filename: string | null
  cdnUrl: string | null
  deleted: boolean
  preview: Preview | null
}

/** A file, and what an archive needs to know of it. */
export interface DeliveredFile {
  file: DeliveredMedia
  /** Whether the checksum of the original is known. */
  isSummed: boolean
  /** Bytes of the MLS size. Null for a file that has none. */
  mlsBytes: number | null
}

const original = alias(media, 'original')
const originalPreview = alias(mediaPreviews, 'original_preview')
const isItsOriginal = and(
  eq(original.organizationId, media.organizationId),
  eq(original.projectId, media.projectId),
  eq(original.id, media.alteredFromMediaId),
)
const isPreviewOfOriginal = and(
  eq(originalPreview.organizationId, original.organizationId),
  eq(originalPreview.mediaId, original.id),
)
const isItsPage = and(
  eq(publicOriginals.organizationId, media.organizationId),
  eq(publicOriginals.mediaId, media.id),
)

/** The files of a delivery that still exist, in the order of its gallery. One statement. */
export async function filesOf(
  sql: Sql,
  delivery: DeliveryRow,
  { cdnUrl, deliveryBaseUrl }: DeliveryLinks,
): Promise<DeliveredFile[]> {
  const { organizationId: orgId, projectId, mediaIds } = delivery
  const rows = await sql.orm
    .select({
      file: fileColumns,
      alteredFromId: media.alteredFromMediaId,
      alterationKind: media.alterationKind,
      alterationNote: media.alterationNote,
      preview: previewColumns,
      crc32: mediaPreviews.crc32,
      mlsBytes: mediaPreviews.mlsSize,
      publicId: publicOriginals.publicId,
      original: { filename: original.filename, cdnUrl: original.cdnUrl },
      originalPreview: {
        state: originalPreview.state,
        width: originalPreview.width,
        height: originalPreview.height,
        colour: originalPreview.colour,
        reason: originalPreview.reason,
        keySecret: originalPreview.keySecret,
      },
    })
    .from(media)
    .leftJoin(mediaPreviews, isItsPreview)
    .leftJoin(publicOriginals, isItsPage)
    .leftJoin(original, isItsOriginal)
    .leftJoin(originalPreview, isPreviewOfOriginal)
    .where(
      and(
        isOfProject(orgId, projectId),
        mediaIds ? raw`${media.id} = any(${raw.param(mediaIds)}::uuid[])` : undefined,
      ),
    )
    .orderBy(asc(media.position), asc(media.id))
  const files = rows.map((row) => ({
    file: {
      ...row.file,
      preview: previewOf(orgId, row.preview, cdnUrl),
      alteration: alterationOf(row),
      originalsUrl: row.publicId === null ? null : originalsUrl(deliveryBaseUrl, row.publicId),
      alteredFrom: originalOf(orgId, row, cdnUrl),
    },
    isSummed: row.crc32 !== null,
    mlsBytes: row.mlsBytes,
  }))
  return mediaIds ? inOrder(files, mediaIds) : files
}

/** As they were delivered. Their positions may have changed since. */
function inOrder(files: readonly DeliveredFile[], mediaIds: readonly string[]): DeliveredFile[] {
  const byId = new Map(files.map((each) => [each.file.id, each]))
  return mediaIds.flatMap((id) => byId.get(id) ?? [])
}

interface RowWithOriginal {
  alteredFromId: string | null
  original: Pick<OriginalMedia, 'filename' | 'cdnUrl'> | null
  originalPreview: PreviewRow | null
}

function originalOf(
  orgId: string,
  { alteredFromId: id, original: found, originalPreview: preview }: RowWithOriginal,
  cdnUrl: CdnUrl,
): OriginalMedia | null {
  if (id === null) return null
  return found
    ? { id, ...found, deleted: false, preview: previewOf(orgId, preview, cdnUrl) }
    : { id, filename: null, cdnUrl: null, deleted: true, preview: null }
}
