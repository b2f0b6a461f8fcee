import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_TOKEN_LENGTH,
  MIN_PASSWORD_LENGTH,
  ROLES,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Id, Instant, OneOf, Text } from '../schemas.ts'

const password = Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH })
// One that is too short is wrong, and need not be told so at a sign-in.
const triedPassword = Text(MAX_PASSWORD_LENGTH)

export const SignInBody = Type.Object({
  email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }),
  password: triedPassword,
})

export const AcceptInvitationBody = Type.Object({ token: Text(MAX_TOKEN_LENGTH), password })

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
