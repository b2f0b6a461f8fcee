import { type MovedWrite, movedWriteOf, type Sql } from '@mediajobs/db'
import { hashSecret } from '@mediajobs/domain'
import { notFound, OperationError, organizationMoving } from '../shared/errors.ts'
import { type Away, awayError } from './away-error.ts'

// Each branch reads one unique index. A credential has at most one row.
const away = (table: string, column: string) => `
  select move.step as move_step, move.cell from ${table} as held
  join organization_moves as move on move.organization_id = held.organization_id and move.is_away
  where held.${column} = $1`

const DROPPED = 'select null as move_step, cell from moved_credentials where credential_hash = $1'

const FIND = `
  ${DROPPED}
  union all ${[
    away('api_keys', 'key_hash'),
    away('client_deliveries', 'token_hash'),
    away('calendars', 'token_hash'),
    away('invitations', 'token_hash'),
    away('archives', 'token_hash'),
    away('unsubscribe_tokens', 'token_hash'),
  ].join(' union all ')}
  limit 1`

const FIND_ORGANIZATION = `
  select step as move_step, cell from organization_moves where organization_id = $1 and is_away`

const FIND_ARCHIVE = `${DROPPED} union all ${away('archives', 'token_hash')} limit 1`

/**
 * Where the organization of an archive is, when it is not at home here; otherwise `null`. It reads only what a media
 * process may read.
 */
export async function awayOfArchive(sql: Sql, token: string): Promise<Away | null> {
  const [found] = await sql.query<Away & Record<string, unknown>>(FIND_ARCHIVE, [hashSecret(token)])
  return found ?? null
}

/**
 * What to respond to an error, when its cause is that an organization was moved or is being moved. Any other error
 * comes back as it is. It reads the database only for a credential that is unknown.
 * docs/contract.md#c15-move
 */
export async function atItsNewHome(error: unknown, sql: Sql): Promise<unknown> {
  const refused = movedWriteOf(error)
  if (refused) return ofWrite(refused)
  if (!(error instanceof OperationError)) return error
  const { organizationId, credentialHash } = error
  const [found] = organizationId
    ? await sql.query<Away>(FIND_ORGANIZATION, [organizationId])
    : credentialHash
      ? await sql.query<Away>(FIND, [credentialHash])
      : []
  return found ? awayError(error, found) : error
}

/** The error for a write that the database refused because of a move. */
function ofWrite({ cell, isAway, seconds }: MovedWrite): OperationError {
  if (!isAway) return organizationMoving(Math.max(1, Math.ceil(seconds ?? 1)))
  return awayError(notFound(), { move_step: 'MOVED', cell })
}
