import { type Placeholders, preparedQuery, type Sql } from '@mediajobs/db'
import { media, mediaPreviews, projects } from '@mediajobs/db/schema'
import { type AlterationKind, MAX_MEDIA_OF_PROJECT } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
  type CdnUrl,
  type Preview,
  type PreviewRow,
  previewColumns,
  previewOf,
} from '../previews.ts'
import { isProject, type Project } from '../projects/project.ts'
import { conflict, invalid, notFound, OperationError } from '../shared/errors.ts'
import type { Page } from '../shared/paging.ts'

type MediaColumns = typeof media.$inferSelect

export interface Alteration {
  kind: AlterationKind
  note: string | null
}

export interface Media extends Omit<MediaColumns, 'alterationKind' | 'alterationNote'> {
  alteration: Alteration | null
  preview: Preview | null
}

/** A row of {@link selectMedia}. */
export interface MediaRow {
  media: MediaColumns
  preview: PreviewRow | null
}

/** SQL condition: the media item `id` of `orgId`. */
export function isMedia(orgId: string, id: string) {
  return and(eq(media.organizationId, orgId), eq(media.id, id))
}

/** Join condition of media and their previews. */
export const isMediaPreview = and(
  eq(mediaPreviews.organizationId, media.organizationId),
  eq(mediaPreviews.mediaId, media.id),
)

/** Selects media with their previews. */
export function selectMedia({ orm }: Sql) {
  return orm
    .select({ media, preview: previewColumns })
    .from(media)
    .leftJoin(mediaPreviews, isMediaPreview)
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

/** SQL condition: no newer version has taken its place. */
export const isCurrent = isNull(media.replacedByMediaId)

/** SQL condition: media of the project. */
export function isOfProject(orgId: string | SQLWrapper, projectId: string | SQLWrapper) {
  return and(eq(media.organizationId, orgId), eq(media.projectId, projectId))
}

/** @throws {OperationError} `not_found`. */
export async function getMedia(
  sql: Sql,
  orgId: string,
  id: string,
  cdnUrl: CdnUrl,
): Promise<Media> {
  const [found] = await selectMedia(sql).where(isMedia(orgId, id))
  if (!found) throw notFound()
  return toMedia(found, cdnUrl)
}

/**
 * A project's media in order, on one page.
 *
 * @param includesReplaced whether earlier versions are listed too
 * @throws {OperationError} `not_found`.
 */
export async function listMedia(
  sql: Sql,
  orgId: string,
  projectId: string,
  cdnUrl: CdnUrl,
  includesReplaced = false,
): Promise<Page<Media>> {
  const read = includesReplaced ? readVersions : readCurrent
  const rows = await read(sql, { orgId, projectId })
  if (rows.length === 0) throw notFound()
  const data = rows.flatMap(({ media, preview }) =>
    media ? toMedia({ media, preview }, cdnUrl) : [],
  )
  return { data, nextCursor: null }
}

const mediaOfProject = (condition: SQL | undefined) =>
  preparedQuery((orm, value: Placeholders<'orgId' | 'projectId'>) =>
    orm
      .select({ projectId: projects.id, media, preview: previewColumns })
      .from(projects)
      .leftJoin(
        media,
        and(
          eq(media.organizationId, projects.organizationId),
          eq(media.projectId, projects.id),
          condition,
        ),
      )
      .leftJoin(mediaPreviews, isMediaPreview)
      .where(isProject(value('orgId'), value('projectId')))
      .orderBy(asc(media.position), asc(media.id)),
  )
const readCurrent = mediaOfProject(isCurrent)
const readVersions = mediaOfProject(undefined)

/** Reads a media item and locks it until the commit. @throws `not_found`. */
export async function lockMedia(tx: Tx, orgId: string, id: string): Promise<MediaRow> {
  const [locked] = await selectMedia(tx).where(isMedia(orgId, id)).for('update', { of: media })
  if (!locked) throw notFound()
  return locked
}

/** A media item's project. @throws `not_found`. */
export async function projectOf({ orm }: Sql, orgId: string, id: string): Promise<string> {
  const [found] = await orm
    .select({ projectId: media.projectId })
    .from(media)
    .where(isMedia(orgId, id))
  if (!found) throw notFound()
  return found.projectId
}

/** The path prefix of the n-th file in messages: `files[n].` in a batch, otherwise empty. */
export type FilePath = (index: number) => string

/** {@link notFound} at a field, which the message names in a batch. */
export function notFoundAt(path: string, field: string): OperationError {
  const { kind, code, messages } = notFound()
  const error = path ? new OperationError(kind, code, [`${path}${field}: ${messages}`]) : notFound()
  return error.at(`${path}${field}`)
}

/** A media item referenced by a caller, with the field's path. */
interface NamedMedia {
  id: string
  path: string
  field: string
}

/**
 * Checks that media belong to the project.
 *
 * @throws {OperationError} `not_found`, or `invalid` for media of another project.
 */
export async function expectMediaOf(
  sql: Sql,
  { organizationId, id: projectId }: Pick<Project, 'organizationId' | 'id'>,
  ...named: readonly NamedMedia[]
): Promise<void> {
  if (named.length === 0) return
  const ids = named.map(({ id }) => id)
  const rows = await sql.orm
    .select({ id: media.id, projectId: media.projectId })
    .from(media)
    .where(and(eq(media.organizationId, organizationId), inArray(media.id, ids)))
  const projectOf = new Map(rows.map((row) => [row.id, row.projectId]))
  for (const { id, path, field } of named) {
    if (!projectOf.has(id)) throw notFoundAt(path, field)
    if (projectOf.get(id) !== projectId)
      throw invalid(`${path}${field}`, 'not_allowed', 'is media of another project')
  }
}

export function tooManyMedia(): OperationError {
  return conflict(
    'too_many_media',
    `A project can have at most ${MAX_MEDIA_OF_PROJECT} media. Delete some first.`,
  )
}
