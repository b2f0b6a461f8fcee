import { revisionItems, type revisions } from '@mediajobs/db/schema'

type ItemRow = typeof revisionItems.$inferSelect

/** The fields of an item in responses: docs/contract.md#c13-rounds */
export const itemColumns = {
  id: revisionItems.id,
  mediaId: revisionItems.mediaId,
  comment: revisionItems.comment,
  x: revisionItems.x,
  y: revisionItems.y,
  time: revisionItems.time,
  status: revisionItems.status,
  answer: revisionItems.answer,
  resolvedMediaId: revisionItems.resolvedMediaId,
}

/** A change that was asked for in one medium, and its outcome. */
export type RevisionItem = Pick<ItemRow, keyof typeof itemColumns>

/** An item as the client sent it, with its new id. */
export type RequestedItem = Pick<ItemRow, 'id' | 'mediaId' | 'comment' | 'x' | 'y' | 'time'>

/** A revision round: one request of the client, with its items in their order. */
export interface Revision
  extends Pick<
    typeof revisions.$inferSelect,
    'id' | 'round' | 'deliveryId' | 'comment' | 'requestedByUserId' | 'requestedAt' | 'resolvedAt'
  > {
  items: RevisionItem[]
}
