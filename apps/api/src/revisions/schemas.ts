import { MAX_REVISION_COMMENT_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { RevisionItemStatus } from '../enumerations.ts'
import { RevisionItem } from '../revision-items.ts'
import { Id, IdParams, Instant, Nullable, SentId, Text } from '../schemas.ts'

export const Revision = Type.Object(
  {
    id: Id,
    round: Type.Integer({ description: '1 for the first round of a project' }),
    deliveryId: Id,
    comment: Nullable(Type.String()),
    items: Type.Array(RevisionItem),
    requestedByUserId: Nullable(Id),
    requestedAt: Instant,
    resolvedAt: Nullable(Instant),
  },
  { title: 'Revision' },
)

function idOf(description: string) {
  return Type.Unsafe<string>({ ...SentId, description })
}

export const ItemParams = Type.Object({
  ...IdParams.properties,
  revisionId: idOf('The id of the revision'),
  itemId: idOf('The id of the item'),
})

export const UpdateItemBody = Type.Object(
  {
    status: Type.Optional(RevisionItemStatus),
    answer: Type.Optional(Nullable(Text(MAX_REVISION_COMMENT_LENGTH))),
    resolvedMediaId: Type.Optional(Nullable(SentId)),
  },
  { title: 'UpdateRevisionItemBody' },
)
