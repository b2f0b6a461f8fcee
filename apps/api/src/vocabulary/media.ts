import {
  MAX_ALTERATION_NOTE_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REVISION_ITEMS,
  REQUESTED_ITEM,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { returnedProperties, sentProperties } from './record-schemas.ts'
import {
  AlterationKind,
  Described,
  Id,
  Line,
  Named,
  Nullable,
  PreviewState,
  RevisionItemStatus,
  Text,
} from './schemas.ts'

// Shared by the staff's and the client's views.

const Pixels = Type.Integer({ minimum: 1, description: 'Pixels of the original, as displayed' })

function url(description: string) {
  return Nullable(Type.String({ description: `${description}. null unless READY` }))
}

export const Preview = Named(
  'Preview',
  {
    state: PreviewState,
    width: Nullable(Pixels),
    height: Nullable(Pixels),
    colour: Nullable(Type.String({ description: 'Mean color, as #rrggbb' })),
    thumbUrl: url('480 px WebP'),
    mediumUrl: url('640 px WebP'),
    gridUrl: url('960 px WebP'),
    largeUrl: url('1920 px WebP'),
    mlsUrl: url('2048 px JPEG'),
    reason: Nullable(Type.String({ description: 'Why it was REFUSED' })),
  },
  {
    description: 'Previews of the media item. NONE: this type has none',
  },
)

export const SentAlteration = Named(
  'NewAlteration',
  {
    kind: AlterationKind,
    note: Type.Optional(Nullable(Line(MAX_ALTERATION_NOTE_LENGTH))),
  },
  { description: 'How it was altered. Only with alteredFromMediaId' },
)

export const Alteration = Named(
  'Alteration',
  { kind: AlterationKind, note: Nullable(Type.String()) },
  { description: 'How a picture was altered' },
)

// docs/contract.md#c13-revision-items
const { mediaId, comment, x, y, time } = sentProperties(REQUESTED_ITEM)

const ItemRequest = Named('RevisionItemRequest', {
  mediaId,
  comment,
  x: Type.Optional(x),
  y: Type.Optional(y),
  time: Type.Optional(time),
})

export const RevisionBody = Named(
  'RequestRevisionBody',
  {
    comment: Type.Optional(Text(MAX_NOTES_LENGTH)),
    items: Type.Optional(
      Type.Array(ItemRequest, {
        maxItems: MAX_REVISION_ITEMS,
        description: 'Requested changes to individual files',
      }),
    ),
  },
  { description: 'At least one of comment and items' },
)

export const RevisionItem = Named('RevisionItem', {
  ...returnedProperties(REQUESTED_ITEM),
  status: RevisionItemStatus,
  answer: Nullable(Type.String({ description: 'The reply of staff to the client' })),
  resolvedMediaId: Nullable(Described(Id, 'The media item with the change')),
})
