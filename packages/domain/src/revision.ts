/** What became of one item of a revision round: docs/contract.md#c13-rounds */
export const REVISION_ITEM_STATUSES = ['OPEN', 'DONE', 'DECLINED'] as const

export type RevisionItemStatus = (typeof REVISION_ITEM_STATUSES)[number]

/** The sizes in which a client can download a delivery: docs/contract.md#c13-archive */
export const ARCHIVE_SIZES = ['original', 'mls'] as const

export type ArchiveSize = (typeof ARCHIVE_SIZES)[number]
