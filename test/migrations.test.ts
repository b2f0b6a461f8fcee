import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrateSchema, openDatabase } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import t, { type Test } from 'tap'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const LOCK_MS = 1_000
const HELD_MS = 2_500
const LOG_INDEX =
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_by_number" ON "events" USING btree (("data" ->> \'n\'));'
const WRITE_EVENT = `insert into events (organization_id, id, name, data)
  values (gen_random_uuid(), uuid_v7(), 'PROJECT_CREATED', '{"n":0}')`
// The log's index, and the partitions without it.
const UNINDEXED = `
  select whole.indisvalid as "isValid", (
    select count(*)::int from pg_inherits as member
    where inhparent = 'events'::regclass and not exists (
      select from pg_index as own join pg_inherits as attached on attached.inhrelid = own.indexrelid
      where own.indrelid = member.inhrelid and own.indisvalid and attached.inhparent = whole.indexrelid
    )
  ) as without
  from pg_index as whole where indexrelid = 'events_by_number'::regclass`

t.test(
  'a migration that waits for a table delays other queries only briefly, and then runs',
  async (t) => {
    const { url } = await createTestDatabase(t)
    const folder = await migrationsAnd(t, ['ALTER TABLE "projects" ADD COLUMN "colour" text;'])
    const [holder, other] = [connect(t, url), connect(t, url)]
    await holder.query('begin')
    await holder.query('select count(*) from projects')
    let isOver = false
    const migrating = migrateSchema(url, { folder }).finally(() => {
      isOver = true
    })
    const released = pause(HELD_MS).then(() => holder.query('commit'))
    let longestMs = 0
    while (!isOver) {
      const startedMs = performance.now()
      await other.query('select count(*) from projects')
      longestMs = Math.max(longestMs, performance.now() - startedMs)
      await pause(10)
    }
    await Promise.all([migrating, released])
    t.ok(longestMs > LOCK_MS / 2, 'the migration waited')
    t.ok(longestMs < LOCK_MS * 1.8, `no query waited longer than the lock timeout: ${longestMs} ms`)
    t.match(await other.query('select colour from projects'), { rowCount: 0 })
  },
)

t.test('a migration that can’t lock its tables says so and changes nothing', async (t) => {
  const { url } = await createTestDatabase(t)
  const folder = await migrationsAnd(t, [
    'CREATE TABLE "half" ("id" uuid PRIMARY KEY NOT NULL);',
    'ALTER TABLE "projects" ADD COLUMN "colour" text;',
  ])
  const holder = connect(t, url)
  await holder.query('begin')
  await holder.query('select count(*) from projects')
  await t.rejects(migrateSchema(url, { folder, tries: 1 }), /nothing was changed/)
  await holder.query('commit')
  t.match(await holder.query(`select to_regclass('half') as made`), { rows: [{ made: null }] })
  await migrateSchema(url, { folder, tries: 1 })
  t.match(await holder.query('select colour from projects'), { rowCount: 0 })
})

t.test('an index whose concurrent build failed is rebuilt by the next run', async (t) => {
  const { url } = await createTestDatabase(t)
  const client = connect(t, url)
  await client.query(`insert into organizations (id, name) values
    (gen_random_uuid(), 'Same name'), (gen_random_uuid(), 'Same name')`)
  const folder = await migrationsAnd(t, [
    'DROP INDEX CONCURRENTLY IF EXISTS "organizations_name";',
    'CREATE UNIQUE INDEX CONCURRENTLY "organizations_name" ON "organizations" ("name");',
  ])
  await t.rejects(migrateSchema(url, { folder }), { code: '23505' })
  const isValid = `select indisvalid as "isValid" from pg_index
    where indexrelid = 'organizations_name'::regclass`
  t.match(await client.query(isValid), { rows: [{ isValid: false }] })
  await client.query(`update organizations set name = id::text`)
  await migrateSchema(url, { folder })
  t.match(await client.query(isValid), { rows: [{ isValid: true }] })
  await migrateSchema(url, { folder })
})

t.test('two migrators take turns, even with a concurrent index build', async (t) => {
  const { url } = await createTestDatabase(t)
  const folder = await migrationsAnd(t, [
    'DROP INDEX CONCURRENTLY IF EXISTS "organizations_name";',
    'CREATE INDEX CONCURRENTLY "organizations_name" ON "organizations" ("name");',
  ])
  // This open transaction delays the index, so the second migrator starts while the first one builds.
  const reader = connect(t, url)
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from organizations')
  const both = Promise.all([migrateSchema(url, { folder }), migrateSchema(url, { folder })])
  const released = pause(HELD_MS).then(() => reader.query('commit'))
  await t.resolves(both)
  await released
  t.match(await reader.query(`select to_regclass('organizations_name') as made`), {
    rows: [{ made: 'organizations_name' }],
  })
})

t.test('building an index on a partitioned table blocks no writes', async (t) => {
  const { url } = await createTestDatabase(t)
  const folder = await migrationsAnd(t, [LOG_INDEX])
  const [writer, reader] = [connect(t, url), connect(t, url)]
  // This open transaction delays the index of each partition.
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from organizations')
  let isOver = false
  const migrating = migrateSchema(url, { folder }).finally(() => {
    isOver = true
  })
  const released = pause(HELD_MS).then(() => reader.query('commit'))
  let writes = 0
  let longestMs = 0
  while (!isOver) {
    const startedMs = performance.now()
    await writer.query(WRITE_EVENT)
    longestMs = Math.max(longestMs, performance.now() - startedMs)
    writes += 1
    await pause(10)
  }
  await Promise.all([migrating, released])
  t.ok(writes > 20, `${writes} writes`)
  t.ok(longestMs < LOCK_MS * 1.8, `no write waited longer than the lock timeout: ${longestMs} ms`)
  t.match(await writer.query(UNINDEXED), { rows: [{ isValid: true, without: 0 }] })
  await writer.query('select make_day_partitions(16)')
  t.match(await writer.query(UNINDEXED), { rows: [{ isValid: true, without: 0 }] })
})

t.test(
  'an interrupted index build on a partitioned table is finished by the next run',
  async (t) => {
    const { url } = await createTestDatabase(t)
    const client = connect(t, url)
    await client.query(WRITE_EVENT)
    const folder = await migrationsAnd(t, [
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_by_number" ON "events" USING btree ((1 / (data ->> \'n\')::int));',
    ])
    await t.rejects(migrateSchema(url, { folder }), { code: '22012' })
    t.match(await client.query(UNINDEXED), { rows: [{ isValid: false }] })
    await client.query(`update events set data = '{"n":1}'`)
    await migrateSchema(url, { folder })
    t.match(await client.query(UNINDEXED), { rows: [{ isValid: true, without: 0 }] })
  },
)

/** A folder with the service's migrations and one more after them. */
async function migrationsAnd(t: Test, statements: string[]): Promise<string> {
  const folder = await scratchFolder(t)
  await cp(MIGRATIONS, folder, { recursive: true })
  const journalFile = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8'))
  const { idx, when, ...rest } = journal.entries.at(-1)
  journal.entries.push({ ...rest, idx: idx + 1, when: when + 1_000, tag: 'one_more' })
  await writeFile(journalFile, JSON.stringify(journal))
  await writeFile(join(folder, 'one_more.sql'), statements.join('\n--> statement-breakpoint\n'))
  return folder
}

/** A pool of one connection, so all statements of a test run in one session. */
function connect(t: Test, url: string) {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
  t.teardown(() => database.close())
  return database.pool
}
