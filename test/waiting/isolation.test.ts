import { setTimeout as pause } from 'node:timers/promises'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, drip, hang, reset, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

/** Ends hanging requests, so the dispatcher can stop without waiting for timeouts. */
function letGo(receiver: Receiver): void {
  receiver.fallback(reset())
  receiver.dropConnections()
}

t.test('an endpoint dripping responses has no more slots than a hanging one', async (t) => {
  const fixture = await openFixture(t)
  const dripping = await startReceiver({ fallback: drip(200, 50) })
  t.teardown(() => dripping.close())
  const { organizationId } = await fixture.subscribe(dripping.url)
  await fixture.publish(organizationId, 40)
  await fixture.dispatch({ timeoutMs: 400 })
  // Four at once, then one by one.
  await dripping.waitFor(7)
  t.equal(dripping.openConnections, 1)
  letGo(dripping)
})

t.test('many hanging endpoints leave slots to the others [c7-no-delay]', async (t) => {
  const fixture = await openFixture(t)
  const hanging = await startReceiver({ fallback: hang() })
  const healthy = await startReceiver()
  t.teardown(() => Promise.all([hanging.close(), healthy.close()]).then(() => {}))
  const organizationId = await fixture.createOrg()
  for (let n = 0; n < 8; n += 1) await fixture.subscribe(`${hanging.url}/${n}`, organizationId)
  const other = await fixture.subscribe(healthy.url)
  await fixture.publish(organizationId, 50)
  await fixture.dispatch({ slots: 20 })
  await hanging.waitFor(8)
  const publishedMs = Date.now()
  await fixture.publish(other.organizationId)
  const { receivedAtMs } = await healthy.waitFor(1)
  t.ok(receivedAtMs - publishedMs < 1_000, `after ${receivedAtMs - publishedMs} ms`)
  t.ok(hanging.openConnections <= 8, 'one organization has two fifths of the slots')
  letGo(hanging)
})

t.test(
  'fifty subscriptions on one host have ten connections to it, not eighty [c10-host-connections]',
  async (t) => {
    const fixture = await openFixture(t)
    const hanging = await startReceiver({ fallback: hang() })
    t.teardown(() => hanging.close())
    const organizationId = await fixture.createOrg()
    for (let n = 0; n < 50; n += 1) await fixture.subscribe(`${hanging.url}/${n}`, organizationId)
    const other = await fixture.subscribe(`${hanging.url}/other`)
    await fixture.publish(organizationId, 4)
    await fixture.publish(other.organizationId)
    await fixture.dispatch()
    // Ten connections of one organization and one of the other.
    await hanging.waitFor(11)
    await pause(500)
    t.equal(hanging.openConnections, 11)
    t.equal(hanging.requests.filter(({ path }) => path === '/other').length, 1)
    letGo(hanging)
  },
)

t.test('an endpoint that recovers from hanging gets all its waiting webhooks', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: hang() })
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, 300)
  await fixture.dispatch({ timeoutMs: 400, retryDelaysMs: [100, 100, 100] })
  await receiver.waitFor(8)
  receiver.fallback(status(200))
  await fixture.settled()
  const deliveries = await fixture.deliveries()
  t.ok(deliveries.every((row) => row.status === 'SUCCEEDED'))
})

t.test('first attempts precede waiting retries', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: status(500) })
  t.teardown(() => receiver.close())
  const slow = await fixture.subscribe(`${receiver.url}/slow`)
  const first = await fixture.dispatch({ retryDelaysMs: [50] })
  await fixture.publish(slow.organizationId, 20)
  // All first attempts are made, and no retry before them.
  await eventually('20 first attempts', async () => (await fixture.attempts()).length >= 20)
  await first.stop()
  const known = receiver.requests.length
  await fixture.publish(slow.organizationId, 1)
  const newest = (await fixture.deliveries()).at(-1)
  receiver.fallback(after(20, status(200)))
  await fixture.dispatch({ slots: 1, retryDelaysMs: [50] })
  await fixture.settled()
  t.equal(receiver.requests[known]?.headers['x-webhook-id'], newest?.id)
})
