// Raw SQL: a batch.
import { one } from '@mediajobs/db'
import { CHANGE_TIME, changeTime, media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import type { CdnUrl } from '../previews.ts'
import { lockProject } from '../projects/project.ts'
import { correctPage, keepObjectOfPages, refusePublished } from '../public-originals.ts'
import { conflict, invalid, missingAt } from '../shared/errors.ts'
import type { Page } from '../shared/paging.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import {
  type Alteration,
  expectMediaOf,
  isCurrent,
  isMedia,
  isOfProject,
  listMedia,
  lockMedia,
  type Media,
  projectOf,
  toMedia,
} from './media.ts'
import { removeDerivatives, removeObjects } from './object-removals.ts'
import { closeGap } from './versions.ts'

export interface MediaInput {
  /** Doesn't change the URL. */
  filename?: string
  /** The original of an altered picture. Null also clears the alteration. */
  alteredFromMediaId?: string | null
  alteration?: { kind: Alteration['kind']; note?: string | null } | null
}

/**
 * Changes a media item. A no-op if nothing differs.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `invalid` for a bad original or alteration, `conflict`
 *   (`original_published`) for a new original of a picture with a public page.
 */
export async function updateMedia(
  tx: Tx,
  orgId: string,
  id: string,
  input: MediaInput,
  cdnUrl: CdnUrl,
  isExpected?: IsExpected<Media>,
): Promise<Media> {
  const changesPair = input.alteredFromMediaId !== undefined || input.alteration !== undefined
  // A delivery publishes altered pictures with their originals, so changing such a pair locks the project, always
  // before the media item.
  if (changesPair) await lockProject(tx, orgId, await projectOf(tx, orgId, id))
  const locked = await lockMedia(tx, orgId, id)
  const before = toMedia(locked, cdnUrl)
  const { filename = before.filename } = input
  const wanted = { filename, ...(changesPair && pairOf(before, input)) }
  const changed = changedFields<Partial<Media>>(before, wanted)
  const { alteration, alteredFromMediaId } = { ...before, ...wanted }
  const field = 'alteredFromMediaId'
  const isNewOriginal = changed.includes(field)
  if (isNewOriginal && alteredFromMediaId !== null) {
    const project = { organizationId: orgId, id: before.projectId }
    await expectMediaOf(tx, project, { id: alteredFromMediaId, path: '', field })
  }
  expectRecord(before, isExpected)
  if (changed.length === 0) return before
  if (isNewOriginal || (changesPair && alteration === null)) await refusePublished(tx, orgId, id)
  else if (changesPair && alteration) await correctPage(tx, orgId, id, alteration)
  const updated = await tx.orm
    .update(media)
    .set({
      filename,
      alteredFromMediaId,
      alterationKind: alteration?.kind ?? null,
      alterationNote: alteration?.note ?? null,
      updatedAt: changeTime,
    })
    .where(isMedia(orgId, id))
    .returning()
  return toMedia({ ...locked, media: one(updated, 'the update of a locked media item') }, cdnUrl)
}

/** The pair after the change. @throws `invalid` for an alteration without its original. */
function pairOf(
  before: Media,
  input: MediaInput,
): Pick<Media, 'alteredFromMediaId' | 'alteration'> {
  const { alteredFromMediaId = before.alteredFromMediaId } = input
  if (alteredFromMediaId === before.id) {
    throw invalid('alteredFromMediaId', 'not_allowed', 'is the media item itself')
  }
  if (alteredFromMediaId === null) {
    if (input.alteration) throw invalid('alteration', 'not_allowed', 'needs alteredFromMediaId')
    return { alteredFromMediaId, alteration: null }
  }
  if (input.alteration === undefined) return { alteredFromMediaId, alteration: before.alteration }
  const alteration = input.alteration && { note: null, ...input.alteration }
  return { alteredFromMediaId, alteration }
}

/**
 * Deletes a media item, and after the commit its objects, except a picture shown on a public page. Pictures altered
 * from it keep its id. The version it replaced gets its place back.
 *
 * @throws {OperationError} `not_found`; `precondition_failed`; `conflict` (`original_delivered`) for the original of a
 *   delivered picture.
 */
export async function deleteMedia(
  tx: Tx,
  orgId: string,
  id: string,
  cdnUrl: CdnUrl,
  isExpected?: IsExpected<Media>,
): Promise<void> {
  const projectId = await projectOf(tx, orgId, id)
  const { status } = await lockProject(tx, orgId, projectId)
  const locked = await lockMedia(tx, orgId, id)
  expectRecord(toMedia(locked, cdnUrl), isExpected)
  if (status === 'DELIVERED') await refuseOriginal(tx, orgId, projectId, id)
  await tx.orm.delete(media).where(isMedia(orgId, id))
  await closeGap(tx, locked.media)
  const kept = await keepObjectOfPages(tx, locked.media, locked.preview)
  if (kept !== locked.media.key) await removeObjects(tx, orgId, [locked.media.key])
  if (locked.preview) await removeDerivatives(tx, orgId, [locked.preview], kept)
}

// docs/contract.md#c11-original-delivered: the client must be able to see the original.
async function refuseOriginal(tx: Tx, orgId: string, projectId: string, id: string): Promise<void> {
  const [altered] = await tx.orm
    .select({ id: media.id })
    .from(media)
    .where(and(isOfProject(orgId, projectId), eq(media.alteredFromMediaId, id)))
    .limit(1)
  if (!altered) return
  throw conflict(
    'original_delivered',
    `The delivered picture ${altered.id} was altered from this one. Delete it first.`,
  )
}

const REORDER = `
  update media set position = wanted.position, updated_at = ${CHANGE_TIME}
  from unnest($3::uuid[]) with ordinality as wanted (id, position)
  where media.organization_id = $1 and media.project_id = $2 and media.id = wanted.id
    and media.position <> wanted.position`

/**
 * Reorders a project's media to `mediaIds`, a permutation of their ids, and returns the list.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a missing, repeated or unknown id.
 */
export async function reorderMedia(
  tx: Tx,
  orgId: string,
  projectId: string,
  mediaIds: readonly string[],
  cdnUrl: CdnUrl,
): Promise<Page<Media>> {
  // The lock keeps media from being added, replaced or deleted.
  await lockProject(tx, orgId, projectId).catch(missingAt('projectId'))
  const rows = await tx.orm
    .select({ id: media.id })
    .from(media)
    .where(and(isOfProject(orgId, projectId), isCurrent))
  const present = new Set(rows.map(({ id }) => id))
  const named = new Set(mediaIds)
  const isWhole =
    mediaIds.length === present.size &&
    named.size === present.size &&
    mediaIds.every((id) => present.has(id))
  if (!isWhole)
    throw invalid('mediaIds', 'not_allowed', 'must list all media of the project exactly once')
  await tx.query(REORDER, [orgId, projectId, mediaIds])
  return listMedia(tx, orgId, projectId, cdnUrl)
}
