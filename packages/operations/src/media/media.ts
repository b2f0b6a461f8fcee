import type { Sql } from '@mediajobs/db'
import { media, mediaPreviews } from '@mediajobs/db/schema'
import { type AlterationKind, MAX_MEDIA_OF_PROJECT } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import {
  type CdnUrl,
  type Preview,
  type PreviewRow,
  previewColumns,
  previewOf,
} from '../previews.ts'
import { conflict, notFound, type OperationError } from '../shared/errors.ts'

type MediaColumns = typeof media.$inferSelect

/** What was done to an altered picture. */
export interface Alteration {
  kind: AlterationKind
  /** Free text for people. */
  note: string | null
}

export interface Media extends Omit<MediaColumns, 'alterationKind' | 'alterationNote'> {
  alteration: Alteration | null
  /** Null for a medium that was confirmed before there were previews. */
  preview: Preview | null
}

/** A medium as {@link selectMedia} reads it. */
export interface MediaRow {
  media: MediaColumns
  preview: PreviewRow | null
}

/** SQL condition: the row is the media item `id` of `orgId`. */
export function isMedia(orgId: string, id: string) {
  return and(eq(media.organizationId, orgId), eq(media.id, id))
}

/** SQL condition: the preview belongs to the medium. */
export const isItsPreview = and(
  eq(mediaPreviews.organizationId, media.organizationId),
  eq(mediaPreviews.mediaId, media.id),
)

/** A query of media, each with its preview: rows of {@link MediaRow}. */
export function selectMedia({ orm }: Sql) {
  return orm
    .select({ media, preview: previewColumns })
    .from(media)
    .leftJoin(mediaPreviews, isItsPreview)
}

export function toMedia({ media: columns, preview }: MediaRow, cdnUrl: CdnUrl): Media {
  const { alterationKind, alterationNote, ...rest } = columns
  return {
    ...rest,
    alteration: alterationOf(columns),
    preview: previewOf(rest.organizationId, preview, cdnUrl),
  }
}

export function alterationOf({
  alterationKind: kind,
  alterationNote: note,
}: Pick<MediaColumns, 'alterationKind' | 'alterationNote'>): Alteration | null {
  return kind === null ? null : { kind, note }
}

/** Reads a media item and locks it until the commit. @throws `not_found`. */
export async function lockMedia(tx: Tx, orgId: string, id: string): Promise<MediaRow> {
  const [locked] = await selectMedia(tx).where(isMedia(orgId, id)).for('update', { of: media })
  if (!locked) throw notFound()
  return locked
}

/** The project of a media item. @throws `not_found`. */
export async function projectOf({ orm }: Sql, orgId: string, id: string): Promise<string> {
  const [found] = await orm
    .select({ projectId: media.projectId })
    .from(media)
    .where(isMedia(orgId, id))
  if (!found) throw notFound()
  return found.projectId
}

/** SQL condition: the row is a media item of the project. */
export function isOfProject(orgId: string, projectId: string) {
  return and(eq(media.organizationId, orgId), eq(media.projectId, projectId))
}

export function tooManyMedia(): OperationError {
  return conflict(
    'too_many_media',
    `A project holds at most ${MAX_MEDIA_OF_PROJECT} media. Delete some first.`,
  )
}
