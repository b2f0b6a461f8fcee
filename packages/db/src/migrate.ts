import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { withoutJit } from './connections.ts'
import { PARTITION_DAYS_AHEAD } from './partitions.ts'
import type { Sql } from './sql.ts'

/** A migration could not acquire its locks. Nothing was applied. */
export class MigrationBlocked extends Error {}

export interface MigrateOptions {
  /** Folder of the migrations and drizzle-kit's journal. Default: the service's. */
  folder?: string
  /** Attempts to acquire a migration's locks. Default: about six minutes' worth. */
  tries?: number
}

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
// Arbitrary advisory lock that serializes migrators.
const MIGRATION_LOCK = 7_281_964
// Statements queue behind a migration that waits for a table lock. Requests time out after 8 s.
const LOCK_TIMEOUT = '1s'
const TRIES = 40
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000
const TURN_PAUSE_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

// The journal of drizzle-orm's migrator.
const JOURNAL = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  )`
const LAST_APPLIED = 'select max(created_at)::float8 as "lastMs" from drizzle.__drizzle_migrations'
const RECORD = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'

/**
 * Migrates the schema at `databaseUrl`, one transaction per migration. Safe to run concurrently. Lock attempts time out
 * and are retried, so no request waits longer than a second.
 *
 * @throws {MigrationBlocked} when the locks could not be acquired.
 */
export async function migrateSchema(
  databaseUrl: string,
  { folder = MIGRATIONS, tries = TRIES }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' })
  await client.connect()
  try {
    await withoutJit(client)
    // The role may have a limit meant for requests.
    await client.query('set statement_timeout = 0')
    await takeTurn(client)
    await client.query(JOURNAL)
    const { rows } = await client.query<{ lastMs: number | null }>(LAST_APPLIED)
    const lastMs = rows[0]?.lastMs ?? 0
    const pending = readMigrationFiles({ migrationsFolder: folder }).filter(
      ({ folderMillis }) => folderMillis > lastMs,
    )
    for (const migration of pending) await apply(client, migration, tries)
    await retryWhileBlocked(tries, () =>
      inTransaction(client, async () => {
        await client.query('select make_day_partitions($1)', [PARTITION_DAYS_AHEAD])
      }),
    )
  } finally {
    await client.end()
  }
}

export interface SchemaState {
  /** Unapplied migrations, in order. */
  pending: string[]
  /** Whether the database was migrated by a later version of the code. */
  isNewer: boolean
}

/** Compares the database schema with this code. @throws 42P01 if no migration was ever run. */
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
 * Waits for other migrators. Polls, because a blocking statement would hold a snapshot, and CREATE INDEX CONCURRENTLY
 * in the other migrator waits for all snapshots: a deadlock.
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
    // CONCURRENTLY can't run in a transaction, and blocks neither reads nor writes.
    const withLocks = (statement: string) =>
      retryWhileBlocked(tries, () =>
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
  await retryWhileBlocked(tries, () =>
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

async function retryWhileBlocked(tries: number, work: () => Promise<void>): Promise<void> {
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

// PostgreSQL lacks CONCURRENTLY for partitioned tables. Its manual's workaround: create the index on the parent only,
// then on each partition, and attach each.
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
 * Runs `CREATE INDEX CONCURRENTLY IF NOT EXISTS "…" ON "…" USING …` on a partitioned table, partition by partition,
 * without blocking reads or writes. Resumable.
 *
 * @param withLocks runs a statement that briefly locks the table
 * @returns false for any other statement
 */
async function buildPartitionedIndex(
  client: pg.Client,
  statement: string,
  withLocks: (statement: string) => Promise<void>,
): Promise<boolean> {
  const { index, table, definition } = PARTITIONED_INDEX.exec(statement)?.groups ?? {}
  if (!index || !table || !definition) return false
  if ((await client.query(IS_PARTITIONED, [table])).rowCount === 0) return false
  // Partitions created from now on have the index.
  await withLocks(`create index if not exists "${index}" on only "${table}" ${definition}`)
  for (;;) {
    const { rows } = await client.query<{ name: string }>(NEXT_WITHOUT, [table, index])
    const [partition] = rows
    if (!partition) return true
    const own = partition.name.replace(table, index)
    try {
      // An interrupted run may have left an invalid index.
      await client.query(`drop index concurrently if exists "${own}"`)
      await client.query(`create index concurrently "${own}" on "${partition.name}" ${definition}`)
      await withLocks(`alter index "${index}" attach partition "${own}"`)
    } catch (error) {
      // A dispatcher dropped the partition: it was the oldest day.
      if ((error as pg.DatabaseError).code !== UNDEFINED_TABLE) throw error
    }
  }
}
