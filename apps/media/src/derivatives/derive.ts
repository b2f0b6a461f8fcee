import { addAbortSignal } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  DERIVATIVES,
  type DerivativeName,
  derivativeKey,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_CRASHES,
} from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { FinishedPreview, PreviewJob } from '@mediajobs/operations/previews'
import { HEAD_BYTES, pictureFormat } from './picture-format.ts'
import { type PictureFeed, type PictureOutcome, startPicture } from './picture-process.ts'

/** The process that read the picture crashed. The picture may be read again. */
export class PictureCrashed extends Error {}

export interface Deriving {
  objectStore: ObjectStore
  /** Aborts the job: its connection is closed, and its process is killed. */
  signal: AbortSignal
  /** Called with the bytes that were read, and with the bytes of each picture that was stored. */
  onMoved(bytes: number): void
  /** Called with the technical reason of a refused picture, for the log. */
  onRefused(detail: string): void
}

type Made = Extract<PictureOutcome, { kind: 'made' }>

// The bytes of a key never change.
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

const GONE = 'The file is not in the store.'
const TOO_LARGE = `The picture is larger than ${MAX_PICTURE_BYTES / 1_048_576} MiB.`
const CRASHED = `The picture can't be read: ${MAX_PICTURE_CRASHES} processes ended while they read it.`
const OTHER_FORMAT =
  'The file is not a JPEG, PNG, WebP or TIFF, so no smaller pictures are made of it.'

/**
 * Makes the derivatives and checksums of a media item, and puts the derivatives into the store. A job can
 * safely run again.
 *
 * @throws {PictureCrashed}
 * @throws {ObjectStoreUnavailable} and other errors that the media item did not cause.
 */
export async function derive(deriving: Deriving, job: PreviewJob): Promise<FinishedPreview> {
  const { objectStore, signal, onRefused } = deriving
  const original = await objectStore.read(job.key)
  if (!original) return { state: 'REFUSED', reason: GONE, crc32: null }
  const { body, sizeBytes } = original
  let feed: PictureFeed | null = null
  try {
    const chunks: AsyncIterator<Buffer> = addAbortSignal(signal, body)[Symbol.asyncIterator]()
    const head = await readHead(chunks)
    const isPicture = pictureFormat(head) !== null
    const obstacle = isPicture ? obstacleTo(job, sizeBytes) : null
    feed = isPicture && !obstacle ? startPicture(sizeBytes, signal) : null
    const crc = await feedRest(deriving, { head, chunks, sizeBytes }, feed)
    if (obstacle) return { state: 'REFUSED', reason: obstacle, crc32: crc }
    if (!feed) return withoutPictures(job, crc)
    const outcome = await feed.outcome()
    if (outcome.kind === 'crashed') return afterCrash(job, crc, outcome.detail)
    if (outcome.kind === 'made') return await storePictures(deriving, job, outcome, crc)
    onRefused(outcome.detail)
    return { state: 'REFUSED', reason: outcome.reason, crc32: crc }
  } finally {
    body.destroy()
    await feed?.end()
  }
}

interface Opened {
  head: Buffer
  /** What follows the head. */
  chunks: AsyncIterator<Buffer>
  sizeBytes: number
}

/** Reads an original to its end. @returns the checksum of all its bytes */
async function feedRest(
  { onMoved }: Deriving,
  { head, chunks, sizeBytes }: Opened,
  feed: PictureFeed | null,
): Promise<number> {
  let crc = crc32(head)
  let have = head.length
  await feed?.write(head)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    crc = crc32(next.value, crc)
    have += next.value.length
    onMoved(next.value.length)
    await feed?.write(next.value)
  }
  if (have !== sizeBytes) throw new Error(`the store sent ${have} of ${sizeBytes} bytes`)
  return crc
}

/** Why a picture must not be read; `null` when it can be. */
function obstacleTo({ attempts }: PreviewJob, sizeBytes: number): string | null {
  if (sizeBytes > MAX_PICTURE_BYTES) return TOO_LARGE
  return attempts > MAX_PICTURE_CRASHES ? CRASHED : null
}

/** A video or a document has no pictures. A file that was uploaded as a picture gets the reason. */
function withoutPictures({ contentType, isPhoto }: PreviewJob, crc: number): FinishedPreview {
  const isCalledPicture = isPhoto || /^image\//i.test(contentType)
  if (!isCalledPicture) return { state: 'NONE', crc32: crc }
  return { state: 'REFUSED', reason: OTHER_FORMAT, crc32: crc }
}

function afterCrash({ attempts }: PreviewJob, crc: number, detail: string): FinishedPreview {
  if (attempts < MAX_PICTURE_CRASHES) throw new PictureCrashed(detail)
  return { state: 'REFUSED', reason: CRASHED, crc32: crc }
}

async function storePictures(
  { objectStore, onMoved }: Deriving,
  { organizationId, keySecret }: PreviewJob,
  { width, height, colour, pictures }: Made,
  crc: number,
): Promise<FinishedPreview> {
  const puts = pictures.map(async ({ name, bytes }) => {
    const { contentType } = DERIVATIVES[name]
    const headers = { contentType, cacheControl: CACHE_CONTROL }
    await objectStore.put(derivativeKey(organizationId, keySecret, name), bytes, headers)
    onMoved(bytes.length)
  })
  await Promise.all(puts)
  const { bytes: mls = Buffer.alloc(0) } = pictures.find(({ name }) => name === 'mls') ?? {}
  const mlsFields = { mlsSize: mls.length, mlsCrc32: crc32(mls) }
  return { state: 'READY', width, height, colour, crc32: crc, ...mlsFields }
}

/** Removes the derivatives of a media item that was deleted while {@link derive} made them. */
export async function removeDerivatives(
  objectStore: ObjectStore,
  { organizationId, keySecret }: PreviewJob,
): Promise<void> {
  const names = Object.keys(DERIVATIVES) as DerivativeName[]
  await Promise.all(
    names.map((name) => objectStore.remove(derivativeKey(organizationId, keySecret, name))),
  )
}

/** The first chunks of a file, enough to know its format. A smaller file is read whole. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return head
}
