import { newId } from '@mediajobs/db'
import { media, mediaUploads } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, asc, count, eq, inArray, max } from 'drizzle-orm'
import { lockProject } from '../projects/project.ts'
import { expectOriginals } from './altered-from.ts'
import { type FoundUpload, readRecords } from './find-uploads.ts'
import { isOfProject, MAX_MEDIA_OF_PROJECT, type Media, tooManyMedia } from './media.ts'
import { removeObjects } from './object-removals.ts'
import { type FilePath, STAGING_SECONDS, type Upload } from './upload.ts'

/** An upload was swept, or its media item deleted, while its bytes were being copied. */
export class UploadGone extends Error {
  readonly found: FoundUpload

  constructor(found: FoundUpload) {
    super('the upload is gone')
    this.found = found
  }
}

const MARK = `
  update media_uploads set media_id = confirmed.media_id
  from unnest($2::uuid[], $3::uuid[]) as confirmed (id, media_id)
  where media_uploads.organization_id = $1 and media_uploads.id = confirmed.id`

/**
 * Makes the records of uploads whose bytes are in their place, behind the project's last one; what
 * another confirm has recorded meanwhile stays as it is. Answers all of them, and whether any is new.
 *
 * @throws {OperationError} `conflict` (`too_many_media`), or as in `expectOriginals`.
 * @throws {UploadGone}
 */
export async function recordMedia(
  tx: Tx,
  orgId: string,
  projectId: string,
  found: readonly FoundUpload[],
  pathOf: FilePath,
): Promise<{ records: Media[]; isNew: boolean }> {
  await lockProject(tx, orgId, projectId)
  const uploads = await lockUploads(tx, orgId, found)
  const known = await readRecords(tx, orgId, [...uploads.values()])
  const fresh = found.filter((one) => {
    const { mediaId = null, sweptAt = null } = uploads.get(one.upload.id) ?? {}
    if (sweptAt || (mediaId && !known.has(mediaId))) throw new UploadGone(one)
    return mediaId === null
  })
  await expectOriginals(tx, orgId, projectId, fresh, pathOf)
  const made = await insertMedia(tx, orgId, projectId, fresh)
  const byKey = new Map([...known.values(), ...made].map((record) => [record.key, record]))
  const records = found.flatMap(({ upload }) => byKey.get(upload.key) ?? [])
  return { records, isNew: made.length > 0 }
}

async function lockUploads(
  tx: Tx,
  orgId: string,
  found: readonly FoundUpload[],
): Promise<ReadonlyMap<string, Upload>> {
  const ids = found.map(({ upload }) => upload.id)
  const rows = await tx.orm
    .select()
    .from(mediaUploads)
    .where(and(eq(mediaUploads.organizationId, orgId), inArray(mediaUploads.id, ids)))
    .orderBy(asc(mediaUploads.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

async function insertMedia(
  tx: Tx,
  orgId: string,
  projectId: string,
  fresh: readonly FoundUpload[],
): Promise<Media[]> {
  if (fresh.length === 0) return []
  const [place] = await tx.orm
    .select({ count: count(), last: max(media.position) })
    .from(media)
    .where(isOfProject(orgId, projectId))
  const { count: present = 0, last = null } = place ?? {}
  if (present + fresh.length > MAX_MEDIA_OF_PROJECT) throw tooManyMedia()
  const made = await tx.orm
    .insert(media)
    .values(
      fresh.map(({ file, upload }, at) => ({
        organizationId: orgId,
        id: newId(),
        projectId,
        type: upload.type,
        filename: file.filename,
        key: upload.key,
        contentType: upload.contentType,
        size: file.size,
        cdnUrl: upload.cdnUrl,
        position: (last ?? 0) + at + 1,
        alteredFromMediaId: file.alteredFromMediaId ?? null,
      })),
    )
    .returning()
  const idOf = new Map(made.map(({ key, id }) => [key, id]))
  const uploadIds = fresh.map(({ upload }) => upload.id)
  const mediaIds = fresh.map(({ upload }) => idOf.get(upload.key) ?? null)
  const stagingKeys = fresh.map(({ upload }) => upload.stagingKey)
  await Promise.all([
    tx.query(MARK, [orgId, uploadIds, mediaIds]),
    removeObjects(tx, orgId, stagingKeys, STAGING_SECONDS),
  ])
  return made
}
