// Raw SQL: a batch.
import type { Sql } from '@mediajobs/db'
import { CHANGE_TIME, changeTime, media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray } from 'drizzle-orm'
import { conflict } from '../shared/errors.ts'
import type { FoundUpload } from './find-uploads.ts'
import { expectMediaOf, type FilePath, isMedia, type MediaRow } from './media.ts'

type MediaColumns = MediaRow['media']

/**
 * The media that new files replace, by id.
 *
 * @throws {OperationError} `not_found`, `invalid` for media of another project, `conflict` (`media_replaced`) if
 *   another version has replaced one.
 */
export async function findReplaced(
  sql: Sql,
  orgId: string,
  projectId: string,
  found: readonly FoundUpload[],
  pathOf: FilePath,
): Promise<ReadonlyMap<string, MediaColumns>> {
  const field = 'replacesMediaId'
  const named = found.flatMap(({ file, index }) =>
    file[field] == null ? [] : { id: file[field], path: pathOf(index), field },
  )
  if (named.length === 0) return new Map()
  await expectMediaOf(sql, { organizationId: orgId, id: projectId }, ...named)
  const ids = named.map(({ id }) => id)
  const rows = await sql.orm
    .select()
    .from(media)
    .where(and(eq(media.organizationId, orgId), inArray(media.id, ids)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, path } of named) {
    const newer = byId.get(id)?.replacedByMediaId
    if (newer == null) continue
    const place = path && `${path}${field}: `
    throw conflict(
      'media_replaced',
      `${place}The media item ${id} was already replaced by ${newer}. Check that one first.`,
    ).at(`${path}${field}`)
  }
  return byId
}

/** What a new version inherits from the one it replaces: its place and, unless the file names another, its original. */
export function keptOf(
  { file }: FoundUpload,
  replaced: MediaColumns,
): Partial<Omit<MediaColumns, 'id'>> {
  const { position, alteredFromMediaId, alterationKind, alterationNote } = replaced
  if (file.alteredFromMediaId !== undefined || file.alteration !== undefined) return { position }
  return { position, alteredFromMediaId, alterationKind, alterationNote }
}

const REPLACE = `
  update media set replaced_by_media_id = newer.id, updated_at = ${CHANGE_TIME}
  from unnest($2::uuid[], $3::uuid[]) as newer (replaced_id, id)
  where media.organization_id = $1 and media.id = newer.replaced_id`

/** Links replaced media to their new versions. */
export async function linkReplaced(
  tx: Tx,
  orgId: string,
  made: readonly { id: string; replacesMediaId: string | null }[],
): Promise<void> {
  const pairs = made.filter(({ replacesMediaId }) => replacesMediaId !== null)
  if (pairs.length === 0) return
  const replaced = pairs.map(({ replacesMediaId }) => replacesMediaId)
  await tx.query(REPLACE, [orgId, replaced, pairs.map(({ id }) => id)])
}

/** Closes the gap left by a deleted version: without a newer one, the previous one gets its place back. */
export async function closeGap(tx: Tx, deleted: MediaColumns): Promise<void> {
  const { organizationId, replacesMediaId, replacedByMediaId, position } = deleted
  if (replacesMediaId !== null) {
    await tx.orm
      .update(media)
      .set({
        replacedByMediaId,
        ...(replacedByMediaId === null && { position }),
        updatedAt: changeTime,
      })
      .where(isMedia(organizationId, replacesMediaId))
  }
  if (replacedByMediaId !== null) {
    await tx.orm
      .update(media)
      .set({ replacesMediaId, updatedAt: changeTime })
      .where(isMedia(organizationId, replacedByMediaId))
  }
}
