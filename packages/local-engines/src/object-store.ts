import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import S3rver from '@20minutes/s3rver'
import AccountModule from '@20minutes/s3rver/lib/models/account.js'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import FilesystemStore, {
  type Metadata,
  type NewObject,
} from '@20minutes/s3rver/lib/stores/filesystem.js'
import { type Rules, refusal } from './object-store-guard.ts'
import { listen } from './ports.ts'

export interface ObjectStoreOptions extends Rules {
  /** Created if missing, and kept. */
  directory: string
  /** Default: any free port. */
  port?: number | undefined
  secretKey: string
}

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>

/**
 * Starts an S3 store with one bucket on 127.0.0.1, inside this process. Refuses what AWS refuses: missing or invalid
 * signatures, unsigned headers (unless `obeysUnsigned`), and what a credential's policy doesn't allow.
 *
 * @throws {EngineError} PORT_TAKEN
 */
export async function startObjectStore(options: ObjectStoreOptions) {
  await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const emulator = new S3rver({
    directory: options.directory,
    silent: true,
    // Disables virtual-hosted buckets: no host ends in an invalid name.
    vhostBuckets: false,
    serviceEndpoint: 'off.invalid',
  })
  // Koa's switch: don't print errors.
  emulator.silent = true
  const files = new ObjectStoreFiles(options.directory)
  emulator.store = files
  emulator.context.store = files
  await files.putBucket(options.bucket)

  const account = AccountModule.DUMMY_ACCOUNT
  // The emulator's built-in key is public.
  account.revokeAccessKey('S3RVER')
  const credentials = [options, ...(options.uploader ? [options.uploader] : [])]
  for (const { accessKey, secretKey } of credentials) account.createKeyPair(accessKey, secretKey)

  const server = createServer(guarded(emulator.callback(), options))
  const port = await listen(server, options.port ?? 0)
  return {
    /** The bucket is the first path segment. */
    endpoint: `http://127.0.0.1:${port}`,
    port,
    async stop(): Promise<void> {
      for (const { accessKey } of credentials) account.revokeAccessKey(accessKey)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      emulator.logger.close()
    },
  }
}

function guarded(emulator: RequestListener, options: ObjectStoreOptions): RequestListener {
  return (request, response) => {
    const reason = refusal(request, options)
    if (reason !== null) return deny(response, reason)
    const ifMatch = request.headers['x-amz-copy-source-if-match']
    return copySourceIfMatch.run(ifMatch?.toString(), () => emulator(request, response))
  }
}

function deny(response: ServerResponse, reason: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${reason}</Message></Error>`
  // The body is unread, so the connection can't be reused.
  response.writeHead(403, { 'content-type': 'application/xml', connection: 'close' }).end(xml)
}

/** `x-amz-copy-source-if-match`, which the emulator ignores. */
const copySourceIfMatch = new AsyncLocalStorage<string | undefined>()

/** The emulator's files, with S3 guarantees that the emulator lacks. */
class ObjectStoreFiles extends FilesystemStore {
  #publishing: Promise<unknown> = Promise.resolve()

  /** Atomic: an aborted upload leaves no object. */
  override async putContent(path: string, content: Buffer | Readable): Promise<[number, string]> {
    const unfinished = `${path}.${randomUUID()}.unfinished`
    try {
      const result = await super.putContent(unfinished, content)
      await rename(unfinished, path)
      return result
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  /** Bytes and ETag appear together. */
  override async putObject(object: NewObject): Promise<{ size: number; md5: string }> {
    const { bucket, key, content, metadata } = object
    const path = this.getResourcePath(bucket, key, 'object')
    const arrived = join(this.getBucketPath(bucket), `${basename(path)}.${randomUUID()}.arrived`)
    const [size, md5] = await this.putContent(arrived, content)
    await this.#serialized(async () => {
      await mkdir(dirname(path), { recursive: true })
      await rename(arrived, path)
      await this.putMetadata(bucket, key, metadata, md5)
    })
    return { size, md5 }
  }

  override async copyObject(
    sourceBucket: string,
    sourceKey: string,
    bucket: string,
    key: string,
    newMetadata: object | null,
  ): Promise<Metadata> {
    const from = (resource: string) => this.getResourcePath(sourceBucket, sourceKey, resource)
    const to = (resource: string) => this.getResourcePath(bucket, key, resource)
    return this.#serialized(async () => {
      await this.#expectSource(sourceBucket, sourceKey)
      if (from('object') !== to('object')) {
        const linked = join(this.getBucketPath(bucket), `${randomUUID()}.linked`)
        await mkdir(dirname(to('object')), { recursive: true })
        // Named files never change, so two names may share one.
        await link(from('object'), linked)
        await rename(linked, to('object'))
        // If both names link to one file, rename does nothing.
        await rm(linked, { force: true })
        await copyFile(from('object.md5'), to('object.md5'))
        await copyFile(from('metadata.json'), to('metadata.json'))
      }
      if (newMetadata) await this.putMetadata(bucket, key, newMetadata)
      return super.getMetadata(bucket, key)
    })
  }

  override getMetadata(bucket: string, key: string): Promise<Metadata> {
    return this.#serialized(() => super.getMetadata(bucket, key))
  }

  override deleteObject(bucket: string, key: string): Promise<void> {
    return this.#serialized(() => super.deleteObject(bucket, key))
  }

  override getBucketPath(bucket: string): string {
    refuseClimbing(bucket)
    return super.getBucketPath(bucket)
  }

  /** Refuses `.` and `..`, which are ordinary names in S3 but leave the bucket's folder here. */
  override getResourcePath(bucket: string, key: string | undefined, resource: string): string {
    refuseClimbing(bucket)
    refuseClimbing(key ?? '')
    return super.getResourcePath(bucket, key, resource)
  }

  async #expectSource(bucket: string, key: string): Promise<void> {
    const expected = copySourceIfMatch.getStore()
    if (expected === undefined) return
    const { etag } = await super.getMetadata(bucket, key)
    if (etag.replaceAll('"', '') === expected.replaceAll('"', '')) return
    throw new S3Error('PreconditionFailed', 'The copy source has another ETag')
  }

  /** Serializes work on several files of an object. */
  #serialized<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#publishing.then(work)
    this.#publishing = result.catch(() => {})
    return result
  }
}

function refuseClimbing(name: string): void {
  const climbs = name.split(/[/\\]/).some((part) => part === '.' || part === '..')
  if (climbs || name.includes('\0')) {
    throw new S3Error('InvalidArgument', 'Path segments must not be "." or ".."')
  }
}
