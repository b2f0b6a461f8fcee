import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import {
  boundedAgent,
  ObjectStoreRefused,
  ObjectStoreUnavailable,
  type SigningKeys,
} from './client.ts'
import { presignedUrl } from './presign.ts'

/** A byte range, inclusive. */
export interface ByteSpan {
  start: number
  end: number
}

export interface ObjectBytes {
  /** Size of the whole object, even if only a range was read. */
  sizeBytes: number
  /** Must be consumed or destroyed. Errors if the store breaks off. */
  body: Readable
}

// For a silent store or a stalled reader.
const SILENCE_MS = 60_000
const SIGNED_SECONDS = 300
const NO_BUCKET = 'NoSuchBucket'
const MAX_ERROR_LENGTH = 10_000
const CONTENT_RANGE = /^bytes \d+-\d+\/(\d+)$/

/** Returns a reader of the objects at `bucketUrl`. It resolves to `null` if the object doesn't exist. */
export function objectReader(bucketUrl: string, keys: SigningKeys) {
  const isSecure = bucketUrl.startsWith('https:')
  const agent = boundedAgent(new URL(bucketUrl).protocol, SILENCE_MS)
  const send = isSecure ? httpsRequest : httpRequest

  return async (path: string, span?: ByteSpan): Promise<ObjectBytes | null> => {
    const url = await presignedUrl(keys, {
      method: 'GET',
      url: `${bucketUrl}/${path}`,
      expiresInSeconds: SIGNED_SECONDS,
    })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = span ? { range: `bytes=${span.start}-${span.end}` } : {}
      send(url, { agent, headers }, resolve)
        .on('error', (error) => reject(new ObjectStoreUnavailable('read', error)))
        .end()
    })
    const sizeBytes = sizeOf(response, span)
    if (sizeBytes !== null) return { sizeBytes, body: response }
    const { statusCode } = response
    if (statusCode === 404 && !(await isBucketMissing(response))) return null
    response.resume()
    const cause = new Error(statusCode === 404 ? NO_BUCKET : `status ${statusCode}`)
    if (statusCode === 401 || statusCode === 403) throw new ObjectStoreRefused('read', cause)
    throw new ObjectStoreUnavailable('read', cause)
  }
}

/** A missing bucket says nothing about its objects: a wrong S3_BUCKET, or a restore that isn't finished. */
async function isBucketMissing(response: IncomingMessage): Promise<boolean> {
  let text = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk
      if (text.length > MAX_ERROR_LENGTH) break
    }
  } catch (error) {
    throw new ObjectStoreUnavailable('read', error)
  }
  return text.includes(`<Code>${NO_BUCKET}</Code>`)
}

function sizeOf({ statusCode, headers }: IncomingMessage, span?: ByteSpan): number | null {
  if (!span) return statusCode === 200 ? Number(headers['content-length']) : null
  if (statusCode !== 206) return null
  const [, size] = CONTENT_RANGE.exec(headers['content-range'] ?? '') ?? []
  return size === undefined ? null : Number(size)
}
