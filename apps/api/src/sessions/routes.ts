import {
  MAX_EMAIL_LENGTH,
  MAX_FAILED_SIGN_INS,
  MAX_LIVE_SESSIONS,
  MAX_PASSWORD_LENGTH,
  MAX_RESETS_OF_ADDRESS,
  MAX_RESETS_OF_NETWORK,
  MAX_SIGN_INS,
  MAX_TOKEN_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@mediajobs/domain'
import {
  acceptPasswordReset,
  changePassword,
  requestPasswordReset,
} from '@mediajobs/operations/passwords'
import {
  acceptInvitation,
  describeSession,
  endSession,
  findSession,
  type Session,
  signIn,
} from '@mediajobs/operations/sessions'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { HttpError } from '../vocabulary/errors.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { bearerToken, operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { Id, Instant, Named, Nullable, Role, Text } from '../vocabulary/schemas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session, on routes about a person. */
    session: Session | null
  }
}

/** Requires a session for the routes of `app`. `x-org-id` is ignored. */
function requireSession(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    request.session = request.page?.session ?? null
    if (request.session) return
    const { authorization } = request.headers
    if (!authorization) {
      throw new HttpError(
        401,
        'credential_missing',
        'This operation requires a session: send Authorization: Bearer <access token>.',
      )
    }
    request.session = await findSession(request.store.sql, bearerToken(authorization))
  })
}

/** The caller's session; only for routes behind {@link requireSession}. */
function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('this route does not require a session')
  return request.session
}

const password = Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH })
// No minimum: at sign-in a short password is just wrong.
const triedPassword = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH })

const SignInBody = Named('CreateSessionBody', {
  email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }),
  password: triedPassword,
})

const AcceptInvitationBody = Named('AcceptInvitationBody', {
  token: Text(MAX_TOKEN_LENGTH),
  password,
})

const RequestPasswordResetBody = Named('RequestPasswordResetBody', {
  email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }),
})

const PasswordResetRequested = Named('PasswordResetRequested', {
  sendsMail: Type.Boolean({
    description:
      'Whether this service sends mail at all; otherwise its operator resets passwords. Independent of the email',
  }),
})

const AcceptPasswordResetBody = Named('AcceptPasswordResetBody', {
  token: Text(MAX_TOKEN_LENGTH),
  password,
})

const ChangePasswordBody = Named('ChangePasswordBody', {
  currentPassword: triedPassword,
  newPassword: password,
})

const SignedInUser = Named('SignedInUser', { id: Id, email: Type.String(), name: Type.String() })

const Membership = Named(
  'Membership',
  { id: Id, name: Type.String(), role: Role, calendarCreatedAt: Nullable(Instant) },
  { description: 'An organization, and the role of the user in it' },
)

const CurrentSession = Named('CurrentSession', {
  expiresAt: Instant,
  user: SignedInUser,
  organizations: Type.Array(Membership),
})

const SignedIn = Named('SignedIn', {
  accessToken: Type.String(),
  ...CurrentSession.properties,
})

const SLOWED = {
  429: `Too many passwords tried: \`sign_in_slowed\`. For an email from a network, the limits are ${MAX_FAILED_SIGN_INS} wrong passwords in 15 minutes and ${MAX_SIGN_INS} attempts in an hour; for an email from all networks and for a network they are higher. Too many calls from a network: \`rate_limited\``,
}

const docs = operationDocs({
  createSession: {
    examples: { person: { email: 'owner@example.com', password: 'correct horse battery staple' } },
    summary: 'Sign in',
    description: `Signs a person in for 12 hours, in the organization named by \`x-org-id\` of each call. Several accounts may share an email: \`organizations\` are those of the account with this password. An account has at most ${MAX_LIVE_SESSIONS} live sessions; one more ends the oldest.`,
    problems: {
      ...SLOWED,
      401: 'The email or the password is wrong: `sign_in_failed` for both',
    },
  },
  acceptInvitation: {
    about: 'Sessions: sign in and out, accept an invitation, change or reset a password.',
    examples: {
      person: { token: 'the-invitation-token', password: 'correct horse battery staple' },
    },
    summary: 'Accept an invitation',
    description:
      'Accepts an invitation and signs the person in. If an account with the invited email has this password, it becomes ' +
      'a member; otherwise a new account is created. The response is that of a sign-in.',
    takesToken: true,
    problems: {
      ...SLOWED,
      401: 'The token is unknown, expired or already accepted: `invitation_refused`',
    },
  },
  getSession: {
    summary: 'Get the signed-in person',
    description:
      'Returns the person of the session and their current organizations. `x-org-id` is ignored.',
    needsSession: true,
  },
  requestPasswordReset: {
    examples: { person: { email: 'owner@example.com' } },
    summary: 'Request a password-reset mail',
    description:
      'Mails a single-use link that resets the password within an hour, if an account has the email. The response is ' +
      'the same for every email. Without `SMTP_URL` the service sends no mail, and `sendsMail` is false.',
    problems: {
      429: `More than ${MAX_RESETS_OF_ADDRESS} requests an hour for an email, or ${MAX_RESETS_OF_NETWORK} from a network: \`rate_limited\``,
    },
  },
  acceptPasswordReset: {
    examples: { person: { token: 'the-token-of-the-mail', password: 'another good staple' } },
    summary: 'Reset a password',
    description:
      'Sets a new password with the token of the mail. Merges all accounts of the email, and ends their sessions. The ' +
      'response is that of a sign-in.',
    takesToken: true,
    problems: {
      401: 'The token is unknown, expired or used: `reset_refused`',
    },
  },
  endSession: {
    summary: 'Sign out',
    description: 'Ends the caller’s session.',
    needsSession: true,
  },
  changePassword: {
    examples: {
      change: {
        currentPassword: 'correct horse battery staple',
        newPassword: 'another good battery staple',
      },
    },
    summary: 'Change your password',
    description:
      'Changes the password of the signed-in account and ends its other sessions. A wrong `currentPassword` is ' +
      '`password_wrong`. Every attempt counts like a wrong password at sign-in.',
    needsSession: true,
    problems: {
      ...SLOWED,
      401: 'The session is unknown or has ended, possibly during the request: `session_invalid`',
    },
  },
})

interface Options {
  /** Whether a dispatcher sends mail. */
  sendsMail: boolean
}

export const sessionRoutes: FastifyPluginAsync<Options> = async (app, { sendsMail }) => {
  const { on } = operationsOf(app)

  on(
    'POST',
    '/auth/sessions',
    PUBLIC,
    { ...docs.createSession, body: SignInBody, response: { 201: SignedIn } },
    ({ store, body, ip }) => signIn(store, body, ip),
  )

  on(
    'POST',
    '/auth/invitations/accept',
    PUBLIC,
    { ...docs.acceptInvitation, body: AcceptInvitationBody, response: { 201: SignedIn } },
    ({ store, body, ip }) => acceptInvitation(store, body, ip),
  )

  on(
    'POST',
    '/auth/password-resets',
    PUBLIC,
    {
      ...docs.requestPasswordReset,
      body: RequestPasswordResetBody,
      response: { 202: PasswordResetRequested },
    },
    async ({ store, body, ip }) => {
      if (sendsMail) await requestPasswordReset(store.sql, body.email, ip)
      return { sendsMail }
    },
  )

  on(
    'POST',
    '/auth/password-resets/accept',
    PUBLIC,
    { ...docs.acceptPasswordReset, body: AcceptPasswordResetBody, response: { 201: SignedIn } },
    ({ store, body, ip }) => acceptPasswordReset(store, body, ip),
  )

  await app.register(signedInRoutes)
}

// PUBLIC, because the admission plugins need an organization; `requireSession` checks the caller.
const signedInRoutes: FastifyPluginAsync = async (app) => {
  const { on, get } = operationsOf(app)
  requireSession(app)

  get(
    '/auth/sessions/current',
    PUBLIC,
    { ...docs.getSession, response: { 200: CurrentSession } },
    (request) => describeSession(request.store.sql, sessionOf(request)),
  )

  on('DELETE', '/auth/sessions/current', PUBLIC, docs.endSession, (request) =>
    endSession(request.store.sql, sessionOf(request)),
  )

  on(
    'POST',
    '/auth/password',
    PUBLIC,
    { ...docs.changePassword, body: ChangePasswordBody },
    (request) => changePassword(request.store, sessionOf(request), request.body, request.ip),
  )
}
