export { findStoredResponse } from './find-stored-response.ts'
export { lockKey } from './lock-key.ts'
export { storeResponse } from './store-response.ts'
export type { IdempotencyKey, StoredResponse } from './stored-response.ts'
