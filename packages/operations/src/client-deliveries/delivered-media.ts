import type { Sql } from '@mediajobs/db'
import { media, mediaPreviews, publicOriginals } from '@mediajobs/db/schema'
import { and, asc, eq } from 'drizzle-orm'
import { type Alteration, alterationOf, isItsPreview, isOfProject } from '../media/media.ts'
import { type CdnUrl, type Preview, previewColumns, previewOf } from '../previews.ts'
import { originalsUrl } from '../public-originals.ts'
import type { DeliveryLinks } from './create-delivery.ts'
import type { DeliveryRow } from './delivery-row.ts'

type MediaColumns = typeof media.$inferSelect

/** The columns of a file that the client sees. */
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
  /** Bytes in an archive of MLS size. A file without this size counts as it was uploaded. */
  mlsBytes: number
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

/** A file of a delivery, with the facts that its archive needs. */
export interface DeliveredFile {
  file: DeliveredMedia
  /** Whether the checksum of the original is known. */
  hasChecksum: boolean
}

const isItsPage = and(
  eq(publicOriginals.organizationId, media.organizationId),
  eq(publicOriginals.mediaId, media.id),
)

/**
 * The files of a delivery that still exist, in the order of its gallery. One statement reads all media of
 * the project: an original is one of them, and a join of 1,000 media with themselves can take seconds.
 */
export async function filesOf(
  sql: Sql,
  { organizationId: orgId, projectId, mediaIds }: DeliveryRow,
  links: DeliveryLinks,
): Promise<DeliveredFile[]> {
  const rows = await readMedia(sql, orgId, projectId)
  const byId = new Map(rows.map((row) => [row.file.id, row]))
  // In the order of the delivery. The positions may have changed since.
  const shown = mediaIds ? mediaIds.flatMap((id) => byId.get(id) ?? []) : rows
  return shown.map((row) => ({
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
}

type Row = Awaited<ReturnType<typeof readMedia>>[number]

function readMedia({ orm }: Sql, orgId: string, projectId: string) {
  return orm
    .select({
      file: fileColumns,
      alteredFromId: media.alteredFromMediaId,
      alterationKind: media.alterationKind,
      alterationNote: media.alterationNote,
      preview: previewColumns,
      crc32: mediaPreviews.crc32,
      mlsBytes: mediaPreviews.mlsSize,
      publicId: publicOriginals.publicId,
    })
    .from(media)
    .leftJoin(mediaPreviews, isItsPreview)
    .leftJoin(publicOriginals, isItsPage)
    .where(isOfProject(orgId, projectId))
    .orderBy(asc(media.position), asc(media.id))
}

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
