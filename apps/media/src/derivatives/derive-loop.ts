import { addAbortSignal } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Sql } from '@mediajobs/db'
import {
  DERIVATIVES,
  derivativeKey,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_CRASHES,
} from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import {
  claimPreview,
  extendLease,
  type FinishedPreview,
  finishPreview,
  type PreviewJob,
  releasePreview,
} from '@mediajobs/operations/previews'
import { LEAST_ID } from '@mediajobs/operations/turns'
import type { FaultLog, Logger, Watchdog } from '@mediajobs/runtime'
import { createBackoff, withDeadline } from '@mediajobs/runtime'
import type { Metrics } from '../metrics.ts'
import { DERIVATIVE_NAMES, HEAD_BYTES, pictureFormat } from './picture-messages.ts'
import { type PictureFeed, type PictureOutcome, startPicture } from './picture-process.ts'

export interface DeriveLoopOptions {
  sql: Sql
  objectStore: ObjectStore
  logger: Logger
  faults: FaultLog
  watchdog: Watchdog
  metrics: Metrics
  /** How long a job may make no progress. Default: {@link STILL_MS}. */
  maxStillMs?: number
}

export interface DeriveLoop {
  /** Claims no more jobs. Finishes the current one, or releases it to another process. */
  stop(): Promise<void>
}

// An empty poll costs 0.2 ms. Notifications would cost every upload more, and a picture takes a second anyway.
const POLL_MS = 1_000
// Then another process can claim the job of a killed one.
const LEASE_MS = 15_000
const HEARTBEAT_MS = 4_000
const DRAIN_MS = 10_000
const ABORT_MS = 2_000
// Longer than any single step: a store is silent for a minute before its connection is closed, a picture is made in half a
// minute, and the slowest put of the largest one takes two minutes.
const STILL_MS = 180_000
// Less within that time counts as no progress.
const MOVE_BYTES = 65_536
const STILL = 'the job made no progress: the store sends or accepts nothing'
const CLOSED = 'the media process is shutting down'
const DERIVING = 'making derivatives'

/** Makes derivatives, one media item at a time, until it's stopped. */
export function startDeriving(options: DeriveLoopOptions): DeriveLoop {
  const { sql, objectStore, logger, faults, watchdog, metrics } = options
  const { maxStillMs = STILL_MS } = options
  const stopping = new AbortController()
  let abortJob = (_reason: Error): void => {}
  let lastOrganization = LEAST_ID
  const backoff = createBackoff()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      watchdog.beat(DERIVING)
      const isIdle = await turn()
      if (isIdle) await rest(Math.max(backoff.ms, POLL_MS))
    }
  }

  /** True if the loop should rest: no job, or one failed for a reason other than its picture. */
  async function turn(): Promise<boolean> {
    try {
      const job = await claimPreview(sql, lastOrganization, LEASE_MS)
      if (!job) {
        lastOrganization = LEAST_ID
        return true
      }
      lastOrganization = job.organizationId
      await work(job)
      faults.worked(DERIVING)
      backoff.worked()
      return false
    } catch (error) {
      backoff.failed()
      if (!stopping.signal.aborted) faults.failed(DERIVING, error)
      return true
    }
  }

  async function work(job: PreviewJob): Promise<void> {
    const { signal, onMoved, ended } = watch(job)
    const { organizationId, mediaId, attempts } = job
    const log = logger.child({ organizationId, mediaId, attempt: attempts })
    const startMs = performance.now()
    const onRefused = (detail: string) => log.info({ detail }, 'derivative.refused')
    try {
      const finished = await derive({ objectStore, signal, onMoved, onRefused }, job)
      await ended()
      const outcome = await finishPreview(sql, job, finished)
      if (outcome === 'deleted') await removeDerivatives(objectStore, job)
      const durationMs = Math.round(performance.now() - startMs)
      metrics.derived(finished.state, durationMs)
      log.info({ state: finished.state, outcome, durationMs }, 'derivative.finished')
    } catch (thrown) {
      await ended()
      const error: unknown = signal.aborted ? signal.reason : thrown
      await giveBack(job, error)
      if (!(error instanceof PictureCrashed)) throw error
      log.warn({ err: error }, 'derivative.crashed')
      metrics.crashed()
    }
  }

  /**
   * Renews the lease of `job` until it has `ended`. Aborts a job that makes no progress and stops renewing its lease. If it
   * still hangs, the watchdog notices.
   */
  function watch(job: PreviewJob) {
    const aborting = new AbortController()
    abortJob = (reason) => aborting.abort(reason)
    const still = setTimeout(() => aborting.abort(new Error(STILL)), maxStillMs)
    let extending: Promise<unknown> = Promise.resolve()
    const heartbeat = setInterval(() => {
      if (aborting.signal.aborted) return
      watchdog.beat(DERIVING)
      extending = extendLease(sql, job, LEASE_MS).catch((error) => faults.failed(DERIVING, error))
    }, HEARTBEAT_MS)
    let movedBytes = 0
    return {
      signal: aborting.signal,
      onMoved(bytes: number) {
        movedBytes += bytes
        if (movedBytes < MOVE_BYTES) return
        movedBytes = 0
        still.refresh()
      },
      async ended() {
        clearTimeout(still)
        clearInterval(heartbeat)
        // Writing the result requires the newest lease.
        await extending
      },
    }
  }

  // Retries a crash at once: attempts are counted and limited.
  async function giveBack(job: PreviewJob, error: unknown): Promise<void> {
    const isCounted = error instanceof PictureCrashed && !stopping.signal.aborted
    const delayMs = isCounted || stopping.signal.aborted ? 0 : backoff.nextMs
    // If the database is unavailable too, the lease ends.
    await releasePreview(sql, job, { delayMs, isCounted }).catch(() => {})
  }

  async function rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await withDeadline(running, DRAIN_MS)
      abortJob(new Error(CLOSED))
      await withDeadline(running, ABORT_MS)
    },
  }
}

/** The process that read the picture crashed. Retryable. */
class PictureCrashed extends Error {}

interface Deriving {
  objectStore: ObjectStore
  /** Aborts the job: closes its connection and kills its process. */
  signal: AbortSignal
  /** Called with bytes read or stored. */
  onMoved(bytes: number): void
  /** Called with the technical reason, for the log. */
  onRefused(detail: string): void
}

type Made = Extract<PictureOutcome, { kind: 'made' }>

// The bytes of a key never change.
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

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

/** Only files uploaded as pictures get a reason. */
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
