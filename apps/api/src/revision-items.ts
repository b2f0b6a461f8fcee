import {
  MAX_NOTES_LENGTH,
  MAX_REVISION_COMMENT_LENGTH,
  MAX_REVISION_ITEMS,
  MAX_VIDEO_SECONDS,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { RevisionItemStatus } from './enumerations.ts'
import { Id, Nullable, SentId, Text } from './schemas.ts'

// What a client asks to be changed: docs/contract.md#c13-revision-items

const X = 'Of the width, from the left. With y, or not at all'
const Y = 'Of the height, from the top. With x, or not at all'
const TIME = 'Seconds from the start of a video'

function part(description: string) {
  return Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1, description })))
}

const ItemRequest = Type.Object(
  {
    mediaId: SentId,
    comment: Text(MAX_REVISION_COMMENT_LENGTH),
    x: part(X),
    y: part(Y),
    time: Type.Optional(
      Nullable(Type.Number({ minimum: 0, maximum: MAX_VIDEO_SECONDS, description: TIME })),
    ),
  },
  { title: 'RevisionItemRequest' },
)

export const RevisionBody = Type.Object(
  {
    comment: Type.Optional(Text(MAX_NOTES_LENGTH)),
    items: Type.Optional(
      Type.Array(ItemRequest, {
        maxItems: MAX_REVISION_ITEMS,
        description: 'What should change in single media of the delivery',
      }),
    ),
  },
  { title: 'RequestRevisionBody', description: 'At least one of comment and items' },
)

/** An item as it was asked for. */
export const RequestedItem = Type.Object(
  {
    id: Id,
    mediaId: Id,
    comment: Type.String(),
    x: Nullable(Type.Number({ description: X })),
    y: Nullable(Type.Number({ description: Y })),
    time: Nullable(Type.Number({ description: TIME })),
  },
  { title: 'RequestedRevisionItem' },
)

export const RevisionItem = Type.Object(
  {
    ...RequestedItem.properties,
    status: RevisionItemStatus,
    answer: Nullable(Type.String({ description: 'What staff say to the client about it' })),
    resolvedMediaId: Nullable(
      Type.Unsafe<string>({ ...Id, description: 'The medium in which it was done' }),
    ),
  },
  { title: 'RevisionItem' },
)
