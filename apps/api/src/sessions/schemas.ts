import { ROLES } from '@mediajobs/domain'
import { PASSWORD_LENGTH } from '@mediajobs/operations'
import { Type } from '@sinclair/typebox'
import { Id, Instant, OneOf, Text } from '../schemas.ts'

const { min, max } = PASSWORD_LENGTH
const password = Type.String({ minLength: min, maxLength: max })
// One that is too short is wrong, and need not be told so at a sign-in.
const triedPassword = Text(max)

export const SignInBody = Type.Object({
  email: Type.String({ format: 'email', maxLength: 254 }),
  password: triedPassword,
})

export const AcceptInvitationBody = Type.Object({ token: Text(200), password })

export const ChangePasswordBody = Type.Object({
  currentPassword: triedPassword,
  newPassword: password,
})

export const SignedIn = Type.Object(
  {
    accessToken: Type.String(),
    expiresAt: Instant,
    user: Type.Object({ id: Id, email: Type.String(), name: Type.String() }),
    organizations: Type.Array(Type.Object({ id: Id, name: Type.String(), role: OneOf(ROLES) })),
  },
  { title: 'SignedIn' },
)
