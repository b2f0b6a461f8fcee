import {
  CLIENT_DELIVERY_STATES,
  MAX_NOTES_LENGTH,
  MEDIA_TYPES,
  PROJECT_STATUSES,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Id, Instant, Nullable, OneOf, Text } from '../schemas.ts'

export const TokenParams = Type.Object({ token: Type.String() })

/** Approving takes nothing; what is sent all the same is reported as ignored. */
export const ApproveBody = Type.Object({})

export const RevisionBody = Type.Object({ comment: Text(MAX_NOTES_LENGTH) })

const ProjectSummary = Type.Object({
  addressLine1: Nullable(Type.String()),
  addressLine2: Nullable(Type.String()),
  city: Nullable(Type.String()),
  region: Nullable(Type.String()),
  postalCode: Nullable(Type.String()),
  countryCode: Nullable(Type.String()),
  status: OneOf(PROJECT_STATUSES),
  scheduledTime: Instant,
  deliveredAt: Nullable(Instant),
  approvedAt: Nullable(Instant),
})

const Original = Type.Object({
  id: Id,
  filename: Nullable(Type.String()),
  cdnUrl: Nullable(Type.String()),
  deleted: Type.Boolean({ description: 'Then its filename and cdnUrl are null' }),
})

const DeliveredMedia = Type.Object(
  {
    id: Id,
    type: OneOf(MEDIA_TYPES),
    filename: Type.String(),
    contentType: Type.String(),
    size: Type.Integer(),
    cdnUrl: Type.String(),
    position: Type.Integer(),
    publishedAt: Nullable(Instant),
    alteredFrom: Nullable(Original),
  },
  { title: 'DeliveredMedia' },
)

export const ClientDelivery = Type.Object(
  {
    state: OneOf(CLIENT_DELIVERY_STATES),
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
