import { one } from '@mediajobs/db'
import { changeTime, media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import type { CdnUrl } from '../previews.ts'
import { lockProject } from '../projects/project.ts'
import { correctPage, refusePublished } from '../public-originals.ts'
import { invalid } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import { type Alteration, isMedia, lockMedia, type Media, projectOf, toMedia } from './media.ts'
import { expectMediaOf } from './media-of-project.ts'

/** The fields of a media item that can be changed. A field that is left out does not change. */
export interface MediaInput {
  /** The URL of the file does not change with it. */
  filename?: string
  /** The original of an altered picture. Null also clears the alteration. */
  alteredFromMediaId?: string | null
  alteration?: { kind: Alteration['kind']; note?: string | null } | null
}

/**
 * Changes a media item. A request with the present values changes nothing.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `invalid` for a wrong original or alteration,
 *   `conflict` (`original_published`) for another original of a picture that has a public page.
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
  // A delivery publishes the pairs, so a change of a pair locks the project. The project is locked before the
  // media item, as in every other change of both.
  if (changesPair) await lockProject(tx, orgId, await projectOf(tx, orgId, id))
  const locked = await lockMedia(tx, orgId, id)
  const before = toMedia(locked, cdnUrl)
  const { filename = before.filename } = input
  const wanted = { filename, ...(changesPair && pairOf(before, input)) }
  const changed = changedFields<Partial<Media>>(before, wanted)
  await expectOriginal(tx, { ...before, ...wanted }, changed)
  expectRecord(before, isExpected)
  if (changed.length === 0) return before
  if (changesPair) await changePair(tx, before, { ...before, ...wanted }, changed)
  const { alteration, ...rest } = wanted
  const columns = alteration === undefined ? {} : columnsOf(alteration)
  const updated = await tx.orm
    .update(media)
    .set({ ...rest, ...columns, updatedAt: changeTime })
    .where(isMedia(orgId, id))
    .returning()
  return toMedia({ ...locked, media: one(updated, 'the update of a locked media item') }, cdnUrl)
}

type Pair = Pick<Media, 'alteredFromMediaId' | 'alteration'>

/** The pair after the change. @throws `invalid` for an alteration without its original. */
function pairOf(before: Media, input: MediaInput): Pair {
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

async function expectOriginal(
  tx: Tx,
  { organizationId, projectId, alteredFromMediaId }: Media,
  changed: readonly string[],
): Promise<void> {
  if (!changed.includes('alteredFromMediaId') || alteredFromMediaId === null) return
  const project = { organizationId, id: projectId }
  await expectMediaOf(tx, project, alteredFromMediaId, 'alteredFromMediaId')
}

async function changePair(
  tx: Tx,
  { organizationId, id }: Media,
  after: Pair,
  changed: readonly string[],
): Promise<void> {
  const isNewOriginal = changed.includes('alteredFromMediaId')
  if (isNewOriginal || after.alteration === null) await refusePublished(tx, organizationId, id)
  else await correctPage(tx, organizationId, id, after.alteration)
}

function columnsOf(alteration: Alteration | null) {
  return {
    alterationKind: alteration?.kind ?? null,
    alterationNote: alteration?.note ?? null,
  }
}
