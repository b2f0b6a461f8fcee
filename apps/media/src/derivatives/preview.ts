import { addAbortSignal } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  DERIVATIVES,
  derivativeKey,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_CRASHES,
} from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import { extendLease, releaseLease } from '@mediajobs/operations/picture-leases'
import {
  type FinishedPreview,
  finishPreview,
  type PreviewJob,
} from '@mediajobs/operations/previews'
import type { Store } from '@mediajobs/outbox'
import { DERIVATIVE_NAMES, HEAD_BYTES, pictureFormat } from './picture-messages.ts'
import { type PictureFeed, type PictureOutcome, startPicture } from './picture-process.ts'
import { CACHE_CONTROL, type Deriving, PictureCrashed, type Work } from './work.ts'

/** Makes the derivatives and checksums of a media item. */
export function previewWork(
  { sql }: Pick<Store, 'sql'>,
  objectStore: ObjectStore,
  job: PreviewJob,
): Work<FinishedPreview> {
  const { organizationId, mediaId, attempts } = job
  return {
    ids: { organizationId, mediaId, attempt: attempts },
    extend: (leaseMs) => extendLease(sql, job, leaseMs),
    make: (deriving) => derive(deriving, job),
    async finish(finished) {
      const outcome = await finishPreview(sql, job, finished)
      if (outcome === 'deleted') await removeDerivatives(objectStore, job)
      return outcome
    },
    release: (after) => releaseLease(sql, job, after),
  }
}

type Made = Extract<PictureOutcome, { kind: 'made' }>

const GONE = "The file isn't in the store."
const TOO_LARGE = `The picture is larger than ${MAX_PICTURE_BYTES / 1_048_576} MiB.`
const CRASHED = `The picture can't be read: ${MAX_PICTURE_CRASHES} processes crashed while reading it.`
const OTHER_FORMAT = "The file isn't a JPEG, PNG, WebP or TIFF, so it has no smaller pictures."

/**
 * Makes the derivatives and checksums of a media item, and stores the derivatives. Idempotent.
 *
 * @throws {PictureCrashed}
 * @throws {ObjectStoreUnavailable} and other errors not caused by the media item
 */
async function derive(deriving: Deriving, job: PreviewJob): Promise<FinishedPreview> {
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
  chunks: AsyncIterator<Buffer>
  sizeBytes: number
}

/** Reads an original to its end. @returns its checksum */
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

/** Why a picture can't be read, or `null`. */
function obstacleTo({ attempts }: PreviewJob, sizeBytes: number): string | null {
  if (sizeBytes > MAX_PICTURE_BYTES) return TOO_LARGE
  return attempts > MAX_PICTURE_CRASHES ? CRASHED : null
}

/** A file without derivatives. Only those uploaded as pictures have a reason. */
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

/** For a media item deleted during {@link derive}. */
async function removeDerivatives(
  objectStore: ObjectStore,
  { organizationId, keySecret }: PreviewJob,
): Promise<void> {
  await Promise.all(
    DERIVATIVE_NAMES.map((name) =>
      objectStore.remove(derivativeKey(organizationId, keySecret, name)),
    ),
  )
}

/** Enough of a file to detect its format. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return head
}
