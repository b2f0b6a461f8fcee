import { createRequire } from 'node:module'
import { QUEUE_SCHEMA, WEBHOOK_JOB_ID } from '@mediajobs/outbox'
import { eventually, openFixture } from '@mediajobs/testing/dispatcher/fixture'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import t from 'tap'
import { PGBOSS_SCHEMA_VERSION } from '../../src/queue/pgboss-sql.ts'

t.test('the SQL on pg-boss’s tables was written for the installed version', async (t) => {
  const read = createRequire(import.meta.url)
  const { pgboss }: { pgboss: { schema: number } } = read('pg-boss/package.json')
  t.equal(pgboss.schema, PGBOSS_SCHEMA_VERSION, 'read queue/pgboss-sql.ts again, then raise it')
  const { store } = await openFixture(t)
  const VERSION = `select version from ${QUEUE_SCHEMA}.version`
  t.match(await store.sql.query(VERSION), [{ version: PGBOSS_SCHEMA_VERSION }])
})

t.test('TypeScript and SQL compute the same id for a job', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: status(500) })
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  // `expected` is computed in SQL, as the reconciler does. `actual` was computed in TypeScript.
  const IDS = `
    select delivery.attempts, ${WEBHOOK_JOB_ID} as expected, job.id as actual
    from webhook_deliveries as delivery
    left join ${QUEUE_SCHEMA}.job as job on job.data ->> 'deliveryId' = delivery.id::text`
  const ids = () =>
    fixture.store.sql.query<{ attempts: number; expected: string; actual: string }>(IDS)
  await fixture.publish(organizationId)
  const [first] = await ids()
  t.match(first, { attempts: 0, actual: first?.expected })
  await fixture.dispatch({ retryDelaysMs: [60_000] })
  const retry = await eventually('the retry is written', async () =>
    (await ids()).find(({ attempts }) => attempts === 1),
  )
  t.equal(retry.actual, retry.expected)
  t.not(retry.actual, first?.actual)
})
