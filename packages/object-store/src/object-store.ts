import { CopyDestinationOptions, CopySourceOptions } from 'minio'
import { openClient } from './client.ts'
import { presignedUrl } from './presign.ts'
import { ObjectStoreUnavailable } from './unavailable.ts'

export interface Credential {
  accessKey: string
  secretKey: string
}

export interface ObjectStoreOptions {
  /** Without a slash at its end; the bucket is the first part of the path. */
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /**
   * The credential that signs upload addresses: one that may only put below the staging prefix. Some
   * stores obey headers that were not signed, and then an address can do what its signer may do.
   * Default: the credential of the service.
   */
  upload?: Credential
  /** Where the bucket's objects are read, without a slash at its end. */
  cdnBaseUrl: string
}

export interface StoredObject {
  sizeBytes: number
  /** As the store gives it, with its quotes. */
  etag: string
  /** As the store gives it; empty when it gives none. */
  contentType: string
}

/** What the store answers beside the bytes of a copy. Nothing else of the source's is kept. */
export interface CopyHeaders {
  contentType: string
  contentDisposition: string
}

/** What came of a copy: `changed` when the source is no longer the object that was asked for. */
export type Copying = 'copied' | 'changed' | 'missing'

/** One bucket of an S3 store. All but signing @throws {ObjectStoreUnavailable}. */
export interface ObjectStore {
  /** Where the object of that key is read. */
  cdnUrl(key: string): string
  /** An address to which bytes of that type, and no other, can be put without a credential. */
  presignPut(key: string, contentType: string, expiresInSeconds: number): Promise<string>
  /** `null` when there is no such object. */
  stat(key: string): Promise<StoredObject | null>
  /** Copies within the store, if the source still is `expected`. The same copy can be repeated. */
  copy(
    sourceKey: string,
    key: string,
    expected: StoredObject,
    headers: CopyHeaders,
  ): Promise<Copying>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

// A call that moves no bytes takes milliseconds; after this the store is as good as gone.
const CALL_LIMIT_MS = 5_000
// The slowest that a copy within a store may be: 20 MB a second.
const COPY_BYTES_PER_MS = 20_000
// As long as the copy of the largest file that one PUT can take, 5 GiB, may be without a word.
const COPY_SILENCE_MS = 300_000

export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { endpoint, region, bucket, cdnBaseUrl } = options
  const { accessKey, secretKey } = options.upload ?? options
  const client = openClient(options, CALL_LIMIT_MS)
  const copier = openClient(options, COPY_SILENCE_MS)

  return {
    cdnUrl: (key) => `${cdnBaseUrl}/${encodeKey(key)}`,

    // minio leaves the content type out of what it signs.
    presignPut: (key, contentType, expiresInSeconds) =>
      presignedUrl(
        { region, accessKey, secretKey },
        {
          method: 'PUT',
          url: `${endpoint}/${bucket}/${encodeKey(key)}`,
          headers: { 'content-type': contentType },
          expiresInSeconds,
        },
      ),

    async stat(key) {
      const answer = await within('stat', CALL_LIMIT_MS, client.statObject(bucket, key))
      if ('code' in answer) {
        if (answer.code === 'NotFound' || answer.code === 'NoSuchKey') return null
        throw new ObjectStoreUnavailable('stat', answer.error)
      }
      const { size, etag, metaData } = answer.value
      const { 'content-type': contentType = '' } = metaData
      return { sizeBytes: size, etag: `"${etag}"`, contentType: String(contentType) }
    },

    async copy(sourceKey, key, { etag, sizeBytes }, { contentType, contentDisposition }) {
      const limitMs = CALL_LIMIT_MS + Math.ceil(sizeBytes / COPY_BYTES_PER_MS)
      const source = new CopySourceOptions({ Bucket: bucket, Object: sourceKey, MatchETag: etag })
      const target = new CopyDestinationOptions({
        Bucket: bucket,
        Object: key,
        // Else the copy would answer the headers that the uploader chose.
        MetadataDirective: 'REPLACE',
        Headers: { 'content-type': contentType, 'content-disposition': contentDisposition },
      })
      const answer = await within('copy', limitMs, copier.copyObject(source, target))
      if (!('code' in answer)) return 'copied'
      if (answer.code === 'PreconditionFailed') return 'changed'
      if (answer.code === 'NoSuchKey') return 'missing'
      throw new ObjectStoreUnavailable('copy', answer.error)
    },

    async remove(key) {
      const answer = await within('remove', CALL_LIMIT_MS, client.removeObject(bucket, key))
      if (!('code' in answer) || answer.code === 'NoSuchKey') return
      throw new ObjectStoreUnavailable('remove', answer.error)
    },
  }
}

type Answer<Value> = { value: Value } | { code: unknown; error: unknown }

/** What came of a call: its value, or the code of the store's refusal. minio knows no deadline. */
async function within<Value>(
  doing: string,
  limitMs: number,
  call: Promise<Value>,
): Promise<Answer<Value>> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  })
  try {
    return { value: await Promise.race([call, deadline]) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw new ObjectStoreUnavailable(doing, error)
    return { code, error }
  } finally {
    clearTimeout(timer)
  }
}

function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}
