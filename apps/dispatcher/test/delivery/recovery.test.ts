import { updateSubscription } from '@mediajobs/operations/webhooks'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { keyRing } from '@mediajobs/testing/key-ring'
import t from 'tap'
import { reconcile } from '../../src/upkeep/reconcile.ts'
import { openFixture } from '../../testing/fixture.ts'

// The state of jobs after PostgreSQL crashed before their fetch was flushed.
const FORGOTTEN = `
  update pgboss.job set state = 'created', started_on = null, heartbeat_on = null`

const receivers = { allowHttp: true, allowPrivateNetworks: true }
const subscribing = { keyRing, receivers }

t.test('a job ended by an operator is replaced with a new one', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, 4)
  const { sql } = fixture.store
  await sql.query(`update webhook_deliveries set next_attempt_at = now() - interval '2 minutes'`)
  for (const state of ['completed', 'cancelled', 'failed']) {
    const END = `
      update pgboss.job set state = $1, completed_on = now()
      where id = (select id from pgboss.job where state = 'created' limit 1)`
    await sql.query(END, [state])
  }
  t.equal(await reconcile(fixture.store), 3, 'the live job does not change')
  t.equal(await reconcile(fixture.store), 0)
  await fixture.dispatch()
  await fixture.settled()
  t.equal(receiver.requests.length, 4)
  t.equal(await fixture.countJobs(), 0)
})

t.test(
  'deactivating a subscription while a failed attempt is written prevents a retry',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver({ fallback: after(200, status(500)) })
    t.teardown(() => receiver.close())
    const { organizationId, id } = await fixture.subscribe(receiver.url)
    await fixture.publish(organizationId)
    await fixture.dispatch({ retryDelaysMs: [60_000] })
    await receiver.waitFor(1)
    await fixture.store.transaction(async (tx) => {
      await updateSubscription(tx, organizationId, id, { active: false }, subscribing)
      const WAITING = `
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const settling = async () => {
        const [held] = await fixture.store.sql.query<{ count: number }>(WAITING)
        const [delivery] = await fixture.deliveries()
        return held?.count === 1 || delivery?.status !== 'PENDING'
      }
      await eventually('the attempt is being written', settling)
    })
    const written = async () => (await fixture.attempts()).length > 0
    await eventually('the attempt is written', written)
    t.match(await fixture.deliveries(), [{ status: 'CANCELLED', attempts: 1, nextAttemptAt: null }])
    t.equal(await fixture.countJobs(), 0, 'and no retry')
  },
)

t.test('a POST in flight during deactivation still records its outcome', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  receiver.script(after(300, status(200)), after(300, status(500)))
  const { organizationId, id } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, 2)
  const dispatcher = await fixture.dispatch({ retryDelaysMs: [60_000] })
  await receiver.waitFor(2)
  await fixture.store.transaction((tx) =>
    updateSubscription(tx, organizationId, id, { active: false }, subscribing),
  )
  t.match(await fixture.deliveries(), [{ status: 'CANCELLED' }, { status: 'CANCELLED' }])
  await dispatcher.stop()
  const made = { attempts: 1, nextAttemptAt: null }
  const byStatus = (await fixture.deliveries()).sort((a, b) => a.status.localeCompare(b.status))
  t.match(byStatus, [
    { ...made, status: 'CANCELLED', responseStatus: 500 },
    { ...made, status: 'SUCCEEDED', responseStatus: 200 },
  ])
  t.equal((await fixture.attempts()).length, 2)
})

t.test('no webhook is posted twice after a PostgreSQL crash undoes a fetch', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: after(1_500, status(200)) })
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, 3)
  const dispatcher = await fixture.dispatch()
  await receiver.waitFor(3)
  await fixture.store.sql.query(FORGOTTEN)
  await fixture.publish(organizationId, 1)
  await fixture.settled()
  await dispatcher.stop()
  t.equal(receiver.requests.length, 4)
  t.match(await fixture.attempts(), Array(4).fill({ attempt: 1, responseStatus: 200 }))
  t.equal(await fixture.countJobs(), 0)
})

t.test("a job whose fetch was undone is settled, even if it isn't fetched again", async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: after(300, status(200)) })
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, 3)
  const dispatcher = await fixture.dispatch()
  await receiver.waitFor(3)
  const stopping = dispatcher.stop()
  await fixture.store.sql.query(FORGOTTEN)
  await stopping
  t.match(await fixture.deliveries(), Array(3).fill({ status: 'SUCCEEDED', attempts: 1 }))
  t.equal(await fixture.countJobs(), 0)
})
