import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '@mediajobs/db'
import { organizations, webhookSubscriptions } from '@mediajobs/db/schema'
import { createTestDatabase } from '@mediajobs/db/testing'
import { PgBoss } from 'pg-boss'
import t from 'tap'
import { openStore, QUEUE_SCHEMA, type Tx, WEBHOOK_QUEUE, writeEvent } from '../src/index.ts'
import { PGBOSS_SCHEMA_VERSION, WEBHOOK_JOB_ID } from '../src/pgboss-tables.ts'

interface Job {
  id: string
  row: Record<string, unknown>
}

const { url: databaseUrl } = await createTestDatabase(t)
const store = openStore({ databaseUrl, poolSize: 2, applicationName: 'test', onError() {} })
t.teardown(() => store.close())

const JOBS = `
  select id, to_jsonb(job) - 'id' as row from ${QUEUE_SCHEMA}.job as job
  where data ->> 'organizationId' = $1::text`

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCES = ['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts', 'scripts/**/*.ts']

t.test('only one source file has SQL on pg-boss’s tables', async (t) => {
  const names = (file: string) =>
    /pgboss\.|\$\{QUEUE_SCHEMA\}/.test(readFileSync(join(ROOT, file), 'utf8'))
  const sources = globSync(SOURCES, { cwd: ROOT })
  t.strictSame(sources.filter(names), ['packages/outbox/src/pgboss-tables.ts'])
})

t.test('the SQL on pg-boss’s tables was written for the installed version', async (t) => {
  const read = createRequire(import.meta.url)
  const { pgboss }: { pgboss: { schema: number } } = read('pg-boss/package.json')
  t.equal(pgboss.schema, PGBOSS_SCHEMA_VERSION, 'read src/pgboss-tables.ts again, then raise it')
  const versions = await store.sql.query(`select version from ${QUEUE_SCHEMA}.version`)
  t.match(versions, [{ version: PGBOSS_SCHEMA_VERSION }])
})

/** The same job as pg-boss inserts it. */
async function insertedByPgBoss(tx: Tx, { id, row }: Job, startAfter: number): Promise<Job[]> {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => ({ rows: await tx.query(text, values as string[]) }),
    },
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  const { data, group_id: groupId, priority } = row
  await boss.start()
  await boss.insert(WEBHOOK_QUEUE, [
    {
      id,
      data: data as object,
      group: { id: String(groupId) },
      priority: Number(priority),
      ...(startAfter > 0 && { startAfter }),
    },
  ])
  await boss.stop({ graceful: false })
  return tx.query<Job>(JOBS, [(data as { organizationId: string }).organizationId])
}

t.test("an event's job equals the one that pg-boss writes, in every column", async (t) => {
  const organizationId = newId()
  const subscriptionId = newId()
  await store.sql.orm.insert(organizations).values({ id: organizationId, name: 'Studio' })
  await store.sql.orm.insert(webhookSubscriptions).values({
    organizationId,
    id: subscriptionId,
    url: 'https://receiver.test/',
    events: ['CUSTOMER_CREATED'],
    secretEncrypted: 'not used here',
  })
  await store.transaction(async (tx) => {
    writeEvent(tx, organizationId, 'CUSTOMER_CREATED', {})
    const first = await tx.query<Job>(JOBS, [organizationId])
    t.match(first, [{ row: { priority: 1, group_id: subscriptionId } }])
    const [delivery] = await tx.query<{ id: string; jobId: string }>(
      `select id, ${WEBHOOK_JOB_ID} as "jobId" from webhook_deliveries as delivery
      where organization_id = $1`,
      [organizationId],
    )
    const deliveryId = delivery?.id ?? ''
    t.equal(first[0]?.id, delivery?.jobId, 'the id expected by the reconciler')
    const job = { organizationId, deliveryId, subscriptionId, attempt: 1 }
    await tx.webhookQueue.discard(tx, [job])
    t.strictSame(first[0] && (await insertedByPgBoss(tx, first[0], 0)), first)

    await tx.webhookQueue.discard(tx, [job])
    await tx.webhookQueue.insert(tx, [{ ...job, attempt: 2, startAfterSeconds: 30.5 }])
    const retry = await tx.query<Job>(JOBS, [organizationId])
    t.match(retry, [{ row: { priority: 0, data: { attempt: 2 } } }])
    t.not(retry[0]?.id, first[0]?.id)
    await tx.webhookQueue.discard(tx, [{ ...job, attempt: 2 }])
    t.strictSame(retry[0] && (await insertedByPgBoss(tx, retry[0], 30.5)), retry)
  })
})
