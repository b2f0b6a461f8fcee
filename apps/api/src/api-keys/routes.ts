import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  KEY_USAGE_DAYS,
  MANAGING_ROLES,
  MAX_LABEL_LENGTH,
  MAX_LIVE_API_KEYS,
  type RateWindow,
  type WindowState,
} from '@mediajobs/domain'
import {
  createApiKey,
  describeCredential,
  getKeyUsage,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@mediajobs/operations/api-keys'
import { Type } from '@sinclair/typebox'
import { SHOWN_BEFORE, SHOWN_ONCE } from '../plugins/idempotency/idempotency.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import {
  actorOf,
  admissionOf,
  allow,
  contentTag,
  ifMatchOf,
  operationsOf,
  orgOf,
} from '../vocabulary/routes.ts'
import {
  Day,
  FutureInstant,
  HttpStatus,
  Id,
  Instant,
  Line,
  Named,
  Nullable,
  OverlapSeconds,
  PageOf,
  PageQuery,
  Role,
  Scope,
  SomeOf,
} from '../vocabulary/schemas.ts'

const CreateApiKeyBody = Named('CreateApiKeyBody', {
  name: Line(MAX_LABEL_LENGTH),
  scopes: SomeOf(Scope, { minItems: 1 }),
  expiresAt: Type.Optional(Nullable(FutureInstant)),
})

const RotateApiKeyBody = Named('RotateApiKeyBody', { overlapSeconds: OverlapSeconds })

const ApiKeyQuery = Type.Object(PageQuery)

const ApiKey = Named('ApiKey', {
  id: Id,
  organizationId: Id,
  name: Type.String(),
  scopes: Type.Array(Scope),
  prefix: Type.String(),
  createdByUserId: Id,
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  lastUsedAt: Nullable(Instant),
  revokedAt: Nullable(Instant),
  replacedById: Nullable(Id),
})

const NewApiKey = Named('NewApiKey', { ...ApiKey.properties, key: Type.String() })

const calls = Type.Integer({ minimum: 1 })

const OrganizationName = Named('OrganizationName', { id: Id, name: Type.String() })

const RateLimit = Named('RateLimit', {
  limit: Type.Integer({ description: 'Calls allowed in the window' }),
  windowSeconds: Type.Number(),
})

const WindowUsage = Named('WindowUsage', {
  ...RateLimit.properties,
  used: Type.Integer({
    description: 'Calls currently counted in the window; a 429 is not counted',
  }),
  resetSeconds: Type.Number({
    description: 'Time until the oldest counted call leaves the window; 0 if the window is empty',
  }),
})

const StatusCalls = Named('StatusCalls', { status: HttpStatus, calls })

const DayOfCalls = Named('DayOfCalls', { day: Day, calls, statuses: Type.Array(StatusCalls) })

const ApiKeyUsage = Named('ApiKeyUsage', {
  windows: Type.Array(WindowUsage),
  days: Type.Array(DayOfCalls),
})

/** `id`, `name` and `prefix` are null for a session. */
const Credential = Named('Credential', {
  id: Nullable(Id),
  name: Nullable(Type.String()),
  prefix: Nullable(Type.String()),
  organization: OrganizationName,
  userId: Id,
  role: Role,
  scopes: Type.Array(Scope),
  expiresAt: Nullable(Instant),
  limits: Type.Array(RateLimit),
})

const docs = operationDocs({
  createApiKey: {
    about: 'Credentials of integrations.',
    examples: {
      reader: {
        name: 'Booking form',
        scopes: ['READ', 'WRITE'],
        expiresAt: '2199-12-31T00:00:00Z',
      },
    },
    summary: 'Create an API key',
    description:
      'Creates an API key. Only this response shows `key`. It can’t have a scope that its creator lacks.',
    problems: {
      409: `The organization has ${MAX_LIVE_API_KEYS} live keys: \`too_many_api_keys\`; ${SHOWN_BEFORE}`,
    },
  },
  listApiKeys: {
    summary: 'List API keys',
    description:
      'Lists API keys, newest first, including revoked ones. The keys themselves are never shown.',
  },
  getCurrentCredential: {
    summary: 'Describe the caller’s credential',
    description:
      'Returns the organization, role, scopes, expiry and limits of this call’s credential.',
  },
  getApiKeyUsage: {
    summary: 'Get the usage of an API key',
    description:
      'Counts the calls of an API key. `windows`: current calls per rate limit, across all processes. ' +
      `\`days\`: calls of the last ${KEY_USAGE_DAYS} days (UTC) by status, newest first, without empty days and with a ` +
      'delay of half a minute. 499: the client disconnected early.',
  },
  rotateApiKey: {
    examples: { week: { overlapSeconds: 604_800 } },
    summary: 'Replace an API key',
    description:
      'Replaces an API key with a new one of the same name, scopes and expiry. Only this response shows `key`. The old ' +
      'key works for another `overlapSeconds`, or until it expires; its `replacedById` is the new key. The new key has ' +
      'your role, and you must hold its scopes.',
    optionalBody: true,
    problems: {
      409: `The key was already replaced: \`api_key_replaced\`; it is revoked or expired: \`api_key_ended\`; the organization has ${MAX_LIVE_API_KEYS} live keys, including this one: \`too_many_api_keys\`; ${SHOWN_BEFORE}`,
    },
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'Revokes an API key immediately. Idempotent.',
  },
})

interface Options {
  keyWindows: readonly RateWindow[]
  sessionWindows: readonly RateWindow[]
}

// Sessions of these roles have every scope.
const MANAGE = allow('ADMIN', MANAGING_ROLES)
// Excludes `lastUsedAt`, which every call with the key changes.
const etag = contentTag(ApiKey, 'lastUsedAt')

export const apiKeyRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { get, post, remove } = operationsOf(app)

  const { keyWindows, sessionWindows } = options

  post(
    '/api-keys',
    { ...MANAGE, ...SHOWN_ONCE, etag },
    { ...docs.createApiKey, body: CreateApiKeyBody, response: { 201: NewApiKey } },
    (tx, request) => createApiKey(tx, actorOf(request), request.body),
  )

  get(
    '/api-keys',
    MANAGE,
    { ...docs.listApiKeys, querystring: ApiKeyQuery, response: { 200: PageOf(ApiKey) } },
    (request) => listApiKeys(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/api-keys/current',
    { ...allow('ANY'), etag: contentTag(Credential) },
    { ...docs.getCurrentCredential, response: { 200: Credential } },
    async (request) => {
      const credential = await describeCredential(request.store.sql, admissionOf(request))
      const windows = credential.id === null ? sessionWindows : keyWindows
      return {
        ...credential,
        scopes: [...credential.scopes],
        limits: windows.map(shownLimit),
      }
    },
  )

  get(
    '/api-keys/:id/usage',
    MANAGE,
    { ...docs.getApiKeyUsage, response: { 200: ApiKeyUsage } },
    async (request) => {
      const { sql } = request.store
      const usage = await getKeyUsage(sql, orgOf(request), request.params.id, keyWindows)
      const windows = keyWindows.map((window, i) => usedOf(window, usage.windows[i]))
      return { ...usage, windows }
    },
  )

  post(
    '/api-keys/:id/rotate',
    { ...MANAGE, ...SHOWN_ONCE, etag },
    { ...docs.rotateApiKey, body: RotateApiKeyBody, response: { 201: NewApiKey } },
    (tx, request) =>
      rotateApiKey(tx, actorOf(request), request.params.id, request.body.overlapSeconds),
  )

  remove('/api-keys/:id', { ...MANAGE, etag }, docs.revokeApiKey, (tx, request) =>
    revokeApiKey(tx, orgOf(request), request.params.id, ifMatchOf(request)),
  )
}

function shownLimit({ limit, spanMs }: RateWindow) {
  return { limit, windowSeconds: spanMs / 1_000 }
}

function usedOf(window: RateWindow, state: WindowState | undefined) {
  const resetSeconds = (state?.resetMs ?? 0) / 1_000
  return { ...shownLimit(window), used: state?.used ?? 0, resetSeconds }
}
