import {
  type ClientOptions,
  type Credential,
  isRefusal,
  ObjectStoreRefused,
  ObjectStoreUnavailable,
  openClient,
} from './client.ts'
import { presignedUrl } from './presign.ts'
import { type ByteSpan, type ObjectBytes, objectReader } from './read-object.ts'

export interface ObjectStoreOptions extends ClientOptions {
  /** Addressed path-style. */
  bucket: string
  /**
   * Signs upload URLs. Should only be allowed to put objects below the staging prefix: where the store obeys unsigned
   * headers, an upload URL can do whatever its signer may. Default: the service's credential.
   */
  upload?: Credential
  /** The public base URL of the bucket's objects, without a trailing slash. */
  cdnBaseUrl: string
}

export interface StoredObject {
  sizeBytes: number
  /** With quotes. */
  etag: string
  /** Empty if unknown. */
  contentType: string
}

/** A bucket of an S3 store. Calls throw {@link ObjectStoreUnavailable}. */
export type ObjectStore = ReturnType<typeof openObjectStore>

// Calls without a body take milliseconds.
const CALL_LIMIT_MS = 5_000
// Minimum speed of a copy within the store: 20 MB/s.
const COPY_BYTES_PER_MS = 20_000
// A copy of 5 GiB, the largest file of one PUT, may take this long without a byte of response.
const COPY_SILENCE_MS = 300_000
// Minimum speed of a put: 100 kB/s.
const PUT_BYTES_PER_MS = 100

export function openObjectStore(options: ObjectStoreOptions) {
  const { endpoint, region, bucket, cdnBaseUrl } = options
  const { accessKey, secretKey } = options.upload ?? options
  const client = openClient(options, CALL_LIMIT_MS)
  const copier = openClient(options, COPY_SILENCE_MS)
  const read = objectReader(`${endpoint}/${bucket}`, options)
  let refusals = 0

  function failed(doing: string, { code, error }: Failed): ObjectStoreUnavailable {
    if (!isRefusal(code)) return new ObjectStoreUnavailable(doing, error)
    refusals += 1
    return new ObjectStoreRefused(doing, error)
  }

  return {
    /** The origin of upload URLs: `https://s3.example.com`. */
    uploadOrigin: new URL(endpoint).origin,

    /** Counts {@link ObjectStoreRefused}. */
    refusals: () => refusals,

    /** The public URL of an object. */
    cdnUrl: (key: string) => `${cdnBaseUrl}/${encodeKey(key)}`,

    /** A presigned URL that accepts a PUT of this content type, which minio doesn't sign. */
    presignPut: (key: string, contentType: string, expiresInSeconds: number) =>
      presignedUrl(
        { region, accessKey, secretKey },
        {
          method: 'PUT',
          url: `${endpoint}/${bucket}/${encodeKey(key)}`,
          headers: { 'content-type': contentType },
          expiresInSeconds,
        },
      ),

    /** `null` if the object doesn't exist. */
    async stat(key: string): Promise<StoredObject | null> {
      const result = await within('stat', CALL_LIMIT_MS, async () =>
        (await client()).statObject(bucket, key),
      )
      if ('code' in result) {
        if (result.code === 'NotFound' || result.code === 'NoSuchKey') return null
        throw failed('stat', result)
      }
      const { size, etag, metaData } = result.value
      const { 'content-type': contentType = '' } = metaData
      return { sizeBytes: size, etag: `"${etag}"`, contentType: String(contentType) }
    },

    /** Copies within the store, with new headers, if the source is still `expected`; else `changed`. Idempotent. */
    async copy(
      sourceKey: string,
      key: string,
      { etag, sizeBytes }: StoredObject,
      { contentType, contentDisposition }: { contentType: string; contentDisposition: string },
    ): Promise<'copied' | 'changed' | 'missing'> {
      const limitMs = CALL_LIMIT_MS + Math.ceil(sizeBytes / COPY_BYTES_PER_MS)
      const { CopySourceOptions, CopyDestinationOptions } = await import('minio')
      const source = new CopySourceOptions({ Bucket: bucket, Object: sourceKey, MatchETag: etag })
      const target = new CopyDestinationOptions({
        Bucket: bucket,
        Object: key,
        // Without REPLACE, the copy would keep the uploader's headers.
        MetadataDirective: 'REPLACE',
        Headers: { 'content-type': contentType, 'content-disposition': contentDisposition },
      })
      const result = await within('copy', limitMs, async () =>
        (await copier()).copyObject(source, target),
      )
      if (!('code' in result)) return 'copied'
      if (result.code === 'PreconditionFailed') return 'changed'
      if (result.code === 'NoSuchKey') return 'missing'
      throw failed('copy', result)
    },

    /** Reads an object or a span of it; `null` if it doesn't exist. Fails for a span beyond its end. */
    async read(key: string, span?: ByteSpan): Promise<ObjectBytes | null> {
      try {
        return await read(encodeKey(key), span)
      } catch (error) {
        if (error instanceof ObjectStoreRefused) refusals += 1
        throw error
      }
    },

    /** Creates or replaces an object. */
    async put(
      key: string,
      bytes: Buffer,
      { contentType, cacheControl }: { contentType: string; cacheControl: string },
    ): Promise<void> {
      const limitMs = CALL_LIMIT_MS + Math.ceil(bytes.length / PUT_BYTES_PER_MS)
      const headers = { 'content-type': contentType, 'cache-control': cacheControl }
      const result = await within('put', limitMs, async () =>
        (await client()).putObject(bucket, key, bytes, bytes.length, headers),
      )
      if ('code' in result) throw failed('put', result)
    },

    /** Removes an object. Idempotent. */
    async remove(key: string): Promise<void> {
      const result = await within('remove', CALL_LIMIT_MS, async () =>
        (await client()).removeObject(bucket, key),
      )
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

/** The value of a call, or the store's error code. Adds the deadline that minio lacks. */
async function within<Value>(
  doing: string,
  limitMs: number,
  call: () => Promise<Value>,
): Promise<CallResult<Value>> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${limitMs} ms`)), limitMs)
  })
  try {
    return { value: await Promise.race([call(), deadline]) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw new ObjectStoreUnavailable(doing, error)
    return { code, error }
  } finally {
    clearTimeout(timer)
  }
}

// Most keys need no encoding, and a gallery has hundreds.
const UNCHANGED = /^[\w./-]*$/

function encodeKey(key: string): string {
  return UNCHANGED.test(key) ? key : key.split('/').map(encodeURIComponent).join('/')
}
