// docs/contract.md#c16-max-per-second
import { eventually, openFixture } from '@mediajobs/testing/dispatcher/fixture'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import t, { type Test } from 'tap'

const SECOND_MS = 1_000

async function openOffice(t: Test, maxPerSecond: number) {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const subscription = await fixture.subscribe(receiver.url)
  await fixture.change(subscription.id, `max_per_second = ${maxPerSecond}`)
  return { fixture, receiver, ...subscription }
}

/** The most requests that came within one second. */
function busiestSecond({ requests }: Receiver): number {
  const times = requests.map(({ receivedAtMs }) => receivedAtMs)
  const within = (from: number) => times.filter((at) => at >= from && at < from + SECOND_MS).length
  return Math.max(...times.map(within))
}

t.test('the rate of a receiver holds over several dispatchers, and nothing is lost', async (t) => {
  const { fixture, receiver, organizationId } = await openOffice(t, 20)
  await fixture.publish(organizationId, 70)
  const beganAtMs = Date.now()
  for (let n = 0; n < 3; n += 1) await fixture.dispatch()
  await fixture.settled(20_000)
  t.equal(receiver.requests.length, 70)
  const lastMs = Math.max(...receiver.requests.map(({ receivedAtMs }) => receivedAtMs))
  t.ok(lastMs - beganAtMs >= 3_400, `69 of 20 a second take 3.45 s: ${lastMs - beganAtMs} ms`)
  // A webhook may start up to 100 ms after its moment.
  t.comment(`${lastMs - beganAtMs} ms, busiest ${busiestSecond(receiver)}`)
  t.ok(busiestSecond(receiver) <= 23, `${busiestSecond(receiver)} in one second`)
  t.notOk(
    (await fixture.deliveries()).some((delivery) => delivery.status !== 'SUCCEEDED'),
    'each of them arrived',
  )
})

t.test('attempts of retries and of other sizes wait for their moment too', async (t) => {
  const { fixture, receiver, organizationId } = await openOffice(t, 5)
  receiver.script(...Array.from({ length: 5 }, () => status(500)))
  await fixture.dispatch({ retryDelaysMs: [10] })
  await fixture.publish(organizationId, 6)
  await fixture.settled(20_000)
  t.equal(receiver.requests.length, 11)
  t.ok(busiestSecond(receiver) <= 6, `${busiestSecond(receiver)} in one second`)
})

t.test(
  'a receiver with a rate and a backlog delays no other, in its organization too',
  async (t) => {
    const { fixture, receiver, organizationId } = await openOffice(t, 1)
    await fixture.publish(organizationId, 2_000)
    await fixture.dispatch({ slots: 20 })
    await receiver.waitFor(2)
    const other = await startReceiver()
    t.teardown(() => other.close())
    await fixture.subscribe(other.url, organizationId)
    const publishedAtMs = Date.now()
    await fixture.publish(organizationId)
    const { receivedAtMs } = await other.waitFor(1)
    t.ok(receivedAtMs - publishedAtMs < SECOND_MS, `${receivedAtMs - publishedAtMs} ms`)
    t.ok(receiver.requests.length < 10)
  },
)

t.test('a rate that is set, raised and removed counts from the next webhook on', async (t) => {
  const { fixture, receiver, id, organizationId } = await openOffice(t, 1)
  await fixture.dispatch()
  await fixture.publish(organizationId, 30)
  await receiver.waitFor(2)
  t.ok(receiver.requests.length < 5)
  await fixture.change(id, 'max_per_second = 100')
  await receiver.waitFor(12)
  await fixture.change(id, 'max_per_second = null')
  await fixture.settled()
  await fixture.publish(organizationId, 40)
  const fromMs = Date.now()
  await fixture.settled()
  t.ok(Date.now() - fromMs < 3_000)
  t.equal(receiver.requests.length, 70)
})

t.test('a clock of the database that was set back does not stop a receiver', async (t) => {
  const { fixture, receiver, id, organizationId } = await openOffice(t, 10)
  await fixture.store.sql.query(
    `insert into webhook_moments values ($1, $2, now() + interval '1 hour', 10, 1)`,
    [organizationId, id],
  )
  await fixture.dispatch()
  await fixture.publish(organizationId, 2)
  await receiver.waitFor(2)
})

t.test('the moments of a subscription go with it', async (t) => {
  const { fixture, receiver, id, organizationId } = await openOffice(t, 10)
  await fixture.dispatch()
  await fixture.publish(organizationId)
  await receiver.waitFor(1)
  await fixture.settled()
  const moments = () => fixture.store.sql.query('select 1 as one from webhook_moments')
  t.equal((await moments()).length, 1)
  await fixture.store.sql.query('delete from webhook_deliveries')
  await fixture.store.sql.query('delete from webhook_subscriptions where id = $1', [id])
  await eventually('no moments', async () => (await moments()).length === 0)
})
