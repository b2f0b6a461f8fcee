export { checkBucket } from './bucket-check/check-bucket.ts'
export type { Finding } from './bucket-check/finding.ts'
export { type BucketLook, lookAtBucket } from './bucket-check/look-at-bucket.ts'
export { allowPages, type CorsChange } from './bucket-cors/allow-pages.ts'
export { checkPages, type PageFinding } from './bucket-cors/check-pages.ts'
export { type CorsRule, pageRule } from './bucket-cors/cors-rules.ts'
export {
  type CopyHeaders,
  type CopyResult,
  type Credential,
  type ObjectStore,
  type ObjectStoreOptions,
  openObjectStore,
  type PutHeaders,
  type StoredObject,
} from './object-store.ts'
export { type BucketOptions, bucketIsThere, prepareBucket } from './prepare-bucket.ts'
export { presignedUrl } from './presign.ts'
export type { ByteSpan, ObjectBytes } from './read-object.ts'
export { ObjectStoreRefused, ObjectStoreUnavailable } from './unavailable.ts'
export { makeVersityAccount } from './versity-account.ts'
