import { setTimeout as pause } from 'node:timers/promises'
import { bulkImportRows, bulkImports, customers, events } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import { startDispatcher } from '@mediajobs/testing/service/process'
import { and, count, eq, sql } from 'drizzle-orm'
import t from 'tap'

const ROWS = 5_000
const BAD_EVERY = 500

const service = await sharedApp()
const { orm } = service.store.sql
const org = await service.createOrg()
const { send, ended, get } = importerOf(service, org)

const file = Array.from({ length: ROWS }, (_, i) => ({
  externalId: `c-${i}`,
  name: `Customer ${i}`,
  // The last of every 500 has the first customer's email.
  email: `customer${i % BAD_EVERY === BAD_EVERY - 1 ? 0 : i}@scale.test`,
}))
const FAILED = ROWS / BAD_EVERY
const SUCCEEDED = ROWS - FAILED

async function created() {
  const ofOrg = and(
    eq(events.organizationId, org.organizationId),
    eq(events.name, 'CUSTOMER_CREATED'),
  )
  const [row] = await orm
    .select({ all: count(), distinct: sql<number>`count(distinct data ->> 'customerId')::int` })
    .from(events)
    .where(ofOrg)
  return row
}

/** A snapshot of rows, counters and records, read by one statement. */
async function state(id: string) {
  const [row] = await orm
    .select({
      succeeded: bulkImports.succeeded,
      failed: bulkImports.failed,
      rowsSucceeded: sql<number>`(select count(*)::int from ${bulkImportRows}
        where import_id = ${id} and status = 'SUCCEEDED')`,
      rowsFailed: sql<number>`(select count(*)::int from ${bulkImportRows}
        where import_id = ${id} and status = 'FAILED')`,
      records: sql<number>`(select count(*)::int from ${customers}
        where organization_id = ${org.organizationId})`,
    })
    .from(bulkImports)
    .where(eq(bulkImports.id, id))
  if (!row) throw new Error('the import does not exist')
  return row
}

async function until(id: string, succeeded: number) {
  while ((await get(`/bulk-imports/${id}`)).body.succeeded < succeeded) await pause(10)
}

t.test('5,000 rows survive kills midway: no row twice, none lost [c8-survives]', async (t) => {
  const accepted = await send('customers', file)
  t.match([accepted.status, accepted.body.total], [202, ROWS])
  const { id } = accepted.body
  for (const killAt of [1, 1_000]) {
    const dispatcher = await startDispatcher(t, service.databaseUrl)
    await until(id, killAt)
    await dispatcher.end('SIGKILL')
    const now = await state(id)
    t.equal(now.rowsSucceeded, now.succeeded)
    t.equal(now.rowsFailed, now.failed)
    t.equal(now.records, now.succeeded)
    t.ok(now.succeeded < SUCCEEDED, 'killed midway')
  }
  t.match((await get(`/bulk-imports/${id}`)).body, { status: 'RUNNING', finishedAt: null })
  await Promise.all([0, 1].map(() => startDispatcher(t, service.databaseUrl)))
  t.match(await ended(accepted), { succeeded: SUCCEEDED, failed: FAILED })
  t.strictSame(await created(), { all: SUCCEEDED, distinct: SUCCEEDED })

  t.match(await ended(await send('customers', file)), { succeeded: SUCCEEDED, failed: FAILED })
  t.strictSame(await created(), { all: SUCCEEDED, distinct: SUCCEEDED }, 'nothing changed')
  const all = eq(events.organizationId, org.organizationId)
  t.equal(await orm.$count(events, all), SUCCEEDED)
})

t.test("a small import doesn't wait for another organization's large one", async (t) => {
  const other = await service.createOrg()
  const theirs = importerOf(service, other)
  await startDispatcher(t, service.databaseUrl)
  const large = await send(
    'customers',
    file.map((row) => ({ ...row, name: 'Renamed' })),
  )
  await until(large.body.id, 1)
  await theirs.ended(await theirs.send('customers', file.slice(0, 10)))
  t.match((await get(`/bulk-imports/${large.body.id}`)).body, { status: 'RUNNING' })
})
