import type { Sql } from '@mediajobs/db'
import { type Freeze, READ_FREEZE } from '@mediajobs/db/schema'
import {
  hashSecret,
  isWellFormedApiKey,
  type RateWindow,
  type Role,
  scopesOfRole,
  type WindowState,
} from '@mediajobs/domain'
import type { Actor } from '../../shared/actor.ts'
import { invalid, notFound, type OperationError, unauthenticated } from '../../shared/errors.ts'
import { type RateCheckRow, rateCheck, rateCheckColumns, windowStates } from '../rate-windows.ts'
import { createKeyBatcher } from './batch-keys.ts'

/** An authenticated caller, and the rate limit check of this call. */
export interface Admission extends Actor {
  readonly allowed: boolean
  readonly windows: readonly WindowState[]
  /** The credential's expiry; `null` for a key without one. */
  readonly expiresAt: string | null
  /** Remaining seconds of a freeze by a move; null when writes are accepted. */
  readonly frozenSeconds: number | null
}

export interface AdmitterOptions {
  sql: Sql
  keyWindows: readonly RateWindow[]
  sessionWindows: readonly RateWindow[]
  /** Called when updating `last_used_at` fails. */
  onUsageNotSaved(error: unknown): void
}

export interface Admitter {
  /** @throws {OperationError} `unauthenticated` for an unknown, revoked or expired key. */
  byApiKey(key: string): Promise<Admission>
  /**
   * @throws {OperationError} `unauthenticated` for an unknown or ended session or a deactivated member; `invalid` without
   *   an organization; `not_found` for an organization the person hasn't joined.
   */
  bySession(token: string, organizationId: string | undefined): Promise<Admission>
}

interface SessionRow extends Partial<RateCheckRow> {
  user_id: string
  role: Role | null
  active: boolean | null
  expires_at: string
  moving: boolean | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

/**
 * Authenticates and rate limits callers in one round trip. Never cached: a revoked key, a deactivated person and a full
 * window take effect immediately in every process.
 */
export function createAdmitter(options: AdmitterOptions): Admitter {
  const { sql, keyWindows, sessionWindows, onUsageNotSaved } = options
  const checkKey = createKeyBatcher(sql, keyWindows, onUsageNotSaved)
  const sessionStatement = sessionAdmission(sessionWindows)

  /**
   * Remaining freeze in seconds, for members marked as moving. @throws `unknown()` if the organization moved to
   * another cell.
   */
  async function readFreeze(
    organizationId: string,
    unknown: () => OperationError,
  ): Promise<number | null> {
    const [move] = await sql.query<Freeze>(READ_FREEZE, [organizationId])
    if (move?.isAway) throw unknown()
    return move?.seconds ?? null
  }

  return {
    async byApiKey(key) {
      if (!isWellFormedApiKey(key)) throw badKey()
      const row = await checkKey(key)
      if (!row) throw badKey().naming(key)
      const { organization_id: organizationId, moving } = row
      const frozenSeconds = moving
        ? await readFreeze(organizationId, () => badKey().ofOrganization(organizationId))
        : null
      return {
        organizationId,
        userId: row.user_id,
        apiKeyId: row.id,
        role: row.role,
        scopes: row.scopes,
        allowed: row.allowed,
        windows: windowStates(keyWindows, row),
        expiresAt: row.expires_at,
        frozenSeconds,
      }
    },
    async bySession(token, organizationId) {
      const known = organizationId !== undefined && UUID.test(organizationId)
      const values = [hashSecret(token), known ? organizationId : NO_ORGANIZATION]
      const [row] = await sql.query<SessionRow>(sessionStatement, values)
      if (!row) throw badSession().naming(token)
      if (organizationId === undefined) {
        throw invalid(
          'x-org-id',
          'required',
          'is required with a session: the id of the organization to act in',
        )
      }
      if (row.role === null) throw notFound().at('x-org-id')
      const frozenSeconds = row.moving
        ? await readFreeze(organizationId, () =>
            notFound().at('x-org-id').ofOrganization(organizationId),
          )
        : null
      if (!row.active || row.allowed === undefined) throw badSession()
      return {
        organizationId: organizationId.toLowerCase(),
        userId: row.user_id,
        apiKeyId: null,
        role: row.role,
        scopes: scopesOfRole(row.role),
        allowed: row.allowed,
        windows: windowStates(sessionWindows, row as RateCheckRow),
        expiresAt: row.expires_at,
        frozenSeconds,
      }
    },
  }
}

function sessionAdmission(windows: readonly RateWindow[]): string {
  return `with session as (
    select s.id, coalesce(a.person_id, a.id) as user_id, s.expires_at, m.role, m.active, m.moving
    from sessions as s
    join users as a on a.id = s.user_id
    left join memberships as m
      on m.organization_id = $2 and m.user_id = coalesce(a.person_id, a.id)
        and m.account_id = a.id
    where s.token_hash = $1 and s.expires_at > now()
  ), credential as (
    select 'session:' || id as subject from session where active
  ), ${rateCheck(windows)}
  select session.user_id, session.role, session.active, session.expires_at, session.moving,
    ${rateCheckColumns(windows)}
  from session left join log on true`
}

function badKey() {
  return unauthenticated(
    'api_key_invalid',
    'This API key is unknown, malformed, revoked or expired. Send a valid one in x-api-key.',
  )
}

export function badSession() {
  return unauthenticated(
    'session_invalid',
    'This access token is unknown or has ended. Sign in again with POST /auth/sessions. To use an API key, ' +
      'send x-api-key without Authorization.',
  )
}
