import { MAX_REVISION_COMMENT_LENGTH, MAX_VIDEO_SECONDS } from './bounds.ts'
import { ID, number, orNull, text } from './values.ts'

/** What a client asks to be changed in one medium: docs/contract.md#c13-revision-items */
export const REQUESTED_ITEM = {
  id: ID,
  mediaId: ID,
  comment: text(MAX_REVISION_COMMENT_LENGTH, { minLength: 1 }),
  x: share('Of the width, from the left. With y, or not at all'),
  y: share('Of the height, from the top. With x, or not at all'),
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

/** What became of one item of a revision round: docs/contract.md#c13-rounds */
export const REVISION_ITEM_STATUSES = ['OPEN', 'DONE', 'DECLINED'] as const

export type RevisionItemStatus = (typeof REVISION_ITEM_STATUSES)[number]

/** The sizes in which a client can download a delivery: docs/contract.md#c13-archive */
export const ARCHIVE_SIZES = ['original', 'mls'] as const

export type ArchiveSize = (typeof ARCHIVE_SIZES)[number]
