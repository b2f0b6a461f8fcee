import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import FilesystemStore from '@20minutes/s3rver/lib/stores/filesystem.js'

/** The emulator's files, with what S3 promises and the emulator does not. */
export class ObjectStoreFiles extends FilesystemStore {
  /** An object is there whole or not at all: an upload that breaks off leaves nothing. */
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

  override getBucketPath(bucket: string): string {
    refuseClimbing(bucket)
    return super.getBucketPath(bucket)
  }

  /** To S3 `..` is a name like any other, to the file system the folder above. */
  override getResourcePath(bucket: string, key: string | undefined, resource: string): string {
    refuseClimbing(bucket)
    refuseClimbing(key ?? '')
    return super.getResourcePath(bucket, key, resource)
  }
}

function refuseClimbing(name: string): void {
  const climbs = name.split(/[/\\]/).some((part) => part === '.' || part === '..')
  if (climbs || name.includes('\0')) {
    throw new S3Error('InvalidArgument', 'A name must have no part that is "." or ".."')
  }
}
