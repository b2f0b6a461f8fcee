import { invalid, type OperationError } from '../shared/errors.ts'

/** The changes that a client asks for, or staff for the client. */
export interface RevisionRequest {
  comment?: string
  items?: readonly ItemRequest[]
}

interface ItemRequest {
  mediaId: string
  comment: string
  /** The spot, as fractions of the picture's width and height, 0 to 1: both or neither. */
  x?: number | null
  y?: number | null
  /** Seconds from the start of a video. */
  time?: number | null
}

/** @throws {OperationError} `invalid` without comment and items, or for an item with only one of x and y. */
export function checkRequest({ comment, items = [] }: RevisionRequest): void {
  if (comment === undefined && items.length === 0)
    throw invalid('comment is required without items')
  const halves = items.flatMap(({ x, y }, n) => {
    if ((x == null) === (y == null)) return []
    return x == null ? `items[${n}].x is required with y` : `items[${n}].y is required with x`
  })
  if (halves.length > 0) throw invalid(halves)
}

/**
 * @param delivered the ids of the media in the delivery
 * @returns the error of a request about other media; undefined when all its media were delivered
 */
export function foreignMedia(
  { items = [] }: RevisionRequest,
  delivered: ReadonlySet<string>,
): OperationError | undefined {
  const foreign = items.flatMap(({ mediaId }, n) =>
    delivered.has(mediaId) ? [] : `items[${n}].mediaId is not in this delivery`,
  )
  return foreign.length > 0 ? invalid(foreign) : undefined
}
