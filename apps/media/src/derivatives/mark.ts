import { addAbortSignal } from 'node:stream'
import { derivativeKey, MARKED, MAX_PICTURE_CRASHES, markedKey } from '@mediajobs/domain'
import { finishMark, type MarkJob } from '@mediajobs/operations/marks'
import { extendLease, releaseLease } from '@mediajobs/operations/picture-leases'
import type { Store } from '@mediajobs/outbox'
import { startPicture } from './picture-process.ts'
import { CACHE_CONTROL, type Deriving, PictureCrashed, type Work } from './work.ts'

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
