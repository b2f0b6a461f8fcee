import { MAX_REVISION_COMMENT_LENGTH, MAX_VIDEO_SECONDS } from './bounds.ts'
import { ID, number, orNull, text } from './values.ts'

/**
 * OPEN until the client decides, then APPROVED or REVISION_REQUESTED. SUPERSEDED once the project is delivered again.
 */
export const CLIENT_DELIVERY_STATES = [
  'OPEN',
  'APPROVED',
  'REVISION_REQUESTED',
  'SUPERSEDED',
] as const
export type ClientDeliveryState = (typeof CLIENT_DELIVERY_STATES)[number]

/** Who approved a delivery or asked for changes: the client, or staff for the client. */
export const DELIVERY_DECIDERS = ['CLIENT', 'STAFF'] as const

export type DeliveryDecider = (typeof DELIVERY_DECIDERS)[number]

/** A requested change to one media item: docs/contract.md#c13-revision-items */
export const REQUESTED_ITEM = {
  id: ID,
  mediaId: ID,
  comment: text(MAX_REVISION_COMMENT_LENGTH, { format: 'not-blank' }),
  x: share('Share of the width, from the left. Requires y'),
  y: share('Share of the height, from the top. Requires x'),
  time: orNull(
    number({
      minimum: 0,
      maximum: MAX_VIDEO_SECONDS,
      description: 'Seconds from the start of a video',
    }),
  ),
}

function share(description: string) {
  return orNull(number({ minimum: 0, maximum: 1, description }))
}

/** docs/contract.md#c13-rounds */
export const REVISION_ITEM_STATUSES = ['OPEN', 'DONE', 'DECLINED'] as const
export type RevisionItemStatus = (typeof REVISION_ITEM_STATUSES)[number]

/** Sizes in an archive of a delivery: docs/contract.md#c13-archive */
export const ARCHIVE_SIZES = ['original', 'mls'] as const
export type ArchiveSize = (typeof ARCHIVE_SIZES)[number]
