import type { Sql } from '@mediajobs/db'
import {
  hashSecret,
  isWellFormedApiKey,
  type RateWindow,
  type Role,
  type Scope,
  scopesOfRole,
  type WindowState,
} from '@mediajobs/domain'
import type { Actor } from '../actor.ts'
import { invalid, notFound, unauthenticated } from '../errors.ts'
import { HAS_ACCEPTED } from '../users/user.ts'
import { type JudgedRow, judge, judgedColumns, windowStates } from './rate-windows.ts'

/** A caller who is who they say, and what their rate windows say of this call. */
export interface Admission extends Actor {
  readonly allowed: boolean
  readonly windows: readonly WindowState[]
  /** When the credential ends by itself; `null` for a key without an expiry. */
  readonly expiresAt: string | null
  /** Whether the key's `lastUsedAt` is due to be written again. */
  readonly usageIsStale: boolean
}

export interface Admitter {
  /** @throws {OperationError} `unauthenticated` for a key that is no key, or no longer one. */
  byApiKey(sql: Sql, key: string): Promise<Admission>
  /**
   * The organization of a key that was let in lately; a key never changes its organization. It says
   * nothing about whether the key is let in now.
   */
  organizationOf(key: string): string | undefined
  /**
   * @throws {OperationError} `unauthenticated` for a bad or ended session or a deactivated
   *   membership, `invalid` without an organization, `not_found` for one that is not the person's
   *   or whose invitation they have not accepted.
   */
  bySession(sql: Sql, token: string, organizationId: string | undefined): Promise<Admission>
}

interface KeyRow extends JudgedRow {
  organization_id: string
  id: string
  user_id: string
  role: Role
  scopes: Scope[]
  expires_at: string | null
  usage_is_stale: boolean
}

interface SessionRow extends Partial<JudgedRow> {
  user_id: string
  role: Role | null
  active: boolean | null
  expires_at: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// A few megabytes.
const MAX_REMEMBERED_KEYS = 50_000
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

/**
 * Admission is one round trip and is always read from the database: a revoked key, a deactivated
 * person and a full window are known to every process at once.
 */
export function createAdmitter(
  keyWindows: readonly RateWindow[],
  sessionWindows: readonly RateWindow[],
): Admitter {
  const keyStatement = keyAdmission(keyWindows)
  const sessionStatement = sessionAdmission(sessionWindows)
  const organizations = new Map<string, string>()

  function remember(key: string, organizationId: string): void {
    if (organizations.size >= MAX_REMEMBERED_KEYS) organizations.clear()
    organizations.set(key, organizationId)
  }

  return {
    organizationOf: (key) => organizations.get(key),
    async byApiKey(sql, key) {
      if (!isWellFormedApiKey(key)) throw badKey()
      const [row] = await sql.query<KeyRow>(keyStatement, [hashSecret(key)])
      if (row?.allowed) remember(key, row.organization_id)
      else organizations.delete(key)
      if (!row) throw badKey()
      return {
        organizationId: row.organization_id,
        userId: row.user_id,
        apiKeyId: row.id,
        role: row.role,
        scopes: row.scopes,
        allowed: row.allowed,
        windows: windowStates(keyWindows, row),
        expiresAt: row.expires_at,
        usageIsStale: row.usage_is_stale,
      }
    },
    async bySession(sql, token, organizationId) {
      const known = organizationId !== undefined && UUID.test(organizationId)
      const values = [hashSecret(token), known ? organizationId : NO_ORGANIZATION]
      const [row] = await sql.query<SessionRow>(sessionStatement, values)
      if (!row) throw badSession()
      if (organizationId === undefined) {
        throw invalid('x-org-id is required with a session: name the organization to act in')
      }
      if (row.role === null) throw notFound()
      if (!row.active || row.allowed === undefined) throw badSession()
      return {
        organizationId: organizationId.toLowerCase(),
        userId: row.user_id,
        apiKeyId: null,
        role: row.role,
        scopes: scopesOfRole(row.role),
        allowed: row.allowed,
        windows: windowStates(sessionWindows, row as JudgedRow),
        expiresAt: row.expires_at,
        usageIsStale: false,
      }
    },
  }
}

/** Writes when a key was last used; minutes are precise enough, and cheap. */
export async function touchApiKey(sql: Sql, orgId: string, apiKeyId: string): Promise<void> {
  await sql.query(
    'update api_keys set last_used_at = now() where organization_id = $1 and id = $2',
    [orgId, apiKeyId],
  )
}

function keyAdmission(windows: readonly RateWindow[]): string {
  return `with credential as (
    select k.organization_id, k.id, k.created_by_user_id as user_id, k.scopes, k.expires_at,
      m.role,
      'key:' || k.id as subject,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as usage_is_stale
    from api_keys as k
    join memberships as m
      on m.organization_id = k.organization_id and m.user_id = k.created_by_user_id and m.active
    where k.key_hash = $1
      and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())
  ), ${judge(windows)}
  select credential.organization_id, credential.id, credential.user_id, credential.scopes,
    credential.expires_at, credential.role, credential.usage_is_stale, ${judgedColumns(windows)}
  from credential, log`
}

function sessionAdmission(windows: readonly RateWindow[]): string {
  return `with session as (
    select s.id, s.user_id, s.expires_at, m.role, m.active
    from sessions as s
    left join memberships as m
      on m.organization_id = $2 and m.user_id = s.user_id and ${HAS_ACCEPTED}
    where s.token_hash = $1 and s.expires_at > now()
  ), credential as (
    select 'session:' || id as subject from session where active
  ), ${judge(windows)}
  select session.user_id, session.role, session.active, session.expires_at, ${judgedColumns(windows)}
  from session left join log on true`
}

function badKey() {
  return unauthenticated(
    'api_key_invalid',
    'This API key is unknown, malformed, revoked or expired. Send a valid one in x-api-key.',
  )
}

/** Why a session is refused, wherever one is needed. */
export function badSession() {
  return unauthenticated(
    'session_invalid',
    'This access token is unknown or has ended. Sign in again with POST /auth/sessions.',
  )
}
