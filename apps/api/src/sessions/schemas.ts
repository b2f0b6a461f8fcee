import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_TOKEN_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Role } from '../enumerations.ts'
import { Id, Instant, Text } from '../schemas.ts'

const password = Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH })
// Without the minimum: at a sign-in, a password that is too short is only a wrong password.
const triedPassword = Text(MAX_PASSWORD_LENGTH)

export const SignInBody = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }),
    password: triedPassword,
  },
  { title: 'CreateSessionBody' },
)

export const AcceptInvitationBody = Type.Object(
  { token: Text(MAX_TOKEN_LENGTH), password },
  { title: 'AcceptInvitationBody' },
)

export const RequestPasswordResetBody = Type.Object(
  { email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }) },
  { title: 'RequestPasswordResetBody' },
)

export const PasswordResetRequested = Type.Object(
  {
    sendsMail: Type.Boolean({
      description:
        'Whether this service sends mail at all. When it does not, its operator resets passwords. It says nothing about the email',
    }),
  },
  { title: 'PasswordResetRequested' },
)

export const AcceptPasswordResetBody = Type.Object(
  { token: Text(MAX_TOKEN_LENGTH), password },
  { title: 'AcceptPasswordResetBody' },
)

export const ChangePasswordBody = Type.Object(
  {
    currentPassword: triedPassword,
    newPassword: password,
  },
  { title: 'ChangePasswordBody' },
)

const SignedInUser = Type.Object(
  { id: Id, email: Type.String(), name: Type.String() },
  { title: 'SignedInUser' },
)

const Membership = Type.Object(
  { id: Id, name: Type.String(), role: Role },
  { title: 'Membership', description: 'An organization, and the role of the user in it' },
)

export const CurrentSession = Type.Object(
  { expiresAt: Instant, user: SignedInUser, organizations: Type.Array(Membership) },
  { title: 'CurrentSession' },
)

export const SignedIn = Type.Object(
  { accessToken: Type.String(), ...CurrentSession.properties },
  { title: 'SignedIn' },
)
