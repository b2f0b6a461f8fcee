import { type ObjectStore, openObjectStore } from '@mediajobs/object-store'

/** The store that the test run provides. */
export function testObjectStore(): ObjectStore {
  const { TEST_S3_ENDPOINT: endpoint = '', TEST_S3_BUCKET: bucket = '' } = process.env
  if (!endpoint) throw new Error('run tests with: pnpm test <file>')
  return openObjectStore({
    endpoint,
    bucket,
    region: process.env.TEST_S3_REGION ?? '',
    accessKey: process.env.TEST_S3_ACCESS_KEY ?? '',
    secretKey: process.env.TEST_S3_SECRET_KEY ?? '',
    cdnBaseUrl: `${endpoint}/${bucket}`,
  })
}
