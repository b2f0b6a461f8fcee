import { MAX_LABEL_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Role, Scope } from '../enumerations.ts'
import { FutureInstant, Id, Instant, Nullable, PageQuery, SomeOf, Text } from '../schemas.ts'

export const CreateApiKeyBody = Type.Object(
  {
    name: Text(MAX_LABEL_LENGTH),
    scopes: SomeOf(Scope, { minItems: 1 }),
    expiresAt: Type.Optional(Nullable(FutureInstant)),
  },
  { title: 'CreateApiKeyBody' },
)

export const ApiKeyQuery = Type.Object(PageQuery)

export const ApiKey = Type.Object(
  {
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
  },
  { title: 'ApiKey' },
)

export const NewApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String() },
  { title: 'NewApiKey' },
)

const OrganizationName = Type.Object({ id: Id, name: Type.String() }, { title: 'OrganizationName' })

const RateLimit = Type.Object(
  {
    limit: Type.Integer({ description: 'The most calls in the window' }),
    windowSeconds: Type.Number(),
  },
  { title: 'RateLimit' },
)

/** The credential of the caller. `id`, `name` and `prefix` are null for a session. */
export const Credential = Type.Object(
  {
    id: Nullable(Id),
    name: Nullable(Type.String()),
    prefix: Nullable(Type.String()),
    organization: OrganizationName,
    userId: Id,
    role: Role,
    scopes: Type.Array(Scope),
    expiresAt: Nullable(Instant),
    limits: Type.Array(RateLimit),
  },
  { title: 'Credential' },
)
