import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import FilesystemStore, {
  type Metadata,
  type NewObject,
} from '@20minutes/s3rver/lib/stores/filesystem.js'

/** `x-amz-copy-source-if-match`, which the emulator ignores. */
export const copySourceIfMatch = new AsyncLocalStorage<string | undefined>()

/** The emulator's files, with S3 guarantees that the emulator lacks. */
export class ObjectStoreFiles extends FilesystemStore {
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

  /** In S3, `..` is an ordinary name. */
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
