import { createRequire } from 'node:module'
import { newId } from '@mediajobs/db'
import { organizations, webhookSubscriptions } from '@mediajobs/db/schema'
import { createTestDatabase } from '@mediajobs/db/testing'
import t from 'tap'
import {
  FIRST_JOBS_SCHEMA_VERSION,
  openStore,
  QUEUE_SCHEMA,
  webhookJobId,
  writeEvent,
} from '../src/index.ts'

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

t.test('the statement that writes jobs was written for the installed pg-boss', async (t) => {
  const read = createRequire(import.meta.url)
  const { pgboss }: { pgboss: { schema: number } } = read('pg-boss/package.json')
  t.equal(pgboss.schema, FIRST_JOBS_SCHEMA_VERSION, 'read its INSERT again, then raise it')
})

t.test('the job of an event is the job that pg-boss writes, in every column', async (t) => {
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
  const jobs = await store.transaction(async (tx) => {
    writeEvent(tx, organizationId, 'CUSTOMER_CREATED', {})
    const [ours] = await tx.query<Job>(JOBS, [organizationId])
    const [delivery] = await tx.query<{ id: string }>(
      'select id from webhook_deliveries where organization_id = $1',
      [organizationId],
    )
    const deliveryId = delivery?.id ?? ''
    t.equal(ours?.id, webhookJobId(deliveryId, 1))
    const job = { organizationId, deliveryId, subscriptionId, attempt: 1 }
    await tx.webhookQueue.discard(tx, [job])
    await tx.webhookQueue.insert(tx, [job])
    const [theirs] = await tx.query<Job>(JOBS, [organizationId])
    return { ours, theirs }
  })
  t.ok(jobs.ours)
  t.strictSame(jobs.ours, jobs.theirs)
})
