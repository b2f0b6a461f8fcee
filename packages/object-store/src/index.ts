export { allowPages, type CorsChange, type CorsRule, pageRule } from './bucket-cors.ts'
export { type Credential, ObjectStoreRefused, ObjectStoreUnavailable } from './client.ts'
export {
  type CopyHeaders,
  type CopyResult,
  type ObjectStore,
  type ObjectStoreOptions,
  openObjectStore,
  type PutHeaders,
  type StoredObject,
} from './object-store.ts'
export {
  type BucketOptions,
  bucketIsThere,
  makeVersityAccount,
  prepareBucket,
} from './prepare-bucket.ts'
export { presignedUrl } from './presign.ts'
export type { ByteSpan, ObjectBytes } from './read-object.ts'
