import { MAX_LABEL_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Role, Scope } from '../enumerations.ts'
import {
  Day,
  FutureInstant,
  HttpStatus,
  Id,
  Instant,
  Line,
  Nullable,
  OverlapSeconds,
  PageQuery,
  SomeOf,
} from '../schemas.ts'

export const CreateApiKeyBody = Type.Object(
  {
    name: Line(MAX_LABEL_LENGTH),
    scopes: SomeOf(Scope, { minItems: 1 }),
    expiresAt: Type.Optional(Nullable(FutureInstant)),
  },
  { title: 'CreateApiKeyBody' },
)

export const RotateApiKeyBody = Type.Object(
  { overlapSeconds: OverlapSeconds },
  { title: 'RotateApiKeyBody' },
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
    replacedById: Nullable(Id),
  },
  { title: 'ApiKey' },
)

export const NewApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String() },
  { title: 'NewApiKey' },
)

const calls = Type.Integer({ minimum: 1 })

const OrganizationName = Type.Object({ id: Id, name: Type.String() }, { title: 'OrganizationName' })

const RateLimit = Type.Object(
  {
    limit: Type.Integer({ description: 'The most calls in the window' }),
    windowSeconds: Type.Number(),
  },
  { title: 'RateLimit' },
)

const WindowUsage = Type.Object(
  {
    ...RateLimit.properties,
    used: Type.Integer({ description: 'The counted calls in it now. A 429 is not counted' }),
    resetSeconds: Type.Number({
      description: 'Until the oldest counted call leaves the window; 0 when it is empty',
    }),
  },
  { title: 'WindowUsage' },
)

const StatusCalls = Type.Object({ status: HttpStatus, calls }, { title: 'StatusCalls' })

const DayOfCalls = Type.Object(
  { day: Day, calls, statuses: Type.Array(StatusCalls) },
  { title: 'DayOfCalls' },
)

export const ApiKeyUsage = Type.Object(
  { windows: Type.Array(WindowUsage), days: Type.Array(DayOfCalls) },
  { title: 'ApiKeyUsage' },
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
