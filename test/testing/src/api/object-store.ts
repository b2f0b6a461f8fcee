import { type ObjectStore, type ObjectStoreOptions, openObjectStore } from '@mediajobs/object-store'
import { uploadCredential } from '@mediajobs/runtime'

/** Options of the test run's object store. */
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

/** The test run's object store, as used by the service. */
export function testObjectStore(): ObjectStore {
  return openObjectStore(testObjectStoreOptions())
}

/** The same store, with upload URLs for any key rather than staging keys only. */
export function testObjectStoreForAnyKey(): ObjectStore {
  const { upload: _, ...options } = testObjectStoreOptions()
  return openObjectStore(options)
}
