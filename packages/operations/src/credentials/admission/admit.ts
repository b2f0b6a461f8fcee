import type { Sql } from '@mediajobs/db'
import {
  hashSecret,
  isWellFormedApiKey,
  type RateWindow,
  type Role,
  scopesOfRole,
  type WindowState,
} from '@mediajobs/domain'
import { accountOf } from '../../shared/account-of.ts'
import type { Actor } from '../../shared/actor.ts'
import { invalid, notFound, type OperationError, unauthenticated } from '../../shared/errors.ts'
import { type RateCheckRow, rateCheck, rateCheckColumns, windowStates } from '../rate-windows.ts'
import { createKeyBatcher } from './batch-keys.ts'

/** A caller with a valid credential, and the rate limit check of this call. */
export interface Admission extends Actor {
  readonly allowed: boolean
  readonly windows: readonly WindowState[]
  /** When the credential expires; `null` for a key without an expiry. */
  readonly expiresAt: string | null
  /** Whole seconds for which a move refuses writes of the organization; null when it accepts them. */
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
  /** @throws {OperationError} `unauthenticated` for a key that is unknown, revoked or expired. */
  byApiKey(key: string): Promise<Admission>
  /**
   * @throws {OperationError} `unauthenticated` for an unknown or ended session or a deactivated
   *   membership; `invalid` without an organization; `not_found` for an organization of which the person
   *   is no member, or whose invitation they have not accepted.
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

// Read only for a membership that is marked as moving.
const MOVE = `
  select is_away as "isAway", case when frozen_until > now()
    then ceil(extract(epoch from frozen_until - now()))::int end as seconds
  from organization_moves where organization_id = $1`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

/**
 * Admission is one round trip and is always read from the database: a revoked key, a deactivated
 * person and a full window are known to every process at once.
 */
export function createAdmitter(options: AdmitterOptions): Admitter {
  const { sql, keyWindows, sessionWindows, onUsageNotSaved } = options
  const checkKey = createKeyBatcher(sql, keyWindows, onUsageNotSaved)
  const sessionStatement = sessionAdmission(sessionWindows)

  /** The rest of a freeze in seconds; null when writes are accepted. @throws `unknown` if the organization is away. */
  async function readFreeze(
    organizationId: string,
    unknown: () => OperationError,
  ): Promise<number | null> {
    const [move] = await sql.query<{ isAway: boolean; seconds: number | null }>(MOVE, [
      organizationId,
    ])
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
          'is required with a session: name the organization to act in',
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
        and ${accountOf('m')} = a.id
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

/** The error for a session that is unknown or has ended. */
export function badSession() {
  return unauthenticated(
    'session_invalid',
    'This access token is unknown or has ended. Sign in again with POST /auth/sessions. To use an API key, ' +
      'send x-api-key without Authorization.',
  )
}
