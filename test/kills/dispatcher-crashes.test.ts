import { type Fixture, openFixture } from '@mediajobs/dispatcher/testing'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, hang, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import t, { type Test } from 'tap'
import { type DispatcherProcess, startProcess } from '../../apps/dispatcher/test/support/process.ts'

const DEATHS = 10
const WAIT_MS = 60_000

async function receiverFor(t: Test): Promise<Receiver> {
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  return receiver
}

/** Kills the process, and expires its leases immediately. */
async function kill(fixture: Fixture, { child, ended }: DispatcherProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
  await fixture.store.sql.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '10 seconds' where state = 'active'`,
  )
}

t.test(
  'a webhook that crashes dispatchers fails with that reason; all others arrive [c10-crashing-job]',
  async (t) => {
    const fixture = await openFixture(t)
    const [deadly, healthy] = [await receiverFor(t), await receiverFor(t)]
    deadly.fallback(hang())
    const poisoned = await fixture.subscribe(deadly.url)
    const other = await fixture.subscribe(healthy.url)
    await fixture.publish(poisoned.organizationId)
    const haveEnded = async (subscriptionId: string, count: number) => {
      const rows = await fixture.deliveries()
      return (
        rows.filter((row) => row.subscriptionId === subscriptionId && row.finishedAt).length ===
        count
      )
    }
    for (let n = 1; n <= DEATHS; n += 1) {
      await fixture.publish(other.organizationId, 5)
      const dispatcher = startProcess(t, fixture.databaseUrl)
      await deadly.waitFor(n, { timeoutMs: WAIT_MS })
      await eventually('the others', () => haveEnded(other.id, 5 * n), WAIT_MS)
      await kill(fixture, dispatcher)
    }
    startProcess(t, fixture.databaseUrl)
    await fixture.settled(WAIT_MS)
    t.equal(deadly.requests.length, DEATHS, "it isn't posted again")
    const error = "The service crashed 10 times while sending this webhook. It won't be sent again."
    const deliveries = await fixture.deliveries()
    const failed = deliveries.filter((row) => row.subscriptionId === poisoned.id)
    t.match(failed, [{ status: 'FAILED', attempts: 1, error }])
    const attempts = (await fixture.attempts()).filter((row) => row.deliveryId === failed[0]?.id)
    t.match(attempts, [{ attempt: 1, responseStatus: null, error }])
    const delivered = deliveries.filter((row) => row.subscriptionId === other.id)
    t.equal(delivered.length, 5 * DEATHS)
    t.ok(delivered.every((row) => row.status === 'SUCCEEDED'))
    t.equal(await fixture.countJobs(), 0)
  },
)

t.test('jobs held by dispatchers when they died succeed', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await receiverFor(t)
  const organizations: string[] = []
  for (let n = 0; n < 10; n += 1) {
    organizations.push((await fixture.subscribe(`${receiver.url}/${n}`)).organizationId)
  }
  for (const organization of organizations) await fixture.publish(organization, 4)
  receiver.fallback(hang())
  for (let n = 1; n <= 3; n += 1) {
    const dispatcher = startProcess(t, fixture.databaseUrl)
    await receiver.waitFor(40 * n, { timeoutMs: WAIT_MS })
    await kill(fixture, dispatcher)
  }
  receiver.fallback(after(10, status(200)))
  startProcess(t, fixture.databaseUrl)
  await fixture.settled(WAIT_MS)
  const deliveries = await fixture.deliveries()
  t.ok(deliveries.every((row) => row.status === 'SUCCEEDED' && row.attempts === 1))
})

t.test("a returned job doesn't count as a crash of its dispatcher", async (t) => {
  const fixture = await openFixture(t)
  const receiver = await receiverFor(t)
  receiver.fallback(after(200, status(200)))
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, 20)
  for (let n = 1; n <= DEATHS + 1; n += 1) {
    const dispatcher = await fixture.dispatch({ slots: 10 })
    await receiver.waitFor(n, { timeoutMs: WAIT_MS })
    await dispatcher.stop()
  }
  const left = await fixture.store.sql.query<{ fetches: number; givenBack: number }>(`
    select retry_count + 1 as fetches, (data ->> 'givenBack')::int as "givenBack"
    from pgboss.job where started_on is not null`)
  t.ok(left.length > 0, 'some were fetched and returned')
  t.ok(left.every(({ fetches, givenBack }) => fetches === givenBack))
  await fixture.dispatch()
  await fixture.settled(WAIT_MS)
  t.ok((await fixture.deliveries()).every((row) => row.status === 'SUCCEEDED'))
})

t.test("a job that exhausts its dispatcher's memory fails like one that crashes it", async (t) => {
  const fixture = await openFixture(t)
  const healthy = await receiverFor(t)
  const other = await fixture.subscribe(healthy.url)
  // As if its payload had exhausted the heap of ten dispatchers: the next fetch raises the count to ten.
  await fixture.publish(other.organizationId, 2)
  await fixture.store.sql.query(`
    update pgboss.job set state = 'retry', started_on = now(), retry_count = ${DEATHS - 1}
    where id = (select id from pgboss.job order by created_on, id limit 1)`)
  startProcess(t, fixture.databaseUrl)
  await fixture.settled(WAIT_MS)
  await eventually('one webhook', async () => healthy.requests.length === 1)
  t.strictSame((await fixture.deliveries()).map((row) => row.status).toSorted(), [
    'FAILED',
    'SUCCEEDED',
  ])
})
