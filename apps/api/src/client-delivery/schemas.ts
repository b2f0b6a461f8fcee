import { MAX_NOTES_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { ClientDeliveryState, MediaType, ProjectStatus } from '../enumerations.ts'
import { Id, Instant, Nullable, Size, Text } from '../schemas.ts'

export const TokenParams = Type.Object({
  token: Type.String({ description: 'The token of the delivery, a secret of its client' }),
})

export const RevisionBody = Type.Object(
  { comment: Text(MAX_NOTES_LENGTH) },
  { title: 'RequestRevisionBody' },
)

const ProjectSummary = Type.Object(
  {
    addressLine1: Nullable(Type.String()),
    addressLine2: Nullable(Type.String()),
    city: Nullable(Type.String()),
    region: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    countryCode: Nullable(Type.String()),
    status: ProjectStatus,
    scheduledTime: Instant,
    deliveredAt: Nullable(Instant),
    approvedAt: Nullable(Instant),
  },
  { title: 'ProjectSummary' },
)

const Original = Type.Object(
  {
    id: Id,
    filename: Nullable(Type.String()),
    cdnUrl: Nullable(Type.String()),
    deleted: Type.Boolean({ description: 'If true, filename and cdnUrl are null' }),
  },
  { title: 'OriginalMedia' },
)

const DeliveredMedia = Type.Object(
  {
    id: Id,
    type: MediaType,
    filename: Type.String(),
    contentType: Type.String(),
    size: Size,
    cdnUrl: Type.String(),
    position: Type.Integer(),
    publishedAt: Nullable(Instant),
    alteredFrom: Nullable(Original),
  },
  { title: 'DeliveredMedia' },
)

export const ClientDelivery = Type.Object(
  {
    state: ClientDeliveryState,
    message: Nullable(Type.String()),
    expiresAt: Nullable(Instant),
    approvedAt: Nullable(Instant),
    revisionRequestedAt: Nullable(Instant),
    revisionComment: Nullable(Type.String()),
    organizationName: Type.String(),
    project: ProjectSummary,
    media: Type.Array(DeliveredMedia),
  },
  { title: 'ClientDelivery' },
)
