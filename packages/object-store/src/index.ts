export { checkBucket } from './bucket-check/check-bucket.ts'
export type { Finding } from './bucket-check/finding.ts'
export {
  type CopyHeaders,
  type CopyResult,
  type Credential,
  type ObjectStore,
  type ObjectStoreOptions,
  openObjectStore,
  type StoredObject,
} from './object-store.ts'
export { type BucketOptions, prepareBucket } from './prepare-bucket.ts'
export { ObjectStoreUnavailable } from './unavailable.ts'
export { makeVersityAccount } from './versity-account.ts'
