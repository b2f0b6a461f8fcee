// docs/contract.md#c16-max-per-second
import { type Fixture, openFixture } from '@mediajobs/dispatcher/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
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

/** How many attempts started before their moment. A busy machine starts them late, then closer together. */
async function earlyAttempts(fixture: Fixture, fromMs: number, maxPerSecond: number) {
  const startedMs = (await fixture.attempts())
    .map((attempt) => attempt.startedMs)
    .sort((a, b) => a - b)
  // The database keeps microseconds, `startedMs` whole milliseconds.
  return startedMs.filter((at, n) => at + 1 < fromMs + (n * SECOND_MS) / maxPerSecond).length
}

t.test(
  "a receiver's rate holds across dispatchers, and nothing is lost [c16-max-per-second]",
  async (t) => {
    const { fixture, receiver, organizationId } = await openOffice(t, 20)
    await fixture.publish(organizationId, 70)
    const beganAtMs = Date.now()
    for (let n = 0; n < 3; n += 1) await fixture.dispatch()
    await fixture.settled()
    t.equal(receiver.requests.length, 70)
    const lastMs = Math.max(...receiver.requests.map(({ receivedAtMs }) => receivedAtMs))
    const tookMs = lastMs - beganAtMs
    t.ok(tookMs >= 3_400, `69 intervals at 20 a second take 3.45 s: ${tookMs} ms`)
    t.equal(await earlyAttempts(fixture, beganAtMs, 20), 0)
    t.notOk(
      (await fixture.deliveries()).some((delivery) => delivery.status !== 'SUCCEEDED'),
      'each of them arrived',
    )
  },
)

t.test('retries also wait for their moment [c16-max-per-second]', async (t) => {
  const { fixture, receiver, organizationId } = await openOffice(t, 5)
  receiver.script(...Array.from({ length: 5 }, () => status(500)))
  const beganAtMs = Date.now()
  await fixture.dispatch({ retryDelaysMs: [10] })
  await fixture.publish(organizationId, 6)
  await fixture.settled()
  t.equal(receiver.requests.length, 11)
  t.equal(await earlyAttempts(fixture, beganAtMs, 5), 0)
})

t.test(
  'a rate-limited receiver with a backlog delays no other, even in its organization [c16-max-per-second]',
  async (t) => {
    const { fixture, receiver, organizationId } = await openOffice(t, 1)
    await fixture.publish(organizationId, 2_000)
    await fixture.dispatch({ slots: 20 })
    await receiver.waitFor(2)
    const other = await startReceiver()
    t.teardown(() => other.close())
    await fixture.subscribe(other.url, organizationId)
    await fixture.publish(organizationId)
    await other.waitFor(1)
    t.ok(receiver.requests.length < 100, 'the backlog still waits')
  },
)

t.test(
  'setting, raising or removing a rate takes effect with the next webhook [c16-max-per-second]',
  async (t) => {
    const { fixture, receiver, id, organizationId } = await openOffice(t, 1)
    await fixture.dispatch()
    await fixture.publish(organizationId, 30)
    await receiver.waitFor(2)
    t.ok(receiver.requests.length < 10)
    await fixture.change(id, 'max_per_second = 100')
    await receiver.waitFor(12)
    await fixture.change(id, 'max_per_second = null')
    await fixture.settled()
    await fixture.publish(organizationId, 40)
    const fromMs = Date.now()
    await fixture.settled()
    t.ok(Date.now() - fromMs < 20_000, 'forty at one a second take 39 s')
    t.equal(receiver.requests.length, 70)
  },
)

t.test("setting back the database's clock doesn't stop a receiver", async (t) => {
  const { fixture, receiver, id, organizationId } = await openOffice(t, 10)
  await fixture.store.sql.query(
    `insert into webhook_moments values ($1, $2, now() + interval '1 hour', 10, 1)`,
    [organizationId, id],
  )
  await fixture.dispatch()
  await fixture.publish(organizationId, 2)
  await receiver.waitFor(2)
})

t.test("a subscription's moments are deleted with it", async (t) => {
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
