// Raw SQL: `distinct on`.
import { type Sql, selectList } from '@mediajobs/db'
import { media, mediaUploads, projects } from '@mediajobs/db/schema'
import type { AlterationKind, FieldCode, MediaType, RefusedField } from '@mediajobs/domain'
import { and, eq, inArray } from 'drizzle-orm'
import { isProject } from '../projects/project.ts'
import { notFound, type OperationError, refusedField, refuseFields } from '../shared/errors.ts'
import { type FilePath, type MediaRow, notFoundAt, selectMedia } from './media.ts'
import type { Upload } from './presign.ts'

/** A file to confirm. */
export interface UploadedFile {
  filename: string
  /** Bytes. */
  size: number
  type: MediaType
  /** From presign. Default: the newest presign of `filename`. */
  key?: string | null
  cdnUrl?: string | null
  alteredFromMediaId?: string | null
  alteration?: { kind: AlterationKind; note?: string | null } | null
  /** The media item that it replaces. */
  replacesMediaId?: string | null
}

/** A file with its upload, and its record if already confirmed. */
export interface FoundUpload {
  index: number
  file: UploadedFile
  upload: Upload
  record: MediaRow | null
}

const NEWEST_OF_FILENAMES = `
  select distinct on (filename) ${selectList(mediaUploads)}
  from media_uploads
  where organization_id = $1 and project_id = $2 and filename = any ($3::text[])
  order by filename, created_at desc, id desc`

/**
 * Finds each file's upload.
 *
 * @throws {OperationError} `not_found` for a key or filename not presigned for the project, or whose media item was
 *   deleted; `invalid` for a file that differs from its presign.
 */
export async function findUploads(
  sql: Sql,
  orgId: string,
  projectId: string,
  files: readonly UploadedFile[],
  pathOf: FilePath,
): Promise<FoundUpload[]> {
  const uploadOf = await readUploads(sql, orgId, projectId, files)
  const uploads: Upload[] = []
  for (const [index, file] of files.entries()) {
    const upload = uploadOf(file)
    if (!upload) throw await unknownUpload(sql, orgId, projectId, pathOf(index), file)
    uploads.push(upload)
  }
  const records = await readRecords(sql, orgId, uploads)
  const found = files.map((file, index) => {
    const upload = uploads[index] as Upload
    const record = records.get(upload.mediaId ?? '') ?? null
    if (upload.mediaId && !record) throw notFoundAt(pathOf(index), fieldOf(file))
    return { index, file, upload, record }
  })
  const problems = found.flatMap((one) => differences(one, found, pathOf))
  refuseFields(problems)
  return found
}

/** The records of the confirmed uploads, by id. */
export async function readRecords(
  sql: Sql,
  orgId: string,
  uploads: readonly Upload[],
): Promise<ReadonlyMap<string, MediaRow>> {
  const ids = uploads.flatMap(({ mediaId }) => mediaId ?? [])
  if (ids.length === 0) return new Map()
  const isOne = and(eq(media.organizationId, orgId), inArray(media.id, ids))
  const rows = await selectMedia(sql).where(isOne)
  return new Map(rows.map((row) => [row.media.id, row]))
}

async function readUploads(
  sql: Sql,
  orgId: string,
  projectId: string,
  files: readonly UploadedFile[],
): Promise<(file: UploadedFile) => Upload | undefined> {
  const keys = files.flatMap(({ key }) => key ?? [])
  const filenames = files.flatMap(({ key, filename }) => (key == null ? filename : []))
  const isOfProject = and(
    eq(mediaUploads.organizationId, orgId),
    eq(mediaUploads.projectId, projectId),
  )
  const [named, newest] = await Promise.all([
    keys.length > 0
      ? sql.orm
          .select()
          .from(mediaUploads)
          .where(and(isOfProject, inArray(mediaUploads.key, keys)))
      : [],
    filenames.length > 0
      ? sql.query<Upload>(NEWEST_OF_FILENAMES, [orgId, projectId, filenames])
      : [],
  ])
  const byKey = new Map(named.map((upload) => [upload.key, upload]))
  const byFilename = new Map(newest.map((upload) => [upload.filename, upload]))
  return ({ key, filename }) => (key == null ? byFilename.get(filename) : byKey.get(key))
}

/** `not_found` at the file's field, or at `projectId` if the project doesn't exist either. */
async function unknownUpload(
  sql: Sql,
  orgId: string,
  projectId: string,
  path: string,
  file: UploadedFile,
): Promise<OperationError> {
  const isThere = await sql.orm.$count(projects, isProject(orgId, projectId))
  return isThere ? notFoundAt(path, fieldOf(file)) : notFound().at('projectId')
}

/** The field that identifies a file's upload. */
export function fieldOf({ key }: UploadedFile): string {
  return key == null ? 'filename' : 'key'
}

function differences(
  one: FoundUpload,
  all: readonly FoundUpload[],
  pathOf: FilePath,
): RefusedField[] {
  const { index, file, upload, record } = one
  const path = pathOf(index)
  const problems: RefusedField[] = []
  const refuse = (field: string, code: FieldCode, predicate: string) =>
    problems.push(refusedField(`${path}${field}`, code, predicate))
  const first = all.find((other) => other.upload.id === upload.id)
  if (first && first.index < index) {
    refuse(fieldOf(file), 'not_unique', `is the same upload as files[${first.index}]`)
  }
  const { replacesMediaId: replaced } = file
  const before = all.find(({ file }) => replaced != null && file.replacesMediaId === replaced)
  if (before && before.index < index) {
    refuse('replacesMediaId', 'not_unique', `is already replaced by files[${before.index}]`)
  }
  if (file.type !== upload.type) {
    refuse('type', 'not_allowed', `is ${file.type}, but ${upload.type} was presigned`)
  }
  if (file.cdnUrl != null && file.cdnUrl !== upload.cdnUrl) {
    refuse('cdnUrl', 'not_allowed', 'differs from the one presigned with this key')
  }
  if (file.alteration != null && file.alteredFromMediaId == null) {
    refuse('alteration', 'not_allowed', 'needs alteredFromMediaId')
  }
  if (upload.sweptAt) {
    refuse(
      fieldOf(file),
      'not_allowed',
      'expired after 24 hours without a confirm: presign it again',
    )
  }
  if (record && file.size !== record.media.size) {
    refuse('size', 'not_allowed', `is ${file.size}, but ${record.media.size} bytes were confirmed`)
  }
  for (const [field, remedy] of record ? differingRelations(file, record) : []) {
    refuse(field, 'not_allowed', `differs from the confirmed media item's: ${remedy}`)
  }
  return problems
}

const CHANGE = 'change it with PATCH /media/{id}'

/** Relations in a repeated confirm that differ from the record's, each with a hint on how to change it. */
function differingRelations(file: UploadedFile, { media }: MediaRow): [string, string][] {
  const { alteredFromMediaId, alteration, replacesMediaId } = file
  const found: [string, string][] = []
  if (alteredFromMediaId != null && alteredFromMediaId !== media.alteredFromMediaId) {
    found.push(['alteredFromMediaId', CHANGE])
  } else if (alteration != null && alteration.kind !== media.alterationKind) {
    found.push(['alteration', CHANGE])
  }
  if (replacesMediaId != null && replacesMediaId !== media.replacesMediaId) {
    found.push(['replacesMediaId', 'upload the file again'])
  }
  return found
}
