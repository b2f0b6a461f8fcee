export { allowPages, pageRule } from './bucket-cors.ts'
export { type Credential, ObjectStoreRefused, ObjectStoreUnavailable } from './client.ts'
export {
  type ObjectStore,
  type ObjectStoreOptions,
  openObjectStore,
  type StoredObject,
} from './object-store.ts'
export { createVersityAccount, prepareBucket } from './prepare-bucket.ts'
export { presignedUrl } from './presign.ts'
