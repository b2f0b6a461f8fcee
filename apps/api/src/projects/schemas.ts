import {
  MAX_ADD_ONS,
  MAX_BOOKING_ANSWERS,
  MAX_BOOKING_ANSWERS_BYTES,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_DURATION_MINUTES,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  PROJECT_STATUSES,
} from '@mediajobs/domain'
import type { ProjectInput, Project as ProjectRecord } from '@mediajobs/operations/projects'
import { type TSchema, Type } from '@sinclair/typebox'
import {
  ClientDeliveryState,
  MediaType,
  ProjectSort,
  ProjectStatus,
  UnassignedWork,
} from '../enumerations.ts'
import {
  addressFields,
  FutureInstant,
  Id,
  Instant,
  Line,
  Nullable,
  PageQuery,
  Repeatable,
  SearchWords,
  SentId,
  SentInstant,
  SomeOf,
  Text,
} from '../schemas.ts'

const AddressPart = Type.String({ maxLength: MAX_NAME_LENGTH, format: 'one-line' })
const SentBookingAnswer = Type.Object(
  {
    question: Text(MAX_BOOKING_TEXT_LENGTH),
    answer: Type.String({ maxLength: MAX_BOOKING_TEXT_LENGTH }),
  },
  { title: 'NewBookingAnswer' },
)
// Without the bounds, because older records may be longer.
const BookingAnswer = Type.Object(
  { question: Type.String(), answer: Type.String() },
  { title: 'BookingAnswer' },
)
const Minutes = Type.Integer({
  minimum: 1,
  maximum: MAX_DURATION_MINUTES,
  description: 'Minutes',
})

function clearable<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Nullable(schema))
}

const optional = {
  addressLine1: clearable(AddressPart),
  addressLine2: clearable(AddressPart),
  city: clearable(AddressPart),
  region: clearable(AddressPart),
  postalCode: clearable(AddressPart),
  countryCode: clearable(
    Type.String({ format: 'country-code', description: 'ISO 3166-1 alpha-2' }),
  ),
  lat: clearable(Type.Number({ minimum: -90, maximum: 90 })),
  lng: clearable(Type.Number({ minimum: -180, maximum: 180 })),
  notes: clearable(Type.String({ maxLength: MAX_NOTES_LENGTH })),
  customerId: clearable(SentId),
  packageId: clearable(SentId),
  projectManagerId: clearable(SentId),
  technicianId: clearable(SentId),
  editorId: clearable(SentId),
  mediaTypes: clearable(SomeOf(MediaType)),
  estimatedDuration: clearable(Minutes),
  selectedAddOnIds: clearable(Type.Array(SentId, { maxItems: MAX_ADD_ONS, uniqueItems: true })),
  bookingAnswers: clearable(
    Type.Array(SentBookingAnswer, {
      maxItems: MAX_BOOKING_ANSWERS,
      description: `At most ${MAX_BOOKING_ANSWERS_BYTES} bytes as JSON in UTF-8`,
    }),
  ),
  discountId: clearable(SentId),
  discountCode: clearable(Line(MAX_LABEL_LENGTH)),
  externalId: clearable(Line(MAX_EXTERNAL_ID_LENGTH)),
} satisfies Record<Exclude<keyof ProjectInput, 'scheduledTime'>, TSchema>

export const CreateProjectBody = Type.Object(
  { scheduledTime: SentInstant, ...optional },
  { title: 'CreateProjectBody' },
)

export const UpdateProjectBody = Type.Object(
  {
    scheduledTime: Type.Optional(SentInstant),
    ...optional,
  },
  { title: 'UpdateProjectBody' },
)

export const AssignUserBody = Type.Object({ userId: Nullable(SentId) }, { title: 'AssignUserBody' })
export const AssignCustomerBody = Type.Object(
  { customerId: Nullable(SentId) },
  { title: 'AssignCustomerBody' },
)
const Force = Type.Optional(
  Type.Boolean({ description: 'Deliver also while items of a revision are OPEN' }),
)

export const StatusBody = Type.Object(
  { status: ProjectStatus, force: Force },
  { title: 'ChangeProjectStatusBody' },
)

export const DeliverBody = Type.Object(
  {
    message: clearable(Type.String({ maxLength: MAX_NOTES_LENGTH })),
    expiresAt: clearable(FutureInstant),
    force: Force,
  },
  { title: 'DeliverProjectBody' },
)

function filter(description: string) {
  return Type.Optional(Type.Unsafe<string>({ ...SentId, description }))
}

function at(description: string) {
  return Type.String({ ...SentInstant, description })
}

export const ProjectQuery = Type.Object({
  status: Type.Optional(Repeatable(ProjectStatus, 'Any of these')),
  customerId: filter('Of this customer'),
  technicianId: filter('Assigned to this technician'),
  editorId: filter('Assigned to this editor'),
  projectManagerId: filter('Assigned to this project manager'),
  scheduledFrom: Type.Optional(at('Scheduled at this time or later')),
  scheduledTo: Type.Optional(at('Scheduled at this time or earlier')),
  updatedSince: Type.Optional(at('Changed at this time or later')),
  q: Type.Optional(SearchWords('each must begin a word of the address or the notes')),
  sort: Type.Unsafe<(typeof ProjectSort)['static']>({
    ...ProjectSort,
    default: '-createdAt',
    description: 'The field to sort by; `-` for descending',
  }),
  ...PageQuery,
  unassigned: Type.Optional(
    Type.Unsafe<(typeof UnassignedWork)['static']>({
      ...UnassignedWork,
      description: 'Without a technician, or without an editor',
    }),
  ),
})

export const Project = Type.Object(
  {
    id: Id,
    organizationId: Id,
    status: ProjectStatus,
    version: Type.Integer(),
    scheduledTime: Instant,
    ...addressFields,
    lat: Nullable(Type.Number()),
    lng: Nullable(Type.Number()),
    notes: Nullable(Type.String()),
    customerId: Nullable(Id),
    packageId: Nullable(Id),
    projectManagerId: Nullable(Id),
    technicianId: Nullable(Id),
    editorId: Nullable(Id),
    mediaTypes: Nullable(Type.Array(MediaType)),
    estimatedDuration: Nullable(Minutes),
    selectedAddOnIds: Nullable(Type.Array(Id)),
    bookingAnswers: Nullable(Type.Array(BookingAnswer)),
    discountId: Nullable(Id),
    discountCode: Nullable(Type.String()),
    externalId: Nullable(Type.String()),
    deliveredAt: Nullable(Instant),
    approvedAt: Nullable(Instant),
    cancelledAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  } satisfies Record<keyof ProjectRecord, TSchema>,
  { title: 'Project' },
)

export const DeliveredProject = Type.Object(
  {
    ...Project.properties,
    deliveryToken: Type.String(),
    deliveryUrl: Type.String(),
    message: Nullable(Type.String()),
    expiresAt: Nullable(Instant),
  },
  { title: 'DeliveredProject' },
)

const Count = Type.Integer({ minimum: 0 })

export const ProjectDelivery = Type.Object(
  {
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
        description:
          'The client’s link. null to callers who may not read webhooks, and when it was revoked',
      }),
    ),
    firstViewedAt: Nullable(Instant),
    lastViewedAt: Nullable(Instant),
    viewCount: Count,
    downloadCount: Count,
  },
  { title: 'ProjectDelivery' },
)

export const StatusChange = Type.Object(
  {
    id: Id,
    organizationId: Id,
    projectId: Id,
    fromStatus: ProjectStatus,
    toStatus: ProjectStatus,
    changedByUserId: Nullable(Id),
    changedByApiKeyId: Nullable(Id),
    changedAt: Instant,
  },
  { title: 'StatusChange' },
)

export const StatusCounts = Type.Object(
  Object.fromEntries(PROJECT_STATUSES.map((status) => [status, Type.Integer()])) as Record<
    (typeof PROJECT_STATUSES)[number],
    ReturnType<typeof Type.Integer>
  >,
  { title: 'StatusCounts' },
)
