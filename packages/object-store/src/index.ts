export {
  type Copying,
  type ObjectStore,
  type ObjectStoreOptions,
  openObjectStore,
  type StoredObject,
} from './object-store.ts'
export { ObjectStoreUnavailable } from './unavailable.ts'
