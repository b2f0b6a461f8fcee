import {
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_WORKING_INTERVALS,
  WEEKDAYS,
  type Weekday,
} from '@mediajobs/domain'
import { type TSchema, Type } from '@sinclair/typebox'
import { Role } from '../enumerations.ts'
import { Id, Instant, Line, Nullable, PageQuery, Repeatable, SentId } from '../schemas.ts'

const name = Line(MAX_NAME_LENGTH)

const HOURS = {
  description: 'In the time zone of the organization. null: Monday to Friday, 09:00 to 17:00',
}

const SentInterval = Type.Object(
  {
    from: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      patternSentence: 'must be a time like 09:30',
    }),
    to: Type.String({
      pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
      patternSentence: 'must be a time like 17:30, or 24:00',
      description: 'Later than `from`; 24:00 is the end of the day',
    }),
  },
  { title: 'NewWorkingInterval' },
)

const SentWorkingHours = Type.Object(
  ofEachDay(Type.Optional(Type.Array(SentInterval, { maxItems: MAX_WORKING_INTERVALS }))),
  {
    title: 'NewWorkingHours',
    description: `${HOURS.description}. A day that is left out is free. Intervals of a day do not overlap`,
  },
)

const WorkingInterval = Type.Object(
  { from: Type.String(), to: Type.String() },
  { title: 'WorkingInterval' },
)

const WorkingHours = Type.Object(ofEachDay(Type.Array(WorkingInterval)), {
  title: 'WorkingHours',
  ...HOURS,
})

function ofEachDay<Schema extends TSchema>(schema: Schema) {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, schema])) as Record<Weekday, Schema>
}

export const CreateUserBody = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }),
    name,
    role: Role,
  },
  { title: 'CreateUserBody' },
)

export const UpdateUserBody = Type.Object(
  {
    name: Type.Optional(name),
    role: Type.Optional(Role),
    active: Type.Optional(Type.Boolean()),
    workingHours: Type.Optional(Nullable(SentWorkingHours)),
  },
  { title: 'UpdateUserBody' },
)

export const UserQuery = Type.Object({
  id: Type.Optional(Repeatable(SentId, 'Any of these users')),
  role: Type.Optional(
    Type.Unsafe<(typeof Role)['static']>({ ...Role, description: 'With this role' }),
  ),
  active: Type.Optional(
    Type.Boolean({ description: 'true lists only active users, false only the others' }),
  ),
  ...PageQuery,
})

export const User = Type.Object(
  {
    id: Id,
    organizationId: Id,
    email: Type.String(),
    name: Type.String(),
    role: Role,
    active: Type.Boolean(),
    workingHours: Nullable(WorkingHours),
    acceptedAt: Nullable({ ...Instant, description: 'Null while the person is invited' }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'User' },
)

export const Invitation = Type.Object(
  {
    invitationToken: Type.String(),
    invitationExpiresAt: Instant,
  },
  { title: 'Invitation' },
)

export const NewUser = Type.Object(
  { ...User.properties, ...Invitation.properties },
  { title: 'NewUser' },
)
