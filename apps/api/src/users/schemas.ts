import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Role } from '../enumerations.ts'
import { Id, Instant, PageQuery, Text } from '../schemas.ts'

const name = Text(MAX_NAME_LENGTH)

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
  },
  { title: 'UpdateUserBody' },
)

export const UserQuery = Type.Object({
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
