import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '@mediajobs/db'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { EXPORTED_TABLES, LEFT_OUT, TENANT_TABLES } from '@mediajobs/operations/organizations'
import { testApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import { furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'
import { readDocument } from './docs/document.ts'
import { runAdmin, startAdmin } from './support/admin.ts'
import { EVERY_FIELD, furnishMore } from './support/furnish-more.ts'
import { run } from './support/packed.ts'
import { readCatalogue } from './tenants/support/catalogue.ts'
import { furnishRest } from './tenants/support/furnish-rest.ts'

// Exporting and erasing an organization while the service runs with another organization's data.

const TABLES = `
  select c.oid::regclass::text as name from pg_class as c
  where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`
// pg-boss's internal tables.
const OF_THE_QUEUE = /^pgboss\.(?!job$)/

interface Line {
  kind: string
  rows: Record<string, unknown>[]
}

// Takes seconds on an idle machine, far longer next to other tests.
const BUSY_LIMIT_MS = 60_000

const WAITING_ADMIN = `
  select from pg_stat_activity
  where application_name = 'admin' and wait_event_type = 'Lock' and datname = current_database()`

const objectStore = testObjectStore()
const service = await testApp(t, { objectStore })
const { sql } = service.store
const studio = await furnishedOrg(service)
const other = await furnishedOrg(service)
for (const each of [studio, other]) await furnishRest(service, each)
const { organizationId, key } = studio.org
const shared = await service.createMember(studio.org, 'EDITOR')
const mediaKey = await furnishMore(service, { studio, other, shared })
// Nothing listens at these URLs and retries take two hours, so the deliveries keep waiting.
await sql.query(`update webhook_subscriptions set url = 'http://127.0.0.1:1/' || id`)
await startDispatcher(t, service.databaseUrl, { WEBHOOK_RETRY_DELAYS: '2h' })
for (const table of [
  'webhook_deliveries where attempts = 0',
  `bulk_imports where status <> 'COMPLETED'`,
]) {
  const isLeft = async () => (await sql.queryOnce(`select from ${table}`)).length > 0
  await eventually(`no ${table}`, async () => !(await isLeft()), BUSY_LIMIT_MS)
}
const folder = await scratchFolder(t)

async function exported(id: string, name: string) {
  const file = join(folder, name)
  const args = ['export', '--organization', id, '--output', file]
  t.match(await runAdmin(args, service.databaseUrl), { code: 0, stderr: '' })
  const text = await readFile(file, 'utf8')
  const lines: Line[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const rowsOf = (kind: string) =>
    lines.filter((line) => line.kind === kind).flatMap(({ rows }) => rows)
  return { file, text, lines, rowsOf }
}

const exportedStudio = exported(organizationId, 'studio.ndjson')

// The state of a move between cells. An organization can't be erased while it moves.
const OF_MOVES = ['move_marks', 'organization_moves']

t.test('every tenant table is exported or excluded with a reason [i1-holds]', async (t) => {
  const { tenantTables } = await readCatalogue(sql)
  const names = tenantTables
    .map(({ name }) => name)
    .filter((name) => !OF_MOVES.includes(name))
    .sort()
  const known = [...EXPORTED_TABLES.map(({ name }) => name), ...Object.keys(LEFT_OUT)]
  t.strictSame(known.sort(), names)
  t.strictSame(TENANT_TABLES.map(({ name }) => name).sort(), names, 'and erased')
})

t.test('an export has every row, and no secret', async (t) => {
  const { file, text, lines, rowsOf } = await exportedStudio
  t.equal((await stat(file)).mode & 0o777, 0o600)
  t.strictSame(await readdir(folder), ['studio.ndjson'], 'the file is renamed once complete')
  t.match(lines[0], {
    kind: 'head',
    format: 'mediajobs-export',
    version: 1,
    organization: { id: organizationId, name: 'Test Studio' },
  })
  const counts: Record<string, number> = {}
  for (const { kind, name } of EXPORTED_TABLES) {
    const [row] = await sql.queryOnce<{ count: number }>(
      `select count(*) from ${name} where organization_id = $1`,
      [organizationId],
    )
    counts[kind] = row?.count ?? -1
    t.ok(counts[kind], `there is a row of ${name}`)
    t.equal(rowsOf(kind).length, counts[kind], kind)
  }
  t.strictSame(lines.at(-1), { kind: 'end', rows: counts })
  const data = text.slice(text.indexOf('\n'))
  for (const secret of [/hash"/i, /encrypted/i, /whsec_/, /mjk_\w{9}/, /shown-once/]) {
    t.notOk(secret.test(data), `${secret} is not in it`)
  }
  t.notOk(data.includes(other.org.organizationId), 'nothing from another organization')
  t.ok(rowsOf('users').find(({ email }) => email === studio.org.email))
  t.ok(rowsOf('media').find((row) => row.key === mediaKey))
})

t.test('another organization can import customers and projects from the file', async (t) => {
  const there = await service.createOrg()
  const importer = importerOf(service, there)
  const { lines, rowsOf } = await exportedStudio
  const importAll = async () => {
    for (const line of lines) {
      if (line.kind !== 'customers' && line.kind !== 'projects') continue
      const accepted = await there.call('POST', `/bulk-imports/${line.kind}?emitEvents=false`, line)
      t.match(await importer.ended(accepted), { succeeded: line.rows.length, failed: 0 })
    }
  }
  await importAll()
  const { body } = await there.call('GET', '/projects?limit=100')
  const made = body.data.find(({ notes }: { notes: string }) => notes === EVERY_FIELD.notes)
  t.match(made, { ...EVERY_FIELD, version: 1, status: 'PENDING' }, 'unchanged, to the last field')
  await importAll()
  const copy = await exported(there.organizationId, 'copy.ndjson')
  for (const kind of ['customers', 'projects']) {
    const importable = (rows: Record<string, unknown>[]) =>
      rows
        .map(({ record, ...row }) => row)
        .sort((a, b) => (`${a.externalId}` < `${b.externalId}` ? -1 : 1))
    t.strictSame(importable(copy.rowsOf(kind)), importable(rowsOf(kind)), kind)
  }
  const order = copy.rowsOf('projects').find(({ externalId }) => externalId === 'order-1')
  t.match(order, { customerExternalId: 'crm-7' }, 'each with its customer')
  const versions = copy
    .rowsOf('projects')
    .map(({ record }) => (record as { version: number }).version)
  t.strictSame(new Set(versions), new Set([1]), 'the same file again changes nothing')
})

t.test('the documented import repeats each line until it is accepted', async (t) => {
  const { blocks } = await readDocument('docs/admin.md')
  const commands = blocks.find(({ text }) => text.includes('/bulk-imports/'))?.text ?? ''
  const cwd = await scratchFolder(t)
  const lines = ['customers', 'projects'].map((kind) => JSON.stringify({ kind, rows: [] }))
  await writeFile(join(cwd, 'acme.ndjson'), `${lines.join('\n')}\n`)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  receiver.script(status(429), status(409))
  const env = { ...process.env, API: receiver.url, KEY: key }
  t.match(await run('bash', ['-c', commands], { cwd, env }), { code: 0 })
  const [customers, projects] = lines
  const bodies = receiver.requests.map(({ body }) => body.toString())
  t.strictSame(bodies, [customers, customers, customers, projects])
})

t.test("an existing file isn't overwritten", async (t) => {
  const args = ['export', '--organization', organizationId, '--output', folder]
  t.match(await runAdmin(args, service.databaseUrl), { code: 1, stderr: /exists already\.\n$/ })
})

t.test(
  'an organization can be erased while the service runs, even after an interrupted attempt [c13-originals-life]',
  async (t) => {
    const erase = (name = 'Test Studio') => [
      'erase',
      '--organization',
      organizationId,
      '--confirm',
      name,
      '--json',
    ]
    const people = await sql.query<{ id: string }>(
      `select user_id as id from memberships where organization_id = $1 and user_id <> $2`,
      [organizationId, shared.userId],
    )
    const keys = await sql.query<{ id: string }>(
      'select id from api_keys where organization_id = $1',
      [organizationId],
    )
    const ids = [...people, ...keys].map(({ id }) => id)
    const call = () => service.request('GET', '/api-keys/current', { key })
    t.match(await runAdmin(erase('Test'), service.databaseUrl), {
      code: 1,
      stderr: /nothing was erased\.\n$/,
    })
    t.equal((await call()).status, 200)
    const tables = await rowsWith(sql, organizationId)
    for (const { name } of TENANT_TABLES) t.ok(tables[name], `there is a row of ${name}`)
    t.ok(tables['pgboss.job'])
    const before = await othersThan(sql, organizationId, ...ids)

    await service.store.transaction(async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      await tx.query('select from customers where organization_id = $1 for update', [
        organizationId,
      ])
      const { child, outcome } = startAdmin(erase(), service.databaseUrl)
      const isWaiting = async () => (await sql.query(WAITING_ADMIN)).length > 0
      await eventually('the erase waits midway', isWaiting, BUSY_LIMIT_MS)
      t.equal((await call()).status, 401, 'the key is refused immediately')
      child.kill('SIGKILL')
      await once(child, 'close')
      t.equal((await outcome).code, -1)
    })
    const half = await rowsWith(sql, organizationId)
    t.ok(half.customers && !half.projects, 'some rows are left')

    const { code, stdout } = await runAdmin(erase(), service.databaseUrl)
    t.equal(code, 0)
    t.match(JSON.parse(stdout), { rows: Number, objectsWaiting: Number })
    await eventually(
      'its object is removed',
      async () => !(await objectStore.stat(mediaKey)),
      BUSY_LIMIT_MS,
    )
    // Upload URLs are valid for an hour, so the removal of their objects waits.
    const isLeft = async () => {
      const { object_removals, ...left } = await rowsWith(sql, organizationId, ...ids)
      return Object.keys(left).length > 0
    }
    await eventually('nothing of it is left', async () => !(await isLeft()), BUSY_LIMIT_MS)
    const waiting = await sql.query(`select from object_removals where next_attempt_at < now()`)
    t.equal(waiting.length, 0)
    t.strictSame(await othersThan(sql, organizationId, ...ids), before, 'nothing else has changed')
    t.match(await runAdmin(erase(), service.databaseUrl), { code: 0, stdout: /"rows": 0/ })
  },
)

/** Every table of the service and its queue, from the catalog, so new ones are included. */
async function everyTable(sql: Sql): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(TABLES)
  return tables.map(({ name }) => name)
}

/** Rows that contain one of these texts, by table; without zeros. */
async function rowsWith(sql: Sql, ...texts: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of await everyTable(sql)) {
    const [row] = await sql.queryOnce<{ count: number }>(
      `select count(*) from ${name} as record where record::text like any ($1)`,
      [texts.map((text) => `%${text}%`)],
    )
    if (row && row.count > 0) found[name] = row.count
  }
  return found
}

/** Count and checksum of rows that contain none of these texts, by table. */
async function othersThan(sql: Sql, ...texts: string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const name of await everyTable(sql)) {
    if (OF_THE_QUEUE.test(name)) continue
    const [row] = await sql.queryOnce(
      `select count(*), md5(string_agg(record::text, '|' order by record::text))
       from ${name} as record where not record::text like any ($1)`,
      [texts.map((text) => `%${text}%`)],
    )
    found[name] = row
  }
  return found
}
