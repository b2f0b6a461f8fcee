import { MAX_NOTES_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { RevisionItemStatus } from './enumerations.ts'
import { Id, Nullable, Text } from './schemas.ts'

// What a client asks to be changed: docs/contract.md#c13-revision-items

export const RevisionBody = Type.Object(
  { comment: Text(MAX_NOTES_LENGTH) },
  { title: 'RequestRevisionBody' },
)

export const RevisionItem = Type.Object(
  {
    id: Id,
    mediaId: Id,
    comment: Type.String(),
    x: Nullable(Type.Number({ description: 'Of the width, from the left: 0 to 1' })),
    y: Nullable(Type.Number({ description: 'Of the height, from the top: 0 to 1' })),
    time: Nullable(Type.Number({ description: 'Seconds from the start of a video' })),
    status: RevisionItemStatus,
    answer: Nullable(Type.String({ description: 'What staff say to the client about it' })),
    resolvedMediaId: Nullable(Id),
  },
  { title: 'RevisionItem' },
)
