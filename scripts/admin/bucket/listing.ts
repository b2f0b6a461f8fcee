import { ObjectStoreUnavailable, presignedUrl } from '@mediajobs/object-store'

interface BucketOptions {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}

/** A store's response to listing a bucket. */
export interface BucketListing {
  status: number
  /** S3 error code, like `NoSuchBucket`; `null` on success or without one. */
  code: string | null
  /**
   * Seconds by which this machine's clock is ahead of the store's; negative: behind. 0 within HTTP's one-second
   * precision. `null` without a Date header.
   */
  skewSeconds: number | null
}

const RESPONSE_LIMIT_MS = 8_000
const SIGNED_SECONDS = 60

// A prefix without objects: `dev`'s emulator can only list the last page.
const NONE = 'none/'

/** Requests an empty listing. Read-only. @throws {ObjectStoreUnavailable} when there is no response. */
export async function listBucket(options: BucketOptions): Promise<BucketListing> {
  const { endpoint, bucket, ...keys } = options
  const address = `${endpoint}/${bucket}?list-type=2&max-keys=1&prefix=${NONE}`
  const url = await presignedUrl(keys, {
    method: 'GET',
    url: address,
    expiresInSeconds: SIGNED_SECONDS,
  })
  const askedAt = Date.now() / 1_000
  const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS)
  const response = await fetch(url, { signal, redirect: 'manual' }).catch((error) => {
    throw new ObjectStoreUnavailable('respond', error)
  })
  const answeredAt = Date.now() / 1_000
  const text = await response.text()
  return {
    status: response.status,
    code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? null,
    skewSeconds: skew(response.headers.get('date'), askedAt, answeredAt),
  }
}

function skew(date: string | null, askedAt: number, answeredAt: number): number | null {
  const seconds = Date.parse(date ?? '') / 1_000
  if (Number.isNaN(seconds)) return null
  // The store's time is between `seconds` and `seconds + 1`.
  if (seconds + 1 < askedAt) return askedAt - seconds - 1
  return Math.min(0, answeredAt - seconds)
}
