import { newId } from '@mediajobs/db'
import { organizations, webhookSubscriptions } from '@mediajobs/db/schema'
import { createTestDatabase } from '@mediajobs/db/testing'
import t from 'tap'
import { openStore, type Tx, writeEvent } from '../src/index.ts'

const { url: databaseUrl } = await createTestDatabase(t)
const store = openStore({ databaseUrl, poolSize: 2, applicationName: 'test', onError() {} })
t.teardown(() => store.close())
const counted: string[] = []
store.onPublished((name) => counted.push(name))

const COUNTS = `
  select (select count(*)::int from events where organization_id = $1) as events,
    (select count(*)::int from webhook_deliveries where organization_id = $1) as deliveries,
    (select count(*)::int from pgboss.job where data->>'organizationId' = $1::text) as jobs`

/** An organization with one subscription to PROJECT_CREATED. */
async function subscribed(): Promise<string> {
  const organizationId = newId()
  await store.sql.orm.insert(organizations).values({ id: organizationId, name: 'Studio' })
  await store.sql.orm.insert(webhookSubscriptions).values({
    organizationId,
    id: newId(),
    url: 'https://receiver.test/',
    events: ['PROJECT_CREATED'],
    secretEncrypted: 'not used here',
  })
  return organizationId
}

const written = (orgId: string) => store.sql.query(COUNTS, [orgId])
const projectCreated = (tx: Tx, orgId: string) =>
  writeEvent(tx, orgId, 'PROJECT_CREATED', { projectId: newId() })

t.beforeEach(() => {
  counted.length = 0
})

t.test('an event, its webhook delivery and its job are committed together', async (t) => {
  const orgId = await subscribed()
  await store.transaction(async (tx) => projectCreated(tx, orgId))
  t.strictSame(await written(orgId), [{ events: 1, deliveries: 1, jobs: 1 }])
  t.strictSame(counted, ['PROJECT_CREATED'])
})

t.test('a transaction that fails stores no event, no webhook delivery and no job', async (t) => {
  const orgId = await subscribed()
  const failing = store.transaction(async (tx) => {
    projectCreated(tx, orgId)
    throw new Error('the change failed')
  })
  await t.rejects(failing, { message: 'the change failed' })
  t.strictSame(await written(orgId), [{ events: 0, deliveries: 0, jobs: 0 }])
  t.strictSame(counted, [])
})

t.test("an event that can't be written fails its transaction with its error", async (t) => {
  const noId = { code: '22P02' }
  const orgId = await subscribed()
  const atTheCommit = store.transaction(async (tx) => {
    projectCreated(tx, orgId)
    projectCreated(tx, 'not an id')
  })
  await t.rejects(atTheCommit, noId)
  const before = store.transaction(async (tx) => {
    projectCreated(tx, 'not an id')
    await tx.orm.select().from(organizations)
  })
  await t.rejects(before, noId)
  t.strictSame(await written(orgId), [{ events: 0, deliveries: 0, jobs: 0 }])
  t.strictSame(counted, [])
})

t.test(
  'an event without a matching subscription is written without a webhook delivery',
  async (t) => {
    const orgId = await subscribed()
    await store.transaction(async (tx) => writeEvent(tx, orgId, 'CUSTOMER_CREATED', {}))
    t.strictSame(await written(orgId), [{ events: 1, deliveries: 0, jobs: 0 }])
  },
)

t.test("an event doesn't wait for a lock on its queue", async (t) => {
  const orgId = await subscribed()
  const lock = `select from pgboss.queue where name = 'webhook-deliveries' for update`
  await store.database.transaction(async (tx) => {
    await tx.query(lock)
    await store.transaction(async (inner) => projectCreated(inner, orgId))
  })
  t.strictSame(await written(orgId), [{ events: 1, deliveries: 1, jobs: 1 }])
})

t.test("a quiet transaction's event is written without a webhook delivery", async (t) => {
  const orgId = await subscribed()
  await store.transaction(async (tx) => projectCreated(tx.withoutWebhooks(), orgId))
  t.strictSame(await written(orgId), [{ events: 1, deliveries: 0, jobs: 0 }])
})
