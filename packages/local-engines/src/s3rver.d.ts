declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'
  import type FilesystemStore from '@20minutes/s3rver/lib/stores/filesystem.js'

  export interface S3rverOptions {
    directory: string
    silent: boolean
    serviceEndpoint: string
    vhostBuckets: boolean
  }

  export default class S3rver {
    constructor(options: S3rverOptions)
    store: FilesystemStore
    context: { store: FilesystemStore }
    silent: boolean
    logger: { close(): void }
    callback(): RequestListener
  }
}

declare module '@20minutes/s3rver/lib/stores/filesystem.js' {
  import type { Readable } from 'node:stream'

  export interface NewObject {
    bucket: string
    key: string
    content: Buffer | Readable
    metadata: object
  }

  export interface Metadata {
    etag: string
  }

  export default class FilesystemStore {
    constructor(rootDirectory: string)
    putObject(object: NewObject): Promise<{ size: number; md5: string }>
    copyObject(
      sourceBucket: string,
      sourceKey: string,
      bucket: string,
      key: string,
      newMetadata: object | null,
    ): Promise<Metadata>
    deleteObject(bucket: string, key: string): Promise<void>
    getMetadata(bucket: string, key: string): Promise<Metadata>
    putMetadata(bucket: string, key: string, metadata: object, md5?: string): Promise<void>
    getBucketPath(bucket: string): string
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    putContent(path: string, content: Buffer | Readable): Promise<[sizeBytes: number, md5: string]>
    putBucket(bucket: string): Promise<unknown>
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  export interface Account {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void
    revokeAccessKey(accessKeyId: string): void
  }
  const AccountModule: { DUMMY_ACCOUNT: Account }
  export default AccountModule
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string)
  }
}
