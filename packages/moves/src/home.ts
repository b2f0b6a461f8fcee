import { type MovedWrite, movedWriteOf, type Sql } from '@mediajobs/db'
import { type CellUrls, hashSecret, type MoveStep } from '@mediajobs/domain'
import {
  notFound,
  OperationError,
  organizationMoving,
  wrongCell,
} from '@mediajobs/operations/errors'

/** The whereabouts of an organization not served by this cell. */
export interface Away {
  step: MoveStep | null
  /** The other cell. */
  cell: string | null
}

// The last rows arrive in less than a second.
export const ARRIVING_RETRY_SECONDS = 1

/** Columns with the SHA-256 of a credential sent by clients or programs, each with a unique index. */
export const CREDENTIAL_HASHES: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['key_hash'],
  invitations: ['token_hash'],
  calendars: ['token_hash'],
  client_deliveries: ['token_hash'],
  archives: ['token_hash'],
  unsubscribe_tokens: ['token_hash'],
  payment_accounts: ['token_hash'],
  pay_links: ['token_hash'],
  portal_sign_ins: ['token_hash'],
  portal_sessions: ['token_hash'],
  orders: ['hold_token_hash', 'token_hash'],
}

/** Columns with the id of a public page, as in its address, each with a unique index. */
export const PUBLIC_IDS: Readonly<Record<string, readonly string[]>> = {
  order_forms: ['public_id'],
  websites: ['public_id', 'tour_public_id'],
  public_originals: ['public_id'],
}

/** What `each` returns for every column of `columns`. */
export function eachColumn(
  columns: Readonly<Record<string, readonly string[]>>,
  each: (table: string, column: string) => string,
): string[] {
  return Object.entries(columns).flatMap(([table, names]) => names.map((name) => each(table, name)))
}

// Each branch is one unique index lookup; a credential matches at most one row.
const away = (table: string, column: string, value = '$1') => `
  select move.step, move.cell from ${table} as held
  join organization_moves as move on move.organization_id = held.organization_id and move.is_away
  where held.${column} = ${value}`

const DROPPED = 'select null as step, cell from moved_credentials where credential_hash = $1'

const BY_CREDENTIAL = `
  ${DROPPED}
  union all ${[
    ...eachColumn(CREDENTIAL_HASHES, away),
    ...eachColumn(PUBLIC_IDS, (table, column) => away(table, column, '$2')),
  ].join(' union all ')}
  limit 1`

const BY_ARCHIVE = `${DROPPED} union all ${away('archives', 'token_hash')} limit 1`

const BY_ORGANIZATION = `
  select step, cell from organization_moves where organization_id = $1 and is_away`

/** The whereabouts of an archive's organization; `null` if served here. Within the media role's privileges. */
export async function awayOfArchive(sql: Sql, token: string): Promise<Away | null> {
  const [found] = await sql.query<Away>(BY_ARCHIVE, [hashSecret(token)])
  return found ?? null
}

/**
 * Translates an error caused by an organization or credential of another cell, or by a move; returns any other as is.
 * Local lookups come first, because an organization that moved here keeps its credentials; only unknown ones cost a
 * query. docs/contract.md#c15-wrong-cell docs/contract.md#c15-move
 */
export async function translateCellError(
  error: unknown,
  sql: Sql,
  otherCells: CellUrls,
): Promise<unknown> {
  // Keeps the error if the lookup fails.
  const translated = await moveError(error, sql).catch(() => error)
  if (!(translated instanceof OperationError) || translated.cell === null) return translated
  const url = otherCells.get(translated.cell)
  return url === undefined
    ? translated
    : wrongCell(url).at(...translated.fields.map(({ path }) => path))
}

async function moveError(error: unknown, sql: Sql): Promise<unknown> {
  const refused = movedWriteOf(error)
  if (refused) return writeError(refused)
  if (!(error instanceof OperationError)) return error
  const found = await findAway(error, sql)
  return found ? awayError(error, found) : error
}

/** The error for a write blocked by a move. */
function writeError({ cell, isAway, seconds }: MovedWrite): OperationError {
  if (!isAway) return organizationMoving(Math.max(1, Math.ceil(seconds ?? 1)))
  return awayError(notFound(), { step: 'MOVED', cell })
}

async function findAway(
  { organizationId, credentialHash, publicId }: OperationError,
  sql: Sql,
): Promise<Away | undefined> {
  if (organizationId) return (await sql.query<Away>(BY_ORGANIZATION, [organizationId]))[0]
  if (!credentialHash) return undefined
  return (await sql.query<Away>(BY_CREDENTIAL, [credentialHash, publicId]))[0]
}

/** An arriving organization is served soon: retry. Otherwise names the other cell. */
function awayError(refusal: OperationError, { step, cell }: Away): OperationError {
  if (step === 'ARRIVING') return organizationMoving(ARRIVING_RETRY_SECONDS)
  refusal.cell = cell
  return refusal
}
