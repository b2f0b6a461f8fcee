import {
  MAX_LISTED_VISIT_PROJECTS,
  MAX_NOTES_LENGTH,
  PROJECT_FIELDS,
  PROJECT_STATUSES,
  UNLOCK_REASONS,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { createBody, recordSchema, updateBody } from '../vocabulary/record-schemas.ts'
import {
  ClientDeliveryState,
  Described,
  FutureInstant,
  Id,
  IdFilter,
  Instant,
  Named,
  Nullable,
  OneOf,
  PageQuery,
  ProjectSort,
  ProjectStatus,
  Repeatable,
  SearchWords,
  SentId,
  SentInstant,
  Text,
  UnassignedWork,
} from '../vocabulary/schemas.ts'

export const Project = recordSchema('Project', PROJECT_FIELDS)
export const CreateProjectBody = createBody('CreateProjectBody', PROJECT_FIELDS)
export const UpdateProjectBody = updateBody('UpdateProjectBody', PROJECT_FIELDS)

export const AssignUserBody = Named('AssignUserBody', { userId: Nullable(SentId) })
export const AssignCustomerBody = Named('AssignCustomerBody', { customerId: Nullable(SentId) })
const Force = Type.Optional(Type.Boolean({ description: 'Deliver despite OPEN revision items' }))

export const StatusBody = Named('ChangeProjectStatusBody', { status: ProjectStatus, force: Force })

export const DeliverBody = Named('DeliverProjectBody', {
  message: Type.Optional(Nullable(Type.String({ maxLength: MAX_NOTES_LENGTH }))),
  expiresAt: Type.Optional(Nullable(FutureInstant)),
  force: Force,
  requirePayment: Type.Optional(
    Nullable(
      Type.Boolean({
        description:
          "Whether downloads await payment. Default: the customer's setting, then the organization's",
      }),
    ),
  ),
})

export const UnlockBody = Named('UnlockDeliveryBody', { reason: Text(MAX_NOTES_LENGTH) })

export const ProjectQuery = Type.Object({
  status: Type.Optional(Repeatable(ProjectStatus, 'Any of these')),
  customerId: IdFilter('Of this customer'),
  technicianId: IdFilter('Assigned to this technician'),
  editorId: IdFilter('Assigned to this editor'),
  projectManagerId: IdFilter('Assigned to this project manager'),
  scheduledFrom: Type.Optional(Described(SentInstant, 'Scheduled at or after this time')),
  scheduledTo: Type.Optional(Described(SentInstant, 'Scheduled at or before this time')),
  updatedSince: Type.Optional(Described(SentInstant, 'Changed at or after this time')),
  q: Type.Optional(
    SearchWords(
      'each must begin a word of the address, the notes, or the name, email or company of the customer; or a whole `externalId`',
    ),
  ),
  sort: Type.Unsafe<(typeof ProjectSort)['static']>({
    ...ProjectSort,
    default: '-createdAt',
    description: 'The field to sort by; `-` for descending',
  }),
  ...PageQuery,
  unassigned: Type.Optional(
    Described(UnassignedWork, 'Jobs without a technician, or without an editor'),
  ),
  visitTechnicianId: IdFilter(
    `With an additional visit by this technician, among their latest ${MAX_LISTED_VISIT_PROJECTS}`,
  ),
})

export const DeliveredProject = Named('DeliveredProject', {
  ...Project.properties,
  deliveryToken: Type.String(),
  deliveryUrl: Type.String(),
  message: Nullable(Type.String()),
  expiresAt: Nullable(Instant),
  locked: Type.Boolean({ description: 'Whether downloads await payment' }),
})

const Count = Type.Integer({ minimum: 0 })

export const ProjectDelivery = Named('ProjectDelivery', {
  id: Id,
  projectId: Id,
  state: ClientDeliveryState,
  message: Nullable(Type.String()),
  expiresAt: Nullable(Instant),
  deliveredByUserId: Nullable(Id),
  createdAt: Instant,
  approvedAt: Nullable(Instant),
  approvedByUserId: Nullable(Id),
  revisionRequestedAt: Nullable(Instant),
  revisionComment: Nullable(Type.String()),
  revokedAt: Nullable(Instant),
  deliveryUrl: Nullable(
    Type.String({
      description: 'The client’s link. null if revoked, or if the caller may not read webhooks',
    }),
  ),
  firstViewedAt: Nullable(Instant),
  lastViewedAt: Nullable(Instant),
  viewCount: Count,
  downloadCount: Count,
  lockedAt: Nullable(Described(Instant, 'null for a delivery that was never locked')),
  unlockedAt: Nullable(Instant),
  unlockReason: Nullable(OneOf(UNLOCK_REASONS, 'UnlockReason')),
  unlockedByUserId: Nullable(Id),
  unlockNote: Nullable(Type.String()),
})

export const StatusChange = Named('StatusChange', {
  id: Id,
  organizationId: Id,
  projectId: Id,
  fromStatus: ProjectStatus,
  toStatus: ProjectStatus,
  changedByUserId: Nullable(Id),
  changedByApiKeyId: Nullable(Id),
  changedAt: Instant,
  reason: Nullable(Type.String({ description: 'Of a cancellation' })),
})

export const StatusCounts = Named(
  'StatusCounts',
  Object.fromEntries(PROJECT_STATUSES.map((status) => [status, Type.Integer()])) as Record<
    (typeof PROJECT_STATUSES)[number],
    ReturnType<typeof Type.Integer>
  >,
)
