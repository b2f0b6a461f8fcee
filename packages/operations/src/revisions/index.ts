export { getRevisionItem, type ItemPath } from './get-item.ts'
export { listRevisions } from './list-revisions.ts'
export type { Revision, RevisionItem } from './revision.ts'
export { type ItemInput, updateRevisionItem } from './update-item.ts'
