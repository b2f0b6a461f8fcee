import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  MANAGING_ROLES,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_WORKING_INTERVALS,
  WEEKDAYS,
  type Weekday,
} from '@mediajobs/domain'
import {
  createUser,
  getUser,
  inviteAgain,
  listUsers,
  updateUser,
} from '@mediajobs/operations/users'
import { type TSchema, Type } from '@sinclair/typebox'
import { SHOWN_BEFORE, SHOWN_ONCE } from '../plugins/idempotency/idempotency.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { actorOf, allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  Described,
  EmptyBody,
  Id,
  Instant,
  Line,
  Named,
  Nullable,
  PageOf,
  PageQuery,
  Repeatable,
  Role,
  SentId,
} from '../vocabulary/schemas.ts'

const name = Line(MAX_NAME_LENGTH)

const HOURS = {
  description: 'In the organization’s time zone. null: Monday to Friday, 09:00 to 17:00',
}

const SentInterval = Named('NewWorkingInterval', {
  from: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    patternSentence: 'must be a time like 09:30',
  }),
  to: Type.String({
    pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
    patternSentence: 'must be a time like 17:30, or 24:00',
    description: 'Later than `from`; 24:00 is the end of the day',
  }),
})

const SentWorkingHours = Named(
  'NewWorkingHours',
  ofEachDay(Type.Optional(Type.Array(SentInterval, { maxItems: MAX_WORKING_INTERVALS }))),
  {
    description: `${HOURS.description}. Missing days are off. Intervals of a day must not overlap`,
  },
)

const WorkingInterval = Named('WorkingInterval', { from: Type.String(), to: Type.String() })

const WorkingHours = Named('WorkingHours', ofEachDay(Type.Array(WorkingInterval)), { ...HOURS })

function ofEachDay<Schema extends TSchema>(schema: Schema) {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, schema])) as Record<Weekday, Schema>
}

const CreateUserBody = Named('CreateUserBody', {
  email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }),
  name,
  role: Role,
})

const UpdateUserBody = Named('UpdateUserBody', {
  name: Type.Optional(name),
  role: Type.Optional(Role),
  active: Type.Optional(Type.Boolean()),
  workingHours: Type.Optional(Nullable(SentWorkingHours)),
})

const UserQuery = Type.Object({
  id: Type.Optional(Repeatable(SentId, 'Any of these users')),
  role: Type.Optional(Described(Role, 'With this role')),
  active: Type.Optional(
    Type.Boolean({ description: 'true: only active users. false: only deactivated ones' }),
  ),
  ...PageQuery,
})

const User = Named('User', {
  id: Id,
  organizationId: Id,
  email: Type.String(),
  name: Type.String(),
  role: Role,
  active: Type.Boolean(),
  workingHours: Nullable(WorkingHours),
  acceptedAt: Nullable({ ...Instant, description: 'null until the invitation is accepted' }),
  createdAt: Instant,
  updatedAt: Instant,
})

const Invitation = Named('Invitation', {
  invitationToken: Type.String(),
  invitationExpiresAt: Instant,
})

const NewUser = Named('NewUser', { ...User.properties, ...Invitation.properties })

const ABOVE =
  'The scope or the role is missing; `role_forbids` also if the new role, or the user’s, is above the caller’s'

const docs = operationDocs({
  createUser: {
    about: 'An organization’s people and their roles.',
    effects: ['SENDS_MAIL'],
    examples: {
      technician: { email: 'tess@example.com', name: 'Tess Tripod', role: 'TECHNICIAN' },
    },
    summary: 'Invite a person',
    description:
      'Adds a person to the organization and invites them. Only this response shows `invitationToken`, which is valid ' +
      'for 7 days. Work can be assigned immediately; they can act after accepting.',
    problems: {
      403: ABOVE,
      409: `The person is already a user here: \`duplicate_email\`; ${SHOWN_BEFORE}`,
    },
  },
  listUsers: {
    summary: 'List users',
    description: 'Lists the organization’s people, newest first.',
  },
  getUser: { summary: 'Get a user', description: 'Returns one person.' },
  updateUser: {
    examples: {
      role: { role: 'EDITOR' },
      deactivate: { active: false },
      hours: {
        workingHours: {
          monday: [
            { from: '08:00', to: '12:00' },
            { from: '13:00', to: '17:30' },
          ],
          saturday: [{ from: '09:00', to: '13:00' }],
        },
      },
    },
    summary: 'Change a user',
    description:
      'Changes a person’s name, role, working hours or active state. `active: false` ends their sessions in the ' +
      'organization and disables their keys immediately. A higher `role` invalidates an open invitation: invite them again.',
    problems: { 403: ABOVE, 409: 'The user is the last active ADMIN: `last_admin`' },
  },
  inviteUserAgain: {
    effects: ['SENDS_MAIL'],
    summary: 'Invite a person again',
    description: 'Replaces the `invitationToken` of a person who has not accepted yet.',
    problems: {
      403: ABOVE,
      409: `The person has accepted (\`already_accepted\`) or is deactivated (\`user_inactive\`); ${SHOWN_BEFORE}`,
    },
  },
})

const READ = allow('READ')
// Sessions of these roles have every scope.
const WRITE = allow('ADMIN', MANAGING_ROLES)
const etag = contentTag(User)

export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post, patch } = operationsOf(app)

  post(
    '/users',
    { ...WRITE, ...SHOWN_ONCE, etag },
    { ...docs.createUser, body: CreateUserBody, response: { 201: NewUser } },
    (tx, request) => createUser(tx, actorOf(request), request.body),
  )

  get(
    '/users',
    READ,
    { ...docs.listUsers, querystring: UserQuery, response: { 200: PageOf(User) } },
    (request) => listUsers(request.store.sql, orgOf(request), request.query),
  )

  get('/users/:id', { ...READ, etag }, { ...docs.getUser, response: { 200: User } }, (request) =>
    getUser(request.store.sql, orgOf(request), request.params.id),
  )

  patch(
    '/users/:id',
    { ...WRITE, etag },
    { ...docs.updateUser, body: UpdateUserBody, response: { 200: User } },
    (tx, request) =>
      updateUser(tx, actorOf(request), request.params.id, request.body, ifMatchOf(request)),
  )

  post(
    '/users/:id/invitation',
    { ...WRITE, ...SHOWN_ONCE },
    { ...docs.inviteUserAgain, body: EmptyBody, response: { 201: Invitation } },
    (tx, request) => inviteAgain(tx, actorOf(request), request.params.id),
  )
}
