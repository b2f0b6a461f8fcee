import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { PARTITION_DAYS_AHEAD } from './partitions.ts'
import { withoutJit } from './prepare-connection.ts'
import type { Sql } from './sql.ts'

/** A migration never got the locks that it needs. Nothing of it was applied. */
export class MigrationBlocked extends Error {}

export interface MigrateOptions {
  /** The folder with the migrations and the journal of drizzle-kit. Default: the service's own. */
  folder?: string
  /** How often a migration tries to get its locks. Default: for about six minutes. */
  tries?: number
}

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
// An arbitrary number that all migrators share: when two start together, one waits for the other's lock.
const MIGRATION_LOCK = 7_281_964
// While a migration waits for the lock of a table, all later statements on that table wait behind it.
// A request may take 8 s.
const LOCK_TIMEOUT = '1s'
const TRIES = 40
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000
const TURN_PAUSE_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

// The table in which drizzle-orm's own migrator records what it has applied.
const JOURNAL = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  )`
const LAST_APPLIED = 'select max(created_at)::float8 as "lastMs" from drizzle.__drizzle_migrations'
const RECORD = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'

/**
 * Brings the schema at `databaseUrl` up to date, each migration in a transaction of its own. Several
 * migrators may run at once. A migration that does not get its locks gives up and tries again later, so no
 * request waits behind it for more than a second.
 *
 * @throws {MigrationBlocked} when it never got its locks.
 */
export async function migrateSchema(
  databaseUrl: string,
  { folder = MIGRATIONS, tries = TRIES }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' })
  await client.connect()
  try {
    await withoutJit(client)
    // The database role may have a limit that is meant for requests.
    await client.query('set statement_timeout = 0')
    await takeTurn(client)
    await client.query(JOURNAL)
    const { rows } = await client.query<{ lastMs: number | null }>(LAST_APPLIED)
    const lastMs = rows[0]?.lastMs ?? 0
    const pending = readMigrationFiles({ migrationsFolder: folder }).filter(
      ({ folderMillis }) => folderMillis > lastMs,
    )
    for (const migration of pending) await apply(client, migration, tries)
    await patiently(tries, () =>
      inTransaction(client, async () => {
        await client.query('select make_day_partitions($1)', [PARTITION_DAYS_AHEAD])
      }),
    )
  } finally {
    await client.end()
  }
}

export interface SchemaState {
  /** The names of migrations that the database lacks, in their order. */
  pending: string[]
  /** Whether the last migration of the database is of a later version than this code. */
  isNewer: boolean
}

/** Compares the schema of the database with this code. @throws when no migration was ever run (42P01). */
export async function readSchemaState(sql: Sql): Promise<SchemaState> {
  const [row] = await sql.query<{ lastMs: number | null }>(LAST_APPLIED)
  const lastMs = row?.lastMs ?? 0
  const { entries } = JSON.parse(
    await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
  ) as {
    entries: { tag: string; when: number }[]
  }
  return {
    pending: entries.flatMap(({ tag, when }) => (when > lastMs ? [tag] : [])),
    isNewer: entries.every(({ when }) => when < lastMs),
  }
}

/**
 * Waits until no other migrator runs. It polls: a statement that waits for the lock would hold a snapshot,
 * and when the other migrator builds an index CONCURRENTLY, it waits until every snapshot is gone.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ hasTurn: boolean }>(
      'select pg_try_advisory_lock($1) as "hasTurn"',
      [MIGRATION_LOCK],
    )
    if (rows[0]?.hasTurn) return
    await pause(TURN_PAUSE_MS)
  }
}

async function apply(client: pg.Client, migration: MigrationMeta, tries: number): Promise<void> {
  const record = () => client.query(RECORD, [migration.hash, migration.folderMillis])
  if (migration.sql.some(isConcurrent)) {
    // PostgreSQL refuses CONCURRENTLY in a transaction. These statements block neither reads nor writes.
    const withLocks = (statement: string) =>
      patiently(tries, () =>
        inTransaction(client, async () => {
          await client.query(statement)
        }),
      )
    for (const statement of migration.sql) {
      if (!(await buildPartitionedIndex(client, statement, withLocks)))
        await client.query(statement)
    }
    await record()
    return
  }
  await patiently(tries, () =>
    inTransaction(client, async () => {
      for (const statement of migration.sql) await client.query(statement)
      await record()
    }),
  )
}

function isConcurrent(statement: string): boolean {
  return /^\s*(create (unique )?|drop )index concurrently\b/im.test(statement)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function patiently(tries: number, work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error
      if (tried >= tries) throw blocked(error as pg.DatabaseError)
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tried - 1), MAX_PAUSE_MS))
  }
}

function blocked({ message }: pg.DatabaseError): MigrationBlocked {
  return new MigrationBlocked(
    `Other connections hold locks on the tables of the migration; nothing was changed (${message}). End them (pg_stat_activity, the oldest xact_start) and run the migration again.`,
  )
}

// PostgreSQL has no CONCURRENTLY for a partitioned table. Its manual describes this way: make an index of the parent
// alone, then an index of each partition, and attach each of these to the index of the parent.
const PARTITIONED_INDEX =
  /^create index concurrently if not exists "(?<index>\w+)" on "(?<table>\w+)" (?<definition>using .*)$/ims
const IS_PARTITIONED = `select from pg_class where oid = to_regclass($1) and relkind = 'p'`
const NEXT_WITHOUT = `
  select partition.relname as name
  from pg_inherits as member
  join pg_class as partition on partition.oid = member.inhrelid
  where member.inhparent = to_regclass($1) and not exists (
    select from pg_index as own join pg_inherits as attached on attached.inhrelid = own.indexrelid
    where own.indrelid = partition.oid and attached.inhparent = to_regclass($2)
  )
  order by partition.relname desc
  limit 1`
const UNDEFINED_TABLE = '42P01'

/**
 * Runs `CREATE INDEX CONCURRENTLY IF NOT EXISTS "…" ON "…" USING …` on a partitioned table: partition by
 * partition, without a lock that reads or writes wait for. A later run goes on where this one was cut off.
 *
 * @param withLocks runs a statement that needs a short lock of the whole table
 * @returns false when `statement` is another one: nothing was done.
 */
async function buildPartitionedIndex(
  client: pg.Client,
  statement: string,
  withLocks: (statement: string) => Promise<void>,
): Promise<boolean> {
  const { index, table, definition } = PARTITIONED_INDEX.exec(statement)?.groups ?? {}
  if (!index || !table || !definition) return false
  if ((await client.query(IS_PARTITIONED, [table])).rowCount === 0) return false
  // Partitions that are made from now on have the index.
  await withLocks(`create index if not exists "${index}" on only "${table}" ${definition}`)
  for (;;) {
    const { rows } = await client.query<{ name: string }>(NEXT_WITHOUT, [table, index])
    const [partition] = rows
    if (!partition) return true
    const own = partition.name.replace(table, index)
    try {
      // A run that was cut off may have left an invalid index.
      await client.query(`drop index concurrently if exists "${own}"`)
      await client.query(`create index concurrently "${own}" on "${partition.name}" ${definition}`)
      await withLocks(`alter index "${index}" attach partition "${own}"`)
    } catch (error) {
      // A dispatcher has dropped this partition meanwhile: it was the oldest day of the log.
      if ((error as pg.DatabaseError).code !== UNDEFINED_TABLE) throw error
    }
  }
}
