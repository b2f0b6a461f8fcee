import pg from 'pg'
import type { Sql } from './sql.ts'

interface Grant {
  table: string
  /** Default: all columns. */
  columns?: readonly string[]
  privilege: 'select' | 'update'
}

// Exactly what a media process needs (packages/operations/src/picture-leases.ts, previews.ts, marks.ts, logos.ts and
// archives.ts). A malicious picture that takes over the process can't read credentials, customers or webhooks, only
// hashes of moved organizations' random tokens.
const GRANTS: readonly Grant[] = [
  {
    table: 'media',
    columns: [
      ...['organization_id', 'id', 'project_id', 'type', 'key', 'filename', 'content_type', 'size'],
      ...['position', 'created_at'],
    ],
    privilege: 'select',
  },
  { table: 'media_previews', privilege: 'select' },
  { table: 'media_previews', privilege: 'update' },
  { table: 'logos', privilege: 'select' },
  {
    table: 'logos',
    columns: [
      ...['state', 'reason', 'key', 'previous_key', 'next_key', 'width', 'height'],
      ...['attempts', 'leased_until', 'updated_at'],
    ],
    privilege: 'update',
  },
  { table: 'archives', privilege: 'select' },
  {
    table: 'organization_moves',
    columns: ['organization_id', 'step', 'cell', 'is_away', 'frozen_until', 'quiet_until'],
    privilege: 'select',
  },
  { table: 'moved_credentials', privilege: 'select' },
  { table: 'projects', columns: ['organization_id', 'id', 'address_line1'], privilege: 'select' },
  {
    table: 'client_deliveries',
    columns: [
      'organization_id',
      'id',
      'expires_at',
      'revoked_at',
      'locked_at',
      'unlocked_at',
      'download_count',
    ],
    privilege: 'select',
  },
  { table: 'client_deliveries', columns: ['download_count'], privilege: 'update' },
]

function statements(role: string): string {
  const grants = GRANTS.map(({ table, columns, privilege }) => {
    const of = columns ? `(${columns.join(', ')})` : ''
    return `grant ${privilege} ${of} on ${table} to ${role}`
  })
  return [`grant usage on schema public to ${role}`, ...grants].join(';\n')
}

// A grant on a table covers all its columns.
const MISSING = `
  select needed.privilege, needed."table", needed."column"
  from jsonb_to_recordset($1) as needed (privilege text, "table" text, "column" text)
  where not case when needed."column" is null
    then has_table_privilege(needed."table", needed.privilege)
    else has_column_privilege(needed."table", needed."column", needed.privilege) end`
const BEYOND = `
  select relname as "table" from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
    and relname <> all ($1) and has_any_column_privilege(oid, 'select, insert, update')
  order by relname`

/**
 * Compares the privileges of the current role with those a media process needs.
 *
 * @returns `missing`: missing grants, like `select of media.key`; `beyond`: tables it needn't access
 */
export async function compareMediaGrants(
  sql: Sql,
): Promise<{ missing: string[]; beyond: string[] }> {
  const needed = GRANTS.flatMap(({ table, columns = [null], privilege }) =>
    columns.map((column) => ({ table, column, privilege })),
  )
  const tables = [...new Set(GRANTS.map(({ table }) => table))]
  const missing = await sql.query<{ privilege: string; table: string; column: string | null }>(
    MISSING,
    [JSON.stringify(needed)],
  )
  const beyond = await sql.query<{ table: string }>(BEYOND, [tables])
  return {
    missing: missing.map(({ privilege, table, column }) => {
      return `${privilege} of ${table}${column === null ? '' : `.${column}`}`
    }),
    beyond: beyond.map(({ table }) => table),
  }
}

const EXISTS = 'select from pg_roles where rolname = $1'
// Arbitrary advisory lock: two migrators would both create the role, or change the same grant.
const TAKE_TURN = 'select pg_advisory_xact_lock(7281965)'

/**
 * Grants the role of `mediaUrl` exactly what a media process needs in the database of `databaseUrl`. Creates a missing
 * role with the password of the URL; an existing role keeps its password.
 *
 * @throws {RangeError} when `mediaUrl` names no separate role, lacks a password for a new one, or has the wrong password
 *   or database
 */
export async function grantMediaRole(databaseUrl: string, mediaUrl: string): Promise<void> {
  const { username, password } = new URL(mediaUrl)
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (name === '' || username === new URL(databaseUrl).username) {
    throw new RangeError('MEDIA_DATABASE_URL must name a separate role')
  }
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' })
  await client.connect()
  try {
    const role = client.escapeIdentifier(name)
    await client.query('begin')
    await client.query(TAKE_TURN)
    const { rowCount } = await client.query(EXISTS, [name])
    if (rowCount === 0) {
      if (secret === '') throw new RangeError('MEDIA_DATABASE_URL must have a password')
      await client.query(`create role ${role} login password ${client.escapeLiteral(secret)}`)
    }
    await client.query(`${statements(role)}; commit`)
  } finally {
    await client.end()
  }
  await checkMediaUrl(mediaUrl)
}

const WRONG_PASSWORD = '28P01'
const WRONG_DATABASE = '3D000'
const PROBE = `select to_regclass('media_previews') is not null as "isOurs"`

/** Checks the password and database of `mediaUrl`. Ignores other failures: perhaps only media machines may connect. */
async function checkMediaUrl(mediaUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: mediaUrl, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    const { rows } = await client.query(PROBE)
    if (!rows[0].isOurs) throw new RangeError(OTHER_DATABASE)
  } catch (error) {
    const { code } = error as { code?: string }
    if (error instanceof RangeError) throw error
    if (code === WRONG_DATABASE) throw new RangeError(OTHER_DATABASE)
    if (code === WRONG_PASSWORD) throw new RangeError(OTHER_PASSWORD)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const OTHER_DATABASE = 'MEDIA_DATABASE_URL must name the database of DATABASE_URL'
const OTHER_PASSWORD =
  'MEDIA_DATABASE_URL must have the password of its role: `migrate` sets it only for a role that it creates'
