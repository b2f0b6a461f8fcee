import type { Abortable, Body, Caller } from './calls.ts'
import { ApiError, UploadError } from './errors.ts'
import { type PutSettings, putFile } from './put-file.ts'
import type { Media, Schemas } from './vocabulary.ts'

export interface MediaFile {
  /** A `File`, `new Blob([bytes])`, or `await openAsBlob(path)` of node:fs. Read while it is sent. */
  data: Blob
  mediaType: Media['type']
  /** Default: the name of the `File`. */
  filename?: string
  /** Default: the type of the `Blob`. */
  contentType?: string
  /** The original's id, for an altered picture. */
  alteredFromMediaId?: string
  /** How it was altered. */
  alteration?: Schemas['NewAlteration']
  /** The id of the media item it replaces, as a new version. */
  replacesMediaId?: string
}

export interface UploadProgress {
  /** Total for all files. Decreases if a file is resent. */
  sentBytes: number
  totalBytes: number
}

export interface UploadOptions extends Abortable {
  /** Called while bytes are sent, or after each file in runtimes that can't count bytes. */
  onProgress?: (progress: UploadProgress) => void
  /** Concurrent uploads, at least 1. Default: 4. */
  concurrency?: number
}

type Presigned = Schemas['PresignedUpload']

type Relation = 'alteredFromMediaId' | 'alteration' | 'replacesMediaId'

interface Upload extends Required<Omit<MediaFile, Relation>> {
  relations: Pick<MediaFile, Relation>
}

interface UploadSettings extends PutSettings {
  post: Caller<'post'>
}

interface Batch {
  projectId: string
  uploads: readonly Upload[]
  signal: { signal?: AbortSignal }
  concurrency: number
  onSent(index: number, sentBytes: number): void
}

// The maximum of both batch operations.
const FILES_PER_BATCH = 100
const DEFAULT_CONCURRENCY = 4

/**
 * Presigns, puts and confirms the files, batch by batch. After a failure, starts no further files, but confirms those
 * already uploaded.
 *
 * @throws TypeError before the first request, if a file has no bytes, name or type
 * @throws RangeError before the first request, if `concurrency` is below 1
 * @throws UploadError with the created media, and the failure as its cause
 */
export async function uploadFiles(
  settings: UploadSettings,
  projectId: string,
  files: readonly MediaFile[],
  options: UploadOptions,
): Promise<Media[]> {
  const { onProgress, signal, concurrency = DEFAULT_CONCURRENCY } = options
  if (!(concurrency >= 1)) throw new RangeError('concurrency must be at least 1')
  const uploads = files.map(checked)
  const totalBytes = uploads.reduce((sum, { data }) => sum + data.size, 0)
  const sent = uploads.map(() => 0)
  const made: (Media | null)[] = uploads.map(() => null)
  for (let start = 0; start < uploads.length; start += FILES_PER_BATCH) {
    const batch: Batch = {
      projectId,
      uploads: uploads.slice(start, start + FILES_PER_BATCH),
      signal: signal ? { signal } : {},
      concurrency,
      onSent(index, sentBytes) {
        sent[start + index] = sentBytes
        onProgress?.({ sentBytes: sent.reduce((sum, each) => sum + each, 0), totalBytes })
      },
    }
    const failure = await uploadBatch(settings, batch, (index, media) => {
      made[start + index] = media
    })
    signal?.throwIfAborted()
    if (failure) throw new UploadError(failure.cause, made)
  }
  return made.filter((media) => media !== null)
}

function checked(file: MediaFile, index: number): Upload {
  const { data, mediaType, alteredFromMediaId, alteration, replacesMediaId } = file
  const filename = file.filename ?? (data instanceof File ? data.name : '')
  const contentType = file.contentType ?? data.type
  const missing = filename === '' ? 'filename' : contentType === '' ? 'contentType' : null
  if (missing) throw new TypeError(`files[${index}] has no ${missing}`)
  if (data.size === 0) throw new TypeError(`files[${index}] is empty`)
  const relations = {
    ...(alteredFromMediaId !== undefined && { alteredFromMediaId }),
    ...(alteration !== undefined && { alteration }),
    ...(replacesMediaId !== undefined && { replacesMediaId }),
  }
  return { data, mediaType, filename, contentType, relations }
}

async function uploadBatch(
  settings: UploadSettings,
  batch: Batch,
  onMade: (index: number, media: Media) => void,
): Promise<{ cause: unknown } | null> {
  const { post } = settings
  const { projectId, uploads, signal } = batch
  try {
    const { data: presigned } = await post('/media/presign-batch', {
      ...signal,
      body: { projectId, files: uploads.map(presignBody) },
    })
    const { keys, failure } = await putAll(settings, batch, presigned)
    const files = uploads.flatMap((upload, index) => confirmBody(upload, keys[index]))
    if (files.length > 0) {
      const body = { projectId, files }
      const { data } = await post('/media/confirm-batch', { ...signal, body })
      const indexes = uploads.flatMap((_, index) => (keys[index] ? [index] : []))
      for (const [at, media] of data.entries()) onMade(indexes[at] ?? at, media)
    }
    return failure
  } catch (cause) {
    return { cause }
  }
}

function presignBody({ filename, contentType, mediaType }: Upload) {
  return { filename, contentType, mediaType }
}

function confirmBody(
  { filename, data, mediaType, relations }: Upload,
  key: string | undefined,
): Body<'post', '/media/confirm-batch'>['files'] {
  return key ? [{ filename, size: data.size, type: mediaType, key, ...relations }] : []
}

/** Puts a batch's files. Returns the keys of those put, at their indexes. */
async function putAll(
  settings: UploadSettings,
  batch: Batch,
  presigned: readonly Presigned[],
): Promise<{ keys: string[]; failure: { cause: unknown } | null }> {
  const keys: string[] = []
  let failure: { cause: unknown } | null = null
  const waiting = presigned.entries()
  const putNext = async () => {
    for (const [index, address] of waiting) {
      try {
        keys[index] = await putOne(settings, batch, index, address)
      } catch (cause) {
        failure ??= { cause }
      }
      if (failure) return
    }
  }
  await Promise.all(Array.from({ length: batch.concurrency }, putNext))
  return { keys, failure }
}

async function putOne(
  settings: UploadSettings,
  { uploads, projectId, signal, onSent }: Batch,
  index: number,
  presigned: Presigned,
): Promise<string> {
  const upload = uploads[index]
  if (!upload) throw new RangeError('more upload URLs than files')
  const put = ({ uploadUrl }: Presigned) =>
    putFile(settings, { ...upload, ...signal, uploadUrl, onSent: (bytes) => onSent(index, bytes) })
  try {
    await put(presigned)
    return presigned.key
  } catch (error) {
    // Upload URLs are valid for an hour, and earlier files may have taken longer.
    if (!(error instanceof ApiError && error.status === 403)) throw error
    const body = { projectId, ...presignBody(upload) }
    const fresh = await settings.post('/media/presign', { ...signal, body })
    await put(fresh)
    return fresh.key
  }
}
