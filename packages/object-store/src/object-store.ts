import { CopyDestinationOptions, CopySourceOptions } from 'minio'
import { isRefusal, ObjectStoreRefused, ObjectStoreUnavailable, openClient } from './client.ts'
import { presignedUrl } from './presign.ts'
import { type ByteSpan, type ObjectBytes, objectReader } from './read-object.ts'

export interface Credential {
  accessKey: string
  secretKey: string
}

export interface ObjectStoreOptions {
  /** The URL of the store, without a slash at its end. The bucket is the first part of the path. */
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /**
   * The credential that signs upload addresses. It should only be allowed to put objects below the staging
   * prefix: some stores obey unsigned headers, and then an upload address can do all that its signer may do.
   * Default: the credential of the service.
   */
  upload?: Credential
  /** The base URL from which the bucket's objects are read, without a slash at its end. */
  cdnBaseUrl: string
}

export interface StoredObject {
  sizeBytes: number
  /** As the store returns it, with its quotes. */
  etag: string
  /** As the store returns it. Empty when it returns none. */
  contentType: string
}

/** The headers with which the store serves a copy. No other header of the source is kept. */
export interface CopyHeaders {
  contentType: string
  contentDisposition: string
}

/** What the store answers beside the bytes that the service itself puts. */
export interface PutHeaders {
  contentType: string
  cacheControl: string
}

/** The result of a copy. `changed`: the source is not the expected object any more. */
export type CopyResult = 'copied' | 'changed' | 'missing'

/** One bucket of an S3 store. `stat`, `copy` and `remove` @throws {ObjectStoreUnavailable}. */
export interface ObjectStore {
  /** Where upload addresses begin: `https://s3.example.com`. */
  uploadOrigin: string
  /** How often the store has refused the service's own requests: {@link ObjectStoreRefused}. */
  refusals(): number
  /** The URL from which the object of that key is read. */
  cdnUrl(key: string): string
  /** An upload address: bytes of that content type can be put to it without a credential. */
  presignPut(key: string, contentType: string, expiresInSeconds: number): Promise<string>
  /** Size, ETag and type of an object. `null` when it does not exist. */
  stat(key: string): Promise<StoredObject | null>
  /** Copies within the store, if the source is still `expected`. A copy can be repeated. */
  copy(
    sourceKey: string,
    key: string,
    expected: StoredObject,
    headers: CopyHeaders,
  ): Promise<CopyResult>
  /**
   * The bytes of an object, or a span of them. `null` when there is no such object. A span that begins
   * behind the last byte @throws {ObjectStoreUnavailable}.
   */
  read(key: string, span?: ByteSpan): Promise<ObjectBytes | null>
  /** Puts an object in the place of whatever was there. */
  put(key: string, bytes: Buffer, headers: PutHeaders): Promise<void>
  /** Removes an object. It is no error when the object does not exist. */
  remove(key: string): Promise<void>
}

// A call that moves no bytes takes milliseconds. After this time the store counts as unavailable.
const CALL_LIMIT_MS = 5_000
// The minimum speed of a copy within a store: 20 MB a second.
const COPY_BYTES_PER_MS = 20_000
// The largest file of one PUT has 5 GiB. Its copy may take this long without a byte of response.
const COPY_SILENCE_MS = 300_000
// The slowest that a put may be: 100 kB a second.
const PUT_BYTES_PER_MS = 100

export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { endpoint, region, bucket, cdnBaseUrl } = options
  const { accessKey, secretKey } = options.upload ?? options
  const client = openClient(options, CALL_LIMIT_MS)
  const copier = openClient(options, COPY_SILENCE_MS)
  const { accessKey: ownAccessKey, secretKey: ownSecretKey } = options
  const ownKeys = { region, accessKey: ownAccessKey, secretKey: ownSecretKey }
  const read = objectReader(`${endpoint}/${bucket}`, ownKeys)
  let refusals = 0

  function failed(doing: string, { code, error }: Failed): ObjectStoreUnavailable {
    if (!isRefusal(code)) return new ObjectStoreUnavailable(doing, error)
    refusals += 1
    return new ObjectStoreRefused(doing, error)
  }

  return {
    uploadOrigin: new URL(endpoint).origin,

    refusals: () => refusals,

    cdnUrl: (key) => `${cdnBaseUrl}/${encodeKey(key)}`,

    // minio would not sign the content type.
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
      const result = await within('stat', CALL_LIMIT_MS, client.statObject(bucket, key))
      if ('code' in result) {
        if (result.code === 'NotFound' || result.code === 'NoSuchKey') return null
        throw failed('stat', result)
      }
      const { size, etag, metaData } = result.value
      const { 'content-type': contentType = '' } = metaData
      return { sizeBytes: size, etag: `"${etag}"`, contentType: String(contentType) }
    },

    async copy(sourceKey, key, { etag, sizeBytes }, { contentType, contentDisposition }) {
      const limitMs = CALL_LIMIT_MS + Math.ceil(sizeBytes / COPY_BYTES_PER_MS)
      const source = new CopySourceOptions({ Bucket: bucket, Object: sourceKey, MatchETag: etag })
      const target = new CopyDestinationOptions({
        Bucket: bucket,
        Object: key,
        // Without REPLACE, the copy would be served with the headers that the uploader chose.
        MetadataDirective: 'REPLACE',
        Headers: { 'content-type': contentType, 'content-disposition': contentDisposition },
      })
      const result = await within('copy', limitMs, copier.copyObject(source, target))
      if (!('code' in result)) return 'copied'
      if (result.code === 'PreconditionFailed') return 'changed'
      if (result.code === 'NoSuchKey') return 'missing'
      throw failed('copy', result)
    },

    async read(key, span) {
      try {
        return await read(encodeKey(key), span)
      } catch (error) {
        if (error instanceof ObjectStoreRefused) refusals += 1
        throw error
      }
    },

    async put(key, bytes, { contentType, cacheControl }) {
      const limitMs = CALL_LIMIT_MS + Math.ceil(bytes.length / PUT_BYTES_PER_MS)
      const headers = { 'content-type': contentType, 'cache-control': cacheControl }
      const putting = client.putObject(bucket, key, bytes, bytes.length, headers)
      const answer = await within('put', limitMs, putting)
      if ('code' in answer) throw failed('put', answer)
    },

    async remove(key) {
      const result = await within('remove', CALL_LIMIT_MS, client.removeObject(bucket, key))
      if (!('code' in result) || result.code === 'NoSuchKey') return
      throw failed('remove', result)
    },
  }
}

interface Failed {
  code: unknown
  error: unknown
}

type CallResult<Value> = { value: Value } | Failed

/** The value of a call, or the code of the store's refusal. minio itself has no deadline for a call. */
async function within<Value>(
  doing: string,
  limitMs: number,
  call: Promise<Value>,
): Promise<CallResult<Value>> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${limitMs} ms`)), limitMs)
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
