export {
  type CopyHeaders,
  type Copying,
  type Credential,
  type ObjectStore,
  type ObjectStoreOptions,
  openObjectStore,
  type StoredObject,
} from './object-store.ts'
export { type BucketOptions, prepareBucket } from './prepare-bucket.ts'
export { ObjectStoreUnavailable } from './unavailable.ts'
