import { addAbortSignal } from 'node:stream'
import {
  derivativeKey,
  LOGO,
  MARKED,
  MAX_LOGO_BYTES,
  MAX_PICTURE_CRASHES,
  markedKey,
} from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import {
  extendLogoLease,
  type FinishedLogo,
  finishLogo,
  type LogoJob,
  releaseLogo,
} from '@mediajobs/operations/logos'
import { finishMark, type MarkJob } from '@mediajobs/operations/marks'
import { extendLease, releaseLease } from '@mediajobs/operations/picture-leases'
import type { Store } from '@mediajobs/outbox'
import { REFUSALS } from './picture-messages.ts'
import { startPicture } from './picture-process.ts'
import { CACHE_CONTROL, type Deriving, PictureCrashed, type Work } from './work.ts'

/** Re-encodes an uploaded logo, so pages never show the original bytes. docs/contract.md#c13-logo */
export function logoWork({ sql }: Pick<Store, 'sql'>, job: LogoJob): Work<FinishedLogo> {
  const { organizationId, attempts } = job
  return {
    ids: { organizationId, attempt: attempts },
    extend: (leaseMs) => extendLogoLease(sql, job, leaseMs),
    make: (deriving) => makeLogo(deriving, job),
    finish: (finished) => finishLogo(sql, job, finished),
    release: (after) => releaseLogo(sql, job, after),
  }
}

const GONE = 'The upload is gone. Upload the logo again.'
const TOO_LARGE = `The picture is larger than ${MAX_LOGO_BYTES / 1_048_576} MiB.`

async function makeLogo(deriving: Deriving, job: LogoJob): Promise<FinishedLogo> {
  const { objectStore, signal, onMoved, onRefused } = deriving
  const upload = await objectStore.read(job.uploadKey)
  if (!upload) return refused(GONE)
  const { body, sizeBytes } = upload
  // The upload URL still accepts other bytes after the confirm.
  if (sizeBytes > MAX_LOGO_BYTES) {
    body.destroy()
    return refused(TOO_LARGE)
  }
  const feed = startPicture(sizeBytes, signal, { use: 'logo' })
  try {
    for await (const chunk of addAbortSignal(signal, body)) {
      onMoved(chunk.length)
      await feed.write(chunk)
    }
    const outcome = await feed.outcome()
    if (outcome.kind === 'crashed') return afterCrash(job, outcome.detail)
    if (outcome.kind === 'refused') {
      onRefused(outcome.detail)
      return refused(outcome.reason)
    }
    const { width, height, pictures } = outcome
    for (const { bytes } of pictures) await put(objectStore, job, bytes)
    return { state: 'READY', width, height }
  } finally {
    body.destroy()
    await feed.end()
  }
}

function put(objectStore: ObjectStore, { nextKey }: LogoJob, bytes: Buffer): Promise<void> {
  return objectStore.put(nextKey, bytes, {
    contentType: LOGO.contentType,
    cacheControl: CACHE_CONTROL,
  })
}

function afterCrash({ attempts }: LogoJob, detail: string): FinishedLogo {
  if (attempts < MAX_PICTURE_CRASHES) throw new PictureCrashed(detail)
  return refused(REFUSALS.notLogo)
}

function refused(reason: string): FinishedLogo {
  return { state: 'REFUSED', reason }
}

interface FinishedMark {
  state: 'READY' | 'REFUSED'
}

const REFUSED: FinishedMark = { state: 'REFUSED' }

/** Watermarks a picture of a locked delivery, using its large derivative. docs/contract.md#c19-marked */
export function markWork({ sql }: Pick<Store, 'sql'>, job: MarkJob): Work<FinishedMark> {
  const { organizationId, mediaId, attempts } = job
  return {
    ids: { organizationId, mediaId, attempt: attempts },
    extend: (leaseMs) => extendLease(sql, job, leaseMs),
    make: (deriving) => makeMarked(deriving, job),
    finish: (finished) => finishMark(sql, job, finished),
    release: (after) => releaseLease(sql, job, after),
  }
}

async function makeMarked(deriving: Deriving, job: MarkJob): Promise<FinishedMark> {
  const { objectStore, signal, onMoved, onRefused } = deriving
  const { organizationId, keySecret, markSecret, attempts } = job
  const large = await objectStore.read(derivativeKey(organizationId, keySecret, 'large'))
  if (!large) return REFUSED
  const { body, sizeBytes } = large
  const feed = startPicture(sizeBytes, signal, { use: 'mark' })
  try {
    for await (const chunk of addAbortSignal(signal, body)) {
      onMoved(chunk.length)
      await feed.write(chunk)
    }
    const outcome = await feed.outcome()
    if (outcome.kind === 'crashed') {
      if (attempts < MAX_PICTURE_CRASHES) throw new PictureCrashed(outcome.detail)
      return REFUSED
    }
    if (outcome.kind === 'refused') {
      onRefused(outcome.detail)
      return REFUSED
    }
    const { contentType } = MARKED
    const headers = { contentType, cacheControl: CACHE_CONTROL }
    for (const { bytes } of outcome.pictures) {
      await objectStore.put(markedKey(organizationId, markSecret), bytes, headers)
    }
    return { state: 'READY' }
  } finally {
    body.destroy()
    await feed.end()
  }
}
