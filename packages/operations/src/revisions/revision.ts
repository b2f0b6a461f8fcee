import type { revisionItems, revisions } from '@mediajobs/db/schema'

type ItemColumns = typeof revisionItems.$inferSelect

/** What should change in one medium: docs/contract.md#c13-rounds */
export type RevisionItem = Pick<
  ItemColumns,
  'id' | 'mediaId' | 'comment' | 'x' | 'y' | 'time' | 'status' | 'answer' | 'resolvedMediaId'
>

/** A revision round: one request of the client, with its items in their order. */
export interface Revision
  extends Pick<
    typeof revisions.$inferSelect,
    'id' | 'round' | 'deliveryId' | 'comment' | 'requestedByUserId' | 'requestedAt' | 'resolvedAt'
  > {
  items: RevisionItem[]
}
