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

// Shared by the staff's and the client's view of media.

const Pixels = Type.Integer({ minimum: 1, description: 'Pixels of the original, as it is shown' })

function url(description: string) {
  return Nullable(Type.String({ description: `${description}. null unless READY` }))
}

export const Preview = Named(
  'Preview',
  {
    state: PreviewState,
    width: Nullable(Pixels),
    height: Nullable(Pixels),
    colour: Nullable(Type.String({ description: 'The mean colour, as #rrggbb' })),
    thumbUrl: url('480 px WebP'),
    mediumUrl: url('640 px WebP'),
    gridUrl: url('960 px WebP'),
    largeUrl: url('1920 px WebP'),
    mlsUrl: url('2048 px JPEG'),
    reason: Nullable(Type.String({ description: 'Why it was REFUSED' })),
  },
  {
    description:
      'The pictures that are made of a medium. NONE: there is nothing to make of this type. null: the medium is older than previews',
  },
)

/** An alteration as it is sent. */
export const SentAlteration = Named(
  'NewAlteration',
  {
    kind: AlterationKind,
    note: Type.Optional(Nullable(Line(MAX_ALTERATION_NOTE_LENGTH))),
  },
  { description: 'What was done to it. Only with alteredFromMediaId' },
)

export const Alteration = Named(
  'Alteration',
  { kind: AlterationKind, note: Nullable(Type.String()) },
  { description: 'What was done to an altered picture' },
)

// What a client asks to be changed: docs/contract.md#c13-revision-items

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
        description: 'What should change in single media of the delivery',
      }),
    ),
  },
  { description: 'At least one of comment and items' },
)

export const RevisionItem = Named('RevisionItem', {
  ...returnedProperties(REQUESTED_ITEM),
  status: RevisionItemStatus,
  answer: Nullable(Type.String({ description: 'What staff say to the client about it' })),
  resolvedMediaId: Nullable(Described(Id, 'The medium in which it was done')),
})
