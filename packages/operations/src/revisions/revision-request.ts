import { invalid, type OperationError } from '../errors.ts'

/** What a client, or staff for them, ask to be changed. */
export interface RevisionRequest {
  comment?: string
  items?: readonly ItemRequest[]
}

interface ItemRequest {
  mediaId: string
  comment: string
  /** Parts of the picture's width and height, 0 to 1: both or neither. */
  x?: number | null
  y?: number | null
  /** Seconds from the start of a video. */
  time?: number | null
}

/** @throws {OperationError} `invalid` for a request that says nothing, or names half a spot. */
export function checkRequest({ comment, items = [] }: RevisionRequest): void {
  if (comment === undefined && items.length === 0)
    throw invalid('comment is required without items')
  const halves = items.flatMap(({ x, y }, n) => {
    if ((x == null) === (y == null)) return []
    return x == null ? `items[${n}].x is required beside y` : `items[${n}].y is required beside x`
  })
  if (halves.length > 0) throw invalid(halves)
}

/**
 * @param delivered ids of the media that the client was shown
 * @returns the refusal of a request about other media; undefined when there are none
 */
export function foreignMedia(
  { items = [] }: RevisionRequest,
  delivered: ReadonlySet<string>,
): OperationError | undefined {
  const foreign = items.flatMap(({ mediaId }, n) =>
    delivered.has(mediaId) ? [] : `items[${n}].mediaId is no media of this delivery`,
  )
  return foreign.length > 0 ? invalid(foreign) : undefined
}
