import { MAX_LABEL_LENGTH, ROLES, SCOPES } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Id, Instant, Nullable, OneOf, PageQuery, SentInstant, SomeOf, Text } from '../schemas.ts'

const Scope = OneOf(SCOPES)

export const CreateApiKeyBody = Type.Object({
  name: Text(MAX_LABEL_LENGTH),
  scopes: SomeOf(SCOPES, { minItems: 1 }),
  expiresAt: Type.Optional(Nullable(SentInstant)),
})

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

/** Who calls; the first three are null when a session does. */
export const Credential = Type.Object(
  {
    id: Nullable(Id),
    name: Nullable(Type.String()),
    prefix: Nullable(Type.String()),
    organization: Type.Object({ id: Id, name: Type.String() }),
    userId: Id,
    role: OneOf(ROLES),
    scopes: Type.Array(Scope),
    expiresAt: Nullable(Instant),
    limits: Type.Array(Type.Object({ limit: Type.Integer(), windowSeconds: Type.Number() })),
  },
  { title: 'Credential' },
)
