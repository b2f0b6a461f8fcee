// Raw SQL: batches.
import { randomBytes } from 'node:crypto'
import { newId, type Sql, selectList } from '@mediajobs/db'
import { media, mediaPreviews, mediaUploads } from '@mediajobs/db/schema'
import { MAX_MEDIA_OF_PROJECT } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Store, Tx } from '@mediajobs/outbox'
import { type PreviewRow, previewColumns } from '../previews.ts'
import { lockProject } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { copyUploads } from './copy-uploads.ts'
import {
  type FoundUpload,
  fieldOf,
  findUploads,
  readRecords,
  type UploadedFile,
} from './find-uploads.ts'
import {
  expectMediaOf,
  type FilePath,
  type Media,
  type MediaRow,
  notFoundAt,
  toMedia,
  tooManyMedia,
} from './media.ts'
import { removeObjects } from './object-removals.ts'
import { STAGING_SECONDS, type Upload } from './presign.ts'
import { findReplaced, keptOf, linkReplaced } from './versions.ts'

/** The files to confirm: all or nothing. */
export interface Confirmation {
  projectId: string
  files: readonly UploadedFile[]
  pathOf: FilePath
}

export interface Confirmed {
  /** In the order of the files. */
  records: Media[]
  /** False if all files were already confirmed. */
  isNew: boolean
}

/**
 * Confirms uploads: copies the bytes to their final keys, then writes all records in one transaction. Both steps are
 * idempotent, after a crash and under concurrency.
 *
 * @throws {OperationError} as in `findUploads`, `copyUploads` and `recordMedia`.
 * @throws {ObjectStoreUnavailable} without writing a record.
 */
export async function confirmUploads(
  store: Pick<Store, 'sql' | 'transaction'>,
  actor: Actor,
  { projectId, files, pathOf }: Confirmation,
  objectStore: ObjectStore,
): Promise<Confirmed> {
  const { organizationId: orgId } = actor
  const find = () => findUploads(store.sql, orgId, projectId, files, pathOf)
  const found = await find()
  const waiting = unconfirmed(found)
  if (waiting.length === 0) return asBefore(found, objectStore)
  await expectOriginals(store.sql, orgId, projectId, waiting, pathOf)
  await findReplaced(store.sql, orgId, projectId, waiting, pathOf)
  try {
    await copyUploads(store.sql, waiting, objectStore, pathOf)
  } catch (error) {
    // A concurrent confirm may have won: return its records.
    const now = await find()
    if (unconfirmed(now).length > 0) throw error
    return asBefore(now, objectStore)
  }
  const { records, isNew, gone } = await store.transaction((tx) =>
    recordMedia(tx, actor, projectId, found, pathOf),
  )
  if (!gone) return confirmed(records, isNew, objectStore)
  // This confirm recreated a removed object.
  await removeObjects(store.sql, orgId, [gone.upload.key])
  throw notFoundAt(pathOf(gone.index), fieldOf(gone.file))
}

function unconfirmed(found: readonly FoundUpload[]): FoundUpload[] {
  return found.filter(({ record }) => record === null)
}

function asBefore(found: readonly FoundUpload[], objectStore: ObjectStore): Confirmed {
  const rows = found.flatMap(({ record }) => record ?? [])
  return confirmed(rows, false, objectStore)
}

function confirmed(
  rows: readonly MediaRow[],
  isNew: boolean,
  { cdnUrl }: Pick<ObjectStore, 'cdnUrl'>,
): Confirmed {
  return { records: rows.map((row) => toMedia(row, cdnUrl)), isNew }
}

// As long as the SHA-256 hash that `derivativeKey` computes from them.
const KEY_SECRET_BYTES = 32

/** The project's existing media. */
interface Present {
  count: number
  /** Position of the last item. */
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

interface Recorded {
  records: MediaRow[]
  isNew: boolean
  /** A swept upload, or one whose media item was deleted during the copy. */
  gone?: FoundUpload
}

/**
 * Appends the records of copied uploads to the project, or puts them in place of the media they replace. Keeps records
 * of concurrent confirms. Writes nothing if an upload is gone.
 *
 * @throws {OperationError} `conflict` (`too_many_media`), or as in `expectOriginals` and `findReplaced`.
 */
async function recordMedia(
  tx: Tx,
  actor: Actor,
  projectId: string,
  found: readonly FoundUpload[],
  pathOf: FilePath,
): Promise<Recorded> {
  const { organizationId: orgId } = actor
  // Pipelined in this order: the project is locked before the reads.
  const [, uploads, [present]] = await Promise.all([
    lockProject(tx, orgId, projectId),
    lockUploads(tx, orgId, found),
    tx.query<Present>(PRESENT, [orgId, projectId]),
  ])
  const known = await readRecords(tx, orgId, [...uploads.values()])
  const current = ({ upload }: FoundUpload) => uploads.get(upload.id)
  const gone = found.find((one) => {
    const { mediaId, sweptAt } = current(one) ?? {}
    return sweptAt || (mediaId && !known.has(mediaId))
  })
  if (gone) return { records: [], isNew: false, gone }
  const fresh = found.filter((one) => !current(one)?.mediaId)
  await expectOriginals(tx, orgId, projectId, fresh, pathOf)
  const replaced = await findReplaced(tx, orgId, projectId, fresh, pathOf)
  const made = await insertMedia(tx, actor, fresh, replaced, present)
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
  { organizationId: orgId, userId }: Actor,
  fresh: readonly FoundUpload[],
  replaced: Awaited<ReturnType<typeof findReplaced>>,
  present: Present = { count: 0, position: 0 },
): Promise<MediaRow[]> {
  if (fresh.length === 0) return []
  if (present.count + fresh.length > MAX_MEDIA_OF_PROJECT) throw tooManyMedia()
  const records = fresh.map((one, at) => {
    const older = replaced.get(one.file.replacesMediaId ?? '')
    const record = newMedia(one, orgId, userId, present.position + at + 1)
    return older ? { ...record, ...keptOf(one, older) } : record
  })
  const uploadIds = fresh.map(({ upload }) => upload.id)
  const mediaIds = records.map(({ id }) => id)
  const stagingKeys = fresh.map(({ upload }) => upload.stagingKey)
  const [made] = await Promise.all([
    tx.orm.insert(media).values(records).returning(),
    tx.query(MARK, [orgId, uploadIds, mediaIds]),
    removeObjects(tx, orgId, stagingKeys, STAGING_SECONDS),
  ])
  await linkReplaced(tx, orgId, records)
  const previews = await insertPreviews(tx, orgId, mediaIds)
  return made.map((columns) => ({ media: columns, preview: previews.get(columns.id) ?? null }))
}

function newMedia(
  { file, upload }: FoundUpload,
  organizationId: string,
  uploadedByUserId: string,
  position: number,
) {
  return {
    organizationId,
    id: newId(),
    projectId: upload.projectId,
    type: upload.type,
    filename: file.filename,
    key: upload.key,
    contentType: upload.contentType,
    size: file.size,
    cdnUrl: upload.cdnUrl,
    position,
    alteredFromMediaId: file.alteredFromMediaId ?? null,
    alterationKind: file.alteration?.kind ?? null,
    alterationNote: file.alteration?.note ?? null,
    replacesMediaId: file.replacesMediaId ?? null,
    uploadedByUserId,
  }
}

/** Queues the preview jobs of new media. */
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

/** Checks that originals of altered pictures belong to the project. */
async function expectOriginals(
  sql: Sql,
  organizationId: string,
  id: string,
  found: readonly FoundUpload[],
  pathOf: FilePath,
): Promise<void> {
  const field = 'alteredFromMediaId'
  const named = found.flatMap(({ file, index }) =>
    file[field] == null ? [] : { id: file[field], path: pathOf(index), field },
  )
  await expectMediaOf(sql, { organizationId, id }, ...named)
}
