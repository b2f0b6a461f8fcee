import type { SingleConnection } from '@mediajobs/db'
import { hasMoved } from '@mediajobs/db/schema'
import { SEALED_COLUMNS } from '@mediajobs/operations/secrets'
import { checkAddresses } from './accounts.ts'
import { type Move, MoveRefused, ORGANIZATION_TABLES, readState } from './move.ts'

/** Checks the preconditions of a move before changing anything. @throws {MoveRefused} for the first violation. */
export async function checkMove(move: Move): Promise<void> {
  await checkOrganization(move)
  await checkServers(move)
  await checkTarget(move)
  await checkSecrets(move)
  await checkAddresses(move)
}

const FIND = 'select from organizations where id = $1'

async function checkOrganization(move: Move): Promise<void> {
  const [found] = await move.source.rows(FIND, [move.organizationId])
  if (!found) throw new MoveRefused('This cell has no organization with this id.')
}

interface Server {
  version: number
  walLevel: string
  /** Identifies a database. */
  identity: string
  slotsLeft: number
  maySubscribe: boolean
}

const SERVER = `
  select current_setting('server_version_num')::int as version,
    current_setting('wal_level') as "walLevel",
    (select system_identifier from pg_control_system()) || ' ' || current_database() as identity,
    current_setting('max_replication_slots')::int
      - (select count(*) from pg_replication_slots)::int as "slotsLeft",
    exists (
      select from pg_roles
      where rolname = current_user and rolsuper
        or rolname = 'pg_create_subscription' and pg_has_role(oid, 'usage')
    ) as "maySubscribe"`
const MIGRATIONS = `
  select coalesce(string_agg(hash, ' ' order by created_at), '') as applied
  from drizzle.__drizzle_migrations`
// Row filters need 15.
const OLDEST_VERSION = 150_000

async function checkServers({ source, target, name }: Move): Promise<void> {
  const here = await source.row<Server>(SERVER)
  const there = await target.row<Server>(SERVER)
  if (!here || !there) throw new Error('the server settings are missing')
  if (here.identity === there.identity) {
    throw new MoveRefused("MOVE_TARGET_DATABASE_URL is this cell's database.")
  }
  if (Math.min(here.version, there.version) < OLDEST_VERSION) {
    throw new MoveRefused('Both servers must have PostgreSQL 15 or later.')
  }
  if (here.walLevel !== 'logical') {
    throw new MoveRefused(
      `This cell's PostgreSQL needs wal_level = logical (it has ${here.walLevel}): set it and restart the server.`,
    )
  }
  const own = await source.row('select from pg_replication_slots where slot_name = $1', [name])
  // One slot for the move and one for the table being copied.
  if (!own && here.slotsLeft < 2) {
    throw new MoveRefused(
      "This cell's PostgreSQL needs two free replication slots: raise max_replication_slots.",
    )
  }
  if (!there.maySubscribe) {
    throw new MoveRefused(
      "The target's role can't create subscriptions: use a superuser, or since PostgreSQL 16 grant pg_create_subscription.",
    )
  }
  const [ours, theirs] = [await migrationsOf(source), await migrationsOf(target)]
  if (ours !== theirs) {
    throw new MoveRefused(
      'The two databases are not at the same migration: run `pnpm migrate` of the same version on both.',
    )
  }
}

async function migrationsOf(database: SingleConnection): Promise<string> {
  const found = await database
    .row<{ applied: string }>(MIGRATIONS)
    .catch((error: { code?: string }) => {
      if (error.code === '42P01' || error.code === '3F000') return { applied: '' }
      throw error
    })
  return found?.applied ?? ''
}

async function checkTarget(move: Move): Promise<void> {
  const { target, organizationId, fromCell } = move
  const there = await readState(target, move)
  if (there?.step === 'ARRIVING' && there.cell === fromCell) return
  if (there) {
    throw new MoveRefused(
      `The target already has a move of this organization (${there.step}, other cell ${there.cell}).`,
    )
  }
  for (const { name, column } of ORGANIZATION_TABLES) {
    const [row] = await target.rows(`select from ${name} where ${column} = $1 limit 1`, [
      organizationId,
    ])
    if (row) throw new MoveRefused(`The target already has rows of this organization, in ${name}.`)
  }
}

// Ignores values without a key id, written manually and unreadable in either cell.
const keysOf = (table: string, column: string, condition: string) => `
  select distinct split_part(${column}, ':', 2) as "keyId" from ${table}
  where split_part(${column}, ':', 2) <> '' ${condition}`

/** SECRETS_KEY must include the keys of the organization's secrets and of the target's. */
async function checkSecrets({ source, target, organizationId, keyRing }: Move): Promise<void> {
  const isMissing = ({ keyId }: { keyId: string }) => !keyRing.keyIds.includes(keyId)
  for (const { table, column } of SEALED_COLUMNS) {
    const statement = keysOf(table, column, 'and organization_id = $1')
    const used = await source.rows<{ keyId: string }>(statement, [organizationId])
    if (!used.some(isMissing)) continue
    throw new MoveRefused(
      `SECRETS_KEY can't decrypt the organization's secrets in ${table}: add the keys of this cell to the target's.`,
    )
  }
  for (const { table, column } of SEALED_COLUMNS) {
    const used = await target.rows<{ keyId: string }>(
      keysOf(table, column, `and not ${hasMoved(`${table}.organization_id`)}`),
    )
    if (!used.some(isMissing)) continue
    throw new MoveRefused(
      `SECRETS_KEY can't decrypt the target's secrets in ${table}: use the target's SECRETS_KEY.`,
    )
  }
}
