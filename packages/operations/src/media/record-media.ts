import { randomBytes } from 'node:crypto'
import { newId, selectList } from '@mediajobs/db'
import { media, mediaPreviews, mediaUploads } from '@mediajobs/db/schema'
import { MAX_MEDIA_OF_PROJECT } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { type PreviewRow, previewColumns } from '../previews.ts'
import { lockProject } from '../projects/project.ts'
import { type FoundUpload, readRecords } from './find-uploads.ts'
import { type MediaRow, tooManyMedia } from './media.ts'
import { expectOriginals } from './media-of-project.ts'
import { removeObjects } from './object-removals.ts'
import { type FilePath, STAGING_SECONDS, type Upload } from './upload.ts'

/** The upload was swept, or its media item was deleted, while its bytes were copied. */
export class UploadGone extends Error {
  readonly found: FoundUpload

  constructor(found: FoundUpload) {
    super('the upload is gone')
    this.found = found
  }
}

// The length of a SHA-256 hash: `derivativeKey` hashes these random bytes with the name of a derivative.
const KEY_SECRET_BYTES = 32

/** The media that the project has already. */
interface Present {
  count: number
  /** The position of the last one. */
  position: number
}

const LOCK_UPLOADS = `
  select ${selectList(mediaUploads)} from media_uploads
  where organization_id = $1 and id = any ($2::uuid[])
  order by id for update`

const PRESENT = `
  select count(*) as count, coalesce(max(position), 0) as position
  from media where organization_id = $1 and project_id = $2`

const MARK = `
  update media_uploads set media_id = confirmed.media_id
  from unnest($2::uuid[], $3::uuid[]) as confirmed (id, media_id)
  where media_uploads.organization_id = $1 and media_uploads.id = confirmed.id`

/**
 * Writes the records of uploads whose bytes are copied. They come after the last media of the project. A
 * record that another confirm has written meanwhile stays. Returns all records, and whether any is new.
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
): Promise<{ records: MediaRow[]; isNew: boolean }> {
  // Sent together, run in this order: the project is locked before the other two read.
  const [, uploads, [present]] = await Promise.all([
    lockProject(tx, orgId, projectId),
    lockUploads(tx, orgId, found),
    tx.query<Present>(PRESENT, [orgId, projectId]),
  ])
  const known = await readRecords(tx, orgId, [...uploads.values()])
  const fresh = found.filter((one) => {
    const { mediaId = null, sweptAt = null } = uploads.get(one.upload.id) ?? {}
    if (sweptAt || (mediaId && !known.has(mediaId))) throw new UploadGone(one)
    return mediaId === null
  })
  await expectOriginals(tx, orgId, projectId, fresh, pathOf)
  const made = await insertMedia(tx, orgId, fresh, present)
  const byKey = new Map([...known.values(), ...made].map((row) => [row.media.key, row]))
  const records = found.flatMap(({ upload }) => byKey.get(upload.key) ?? [])
  return { records, isNew: made.length > 0 }
}

async function lockUploads(
  tx: Tx,
  orgId: string,
  found: readonly FoundUpload[],
): Promise<ReadonlyMap<string, Upload>> {
  const ids = found.map(({ upload }) => upload.id)
  const rows = await tx.query<Upload>(LOCK_UPLOADS, [orgId, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

async function insertMedia(
  tx: Tx,
  orgId: string,
  fresh: readonly FoundUpload[],
  present: Present = { count: 0, position: 0 },
): Promise<MediaRow[]> {
  if (fresh.length === 0) return []
  if (present.count + fresh.length > MAX_MEDIA_OF_PROJECT) throw tooManyMedia()
  const records = fresh.map(({ file, upload }, at) => ({
    organizationId: orgId,
    id: newId(),
    projectId: upload.projectId,
    type: upload.type,
    filename: file.filename,
    key: upload.key,
    contentType: upload.contentType,
    size: file.size,
    cdnUrl: upload.cdnUrl,
    position: present.position + at + 1,
    alteredFromMediaId: file.alteredFromMediaId ?? null,
    alterationKind: file.alteration?.kind ?? null,
    alterationNote: file.alteration?.note ?? null,
  }))
  const uploadIds = fresh.map(({ upload }) => upload.id)
  const mediaIds = records.map(({ id }) => id)
  const stagingKeys = fresh.map(({ upload }) => upload.stagingKey)
  const [made] = await Promise.all([
    tx.orm.insert(media).values(records).returning(),
    tx.query(MARK, [orgId, uploadIds, mediaIds]),
    removeObjects(tx, orgId, stagingKeys, STAGING_SECONDS),
  ])
  const previews = await insertPreviews(tx, orgId, mediaIds)
  return made.map((columns) => ({ media: columns, preview: previews.get(columns.id) ?? null }))
}

/** Makes the preview jobs of new media. A row is PENDING by default: a job that media processes claim (preview-job.ts). */
async function insertPreviews(
  tx: Tx,
  organizationId: string,
  mediaIds: readonly string[],
): Promise<ReadonlyMap<string, PreviewRow>> {
  const rows = await tx.orm
    .insert(mediaPreviews)
    .values(
      mediaIds.map((mediaId) => ({
        organizationId,
        mediaId,
        keySecret: randomBytes(KEY_SECRET_BYTES),
      })),
    )
    .returning({ mediaId: mediaPreviews.mediaId, ...previewColumns })
  return new Map(rows.map((row) => [row.mediaId, row]))
}
