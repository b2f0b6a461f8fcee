export { findRefusedKeys } from './find-refused-keys.ts'
export { listRequests, type RequestFilters } from './list-requests.ts'
export type { CallCount, LoggedRequest, RequestEntry } from './request.ts'
export { countCalls, writeRequests } from './write-requests.ts'
