import { type ObjectStore, type ObjectStoreOptions, openObjectStore } from '@mediajobs/object-store'
import { uploadCredential } from '@mediajobs/runtime'

/** The options of the object store that the test run provides. */
export function testObjectStoreOptions(): ObjectStoreOptions {
  const { TEST_S3_ENDPOINT: endpoint = '', TEST_S3_BUCKET: bucket = '' } = process.env
  if (!endpoint) throw new Error('run tests with: pnpm test <file>')
  const upload = uploadCredential({
    S3_UPLOAD_ACCESS_KEY: process.env.TEST_S3_UPLOAD_ACCESS_KEY,
    S3_UPLOAD_SECRET_KEY: process.env.TEST_S3_UPLOAD_SECRET_KEY,
  })
  return {
    endpoint,
    bucket,
    region: process.env.TEST_S3_REGION ?? '',
    accessKey: process.env.TEST_S3_ACCESS_KEY ?? '',
    secretKey: process.env.TEST_S3_SECRET_KEY ?? '',
    ...(upload && { upload }),
    cdnBaseUrl: `${endpoint}/${bucket}`,
  }
}

/** The object store that the test run provides, as processes of the service use it. */
export function testObjectStore(): ObjectStore {
  return openObjectStore(testObjectStoreOptions())
}

/** The same store. Its upload addresses may put any object: the credential for uploads may put only staging keys. */
export function testObjectStoreForAnyKey(): ObjectStore {
  const { upload: _, ...options } = testObjectStoreOptions()
  return openObjectStore(options)
}
