import { MAX_NOTES_LENGTH, MAX_REVISION_ITEMS, REQUESTED_ITEM } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { RevisionItemStatus } from './enumerations.ts'
import { returnedProperties, sentProperties } from './record-schemas.ts'
import { Id, Nullable, Text } from './schemas.ts'

// What a client asks to be changed: docs/contract.md#c13-revision-items

const { mediaId, comment, x, y, time } = sentProperties(REQUESTED_ITEM)

const ItemRequest = Type.Object(
  {
    mediaId,
    comment,
    x: Type.Optional(x),
    y: Type.Optional(y),
    time: Type.Optional(time),
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

export const RevisionItem = Type.Object(
  {
    ...returnedProperties(REQUESTED_ITEM),
    status: RevisionItemStatus,
    answer: Nullable(Type.String({ description: 'What staff say to the client about it' })),
    resolvedMediaId: Nullable(
      Type.Unsafe<string>({ ...Id, description: 'The medium in which it was done' }),
    ),
  },
  { title: 'RevisionItem' },
)
