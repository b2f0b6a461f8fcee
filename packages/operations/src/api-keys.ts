import { newId, one, type Sql, type Transaction } from '@mediajobs/db'
import { apiKeyCalls, organizations, apiKeys as table } from '@mediajobs/db/schema'
import {
  generateApiKey,
  hashSecret,
  includesScope,
  KEY_USAGE_DAYS,
  MAX_LIVE_API_KEYS,
  type RateWindow,
  type Role,
  type Scope,
  shownPrefix,
  toUtc,
  type WindowState,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, gt, isNull, or, sql as raw } from 'drizzle-orm'
import type { Admission } from './credentials/admission/admit.ts'
import { readWindows } from './credentials/rate-windows.ts'
import type { Actor } from './shared/actor.ts'
import { conflict, forbidden, invalid, notFound } from './shared/errors.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import { type IsExpected, lockOrganization, record } from './shared/record.ts'

/** The record's columns. Of the key itself, only the first characters. */
export const apiKeyColumns = {
  id: table.id,
  organizationId: table.organizationId,
  name: table.name,
  scopes: table.scopes,
  prefix: table.prefix,
  createdByUserId: table.createdByUserId,
  createdAt: table.createdAt,
  expiresAt: table.expiresAt,
  lastUsedAt: table.lastUsedAt,
  revokedAt: table.revokedAt,
  replacedById: table.replacedById,
}

export type ApiKey = Pick<typeof table.$inferSelect, keyof typeof apiKeyColumns>

interface ApiKeyInput {
  name: string
  /** Non-empty, without duplicates. */
  scopes: Scope[]
  /** Null: until revoked. */
  expiresAt?: string | null
}

/** A new key with its secret, shown once: only a hash is stored. */
interface NewApiKey extends ApiKey {
  key: string
}

type Maker = Pick<Actor, 'organizationId' | 'userId' | 'scopes'>

/** A caller's credential. Key fields are null for a session. */
interface Credential {
  id: string | null
  name: string | null
  prefix: string | null
  organization: { id: string; name: string }
  userId: string
  role: Role
  scopes: Scope[]
  expiresAt: string | null
}

interface ApiKeyUsage {
  /** Current rate limits, in the order of `windows`. Refused calls don't count. */
  windows: WindowState[]
  /** UTC days with calls, newest first. */
  days: DayOfCalls[]
}

interface DayOfCalls {
  /** YYYY-MM-DD */
  day: string
  calls: number
  /** By response status, ascending. */
  statuses: { status: number; calls: number }[]
}

/** SQL: whether the key has expired, by the database's clock. */
const isExpired = raw<boolean>`coalesce(${table.expiresAt} <= clock_timestamp(), false)`
const apiKeys = record(table, { columns: apiKeyColumns })
const withExpiry = record(table, { columns: { ...apiKeyColumns, isExpired } })

/** SQL condition: the row is the key `id` of `orgId`. */
export const isApiKey = apiKeys.is

/**
 * The organization's keys, revoked and expired ones included, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export function listApiKeys(sql: Sql, orgId: string, request: PageRequest): Promise<Page<ApiKey>> {
  return apiKeys.page(sql, orgId, request, { list: { list: 'api-keys' } })
}

/**
 * Creates an API key, which acts with the maker's current role. Its scopes can't be changed.
 *
 * @throws {OperationError} `forbidden` (`scope_missing`) for a scope the maker lacks, `invalid` for an expiry in the past
 *   by the database's clock, `conflict` (`too_many_api_keys`).
 */
export async function createApiKey(tx: Tx, maker: Maker, input: ApiKeyInput): Promise<NewApiKey> {
  const made = await insertApiKey(tx, maker, input)
  await expectFewKeys(tx, maker.organizationId)
  return made
}

/**
 * Replaces the key `id` by one with the same name, scopes and expiry, owned by the maker. The old key works for another
 * `overlapSeconds`, or until its earlier expiry. docs/contract.md#c14-key-rotation
 *
 * @throws {OperationError} `not_found`, `forbidden` (`scope_missing`) for a scope the maker lacks, `conflict`
 *   (`api_key_replaced`, `api_key_ended`, `too_many_api_keys`).
 */
export async function rotateApiKey(
  tx: Tx,
  maker: Maker,
  id: string,
  overlapSeconds: number,
): Promise<NewApiKey> {
  const { organizationId } = maker
  const old = await withExpiry.lock(tx, organizationId, id)
  refuseEnded(old, old.isExpired)
  const made = await insertApiKey(tx, maker, old)
  // Truncated: the column rounds to milliseconds, and a key without overlap would outlive the rotation.
  const now = raw`date_trunc('milliseconds', clock_timestamp())`
  const end = raw`${now} + ${overlapSeconds} * interval '1 second'`
  await apiKeys.set(tx, organizationId, id, {
    expiresAt: raw`least(${table.expiresAt}, ${end})`,
    replacedById: made.id,
  })
  await expectFewKeys(tx, organizationId)
  return made
}

/**
 * Revokes a key, immediately for every process. Idempotent.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function revokeApiKey(
  tx: Transaction,
  orgId: string,
  id: string,
  isExpected?: IsExpected<ApiKey>,
): Promise<void> {
  if (isExpected) await apiKeys.lock(tx, orgId, id, isExpected)
  await apiKeys.set(tx, orgId, id, {
    revokedAt: raw`coalesce(${table.revokedAt}, clock_timestamp())`,
  })
}

/** Describes the caller's credential: the only way for a key to learn what it may do. */
export async function describeCredential(
  { orm }: Sql,
  { organizationId, apiKeyId, userId, role, scopes, expiresAt }: Admission,
): Promise<Credential> {
  const isKey = and(eq(table.organizationId, organizations.id), raw`${table.id} = ${apiKeyId}`)
  const [row] = await orm
    .select({ organizationName: organizations.name, name: table.name, prefix: table.prefix })
    .from(organizations)
    .leftJoin(table, isKey)
    .where(eq(organizations.id, organizationId))
  if (!row) throw notFound()
  return {
    id: apiKeyId,
    name: row.name,
    prefix: row.prefix,
    organization: { id: organizationId, name: row.organizationName },
    userId,
    role,
    scopes: [...scopes],
    expiresAt,
  }
}

/**
 * A key's rate limits and recent calls. Calls lag by up to half a minute: each api writes them in batches.
 * docs/contract.md#c14-key-usage
 *
 * @throws {OperationError} `not_found`.
 */
export async function getKeyUsage(
  sql: Sql,
  orgId: string,
  id: string,
  windows: readonly RateWindow[],
): Promise<ApiKeyUsage> {
  const { organizationId, apiKeyId, day, status, calls } = apiKeyCalls
  const isRecent = raw`${day} > (now() at time zone 'UTC')::date - ${raw.raw(`${KEY_USAGE_DAYS}`)}`
  const rows = await sql.orm
    .select({ day, status, calls })
    .from(table)
    .leftJoin(
      apiKeyCalls,
      and(eq(organizationId, table.organizationId), eq(apiKeyId, table.id), isRecent),
    )
    .where(isApiKey(orgId, id))
    .orderBy(desc(day), status)
  if (rows.length === 0) throw notFound()
  const days = new Map<string, DayOfCalls>()
  for (const { day, status, calls } of rows) {
    // A key without calls yields one row of nulls.
    if (day === null || status === null || calls === null) continue
    const known = days.get(day) ?? { day, calls: 0, statuses: [] }
    known.calls += calls
    known.statuses.push({ status, calls })
    days.set(day, known)
  }
  return { windows: await readWindows(sql, `key:${id}`, windows), days: [...days.values()] }
}

async function insertApiKey(
  tx: Tx,
  maker: Maker,
  { name, scopes, expiresAt }: ApiKeyInput,
): Promise<NewApiKey> {
  const { organizationId, userId } = maker
  refuseMoreScopes(maker, scopes)
  await lockOrganization(tx, organizationId)
  const key = generateApiKey(tx.cell)
  const made = one(
    await tx.orm
      .insert(table)
      .values({
        organizationId,
        id: newId(),
        name,
        scopes,
        prefix: shownPrefix(key),
        keyHash: hashSecret(key),
        createdByUserId: userId,
        expiresAt: expiresAt ? toUtc(expiresAt) : null,
      })
      .returning({ ...apiKeyColumns, isExpired }),
    'the insert of an API key',
  )
  const { isExpired: isPast, ...apiKey } = made
  if (isPast) throw invalid('expiresAt', 'too_small', 'must be in the future')
  return { ...apiKey, key }
}

/** @throws {OperationError} `conflict` (`too_many_api_keys`). */
async function expectFewKeys({ orm }: Tx, orgId: string): Promise<void> {
  const isLive = or(isNull(table.expiresAt), gt(table.expiresAt, raw`clock_timestamp()`))
  const ofOrg = and(eq(table.organizationId, orgId), isNull(table.revokedAt), isLive)
  // The count includes the new key.
  if ((await orm.$count(table, ofOrg)) <= MAX_LIVE_API_KEYS) return
  throw conflict(
    'too_many_api_keys',
    `An organization can have at most ${MAX_LIVE_API_KEYS} live API keys: revoke one with DELETE /api-keys/{id} first.`,
  )
}

function refuseMoreScopes({ scopes: held }: Maker, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !includesScope(held, scope))
  if (missing.length === 0) return
  throw forbidden(
    'scope_missing',
    `A key can't be granted ${missing.join(', ')}: the credential that creates it has ${held.join(', ')}.`,
  )
}

function refuseEnded({ id, revokedAt, replacedById }: ApiKey, isExpired: boolean): void {
  if (replacedById !== null) {
    throw conflict(
      'api_key_replaced',
      `The API key ${id} was already replaced by ${replacedById}: rotate that one.`,
    )
  }
  if (revokedAt === null && !isExpired) return
  const end = revokedAt === null ? 'has expired' : 'was revoked'
  throw conflict(
    'api_key_ended',
    `The API key ${id} ${end} and can't be rotated: create a new one with POST /api-keys.`,
  )
}
