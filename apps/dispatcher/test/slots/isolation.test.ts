import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { after, drip, hang, reset, status } from '../support/answers.ts'
import { eventually, openBench } from '../support/bench.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

/** So that the dispatcher need not wait for its timeouts to stop. */
function letGo(receiver: Receiver): void {
  receiver.fallback(reset())
  receiver.dropConnections()
}

t.test('an endpoint that drips its answers has no more slots than one that hangs', async (t) => {
  const bench = await openBench(t)
  const dripping = await startReceiver({ fallback: drip(200, 50) })
  t.teardown(() => dripping.close())
  const { organizationId } = await bench.subscribe(dripping.url)
  await bench.publish(organizationId, 40)
  await bench.dispatch({ timeoutMs: 400 })
  // The first four, then one after the other.
  await dripping.waitFor(7)
  t.equal(dripping.openConnections, 1)
  letGo(dripping)
})

t.test('endpoints that hang all at once leave slots to the others', async (t) => {
  const bench = await openBench(t)
  const hanging = await startReceiver({ fallback: hang() })
  const healthy = await startReceiver()
  t.teardown(() => Promise.all([hanging.close(), healthy.close()]).then(() => {}))
  const organizationId = await bench.createOrg()
  for (let n = 0; n < 8; n += 1) await bench.subscribe(`${hanging.url}/${n}`, organizationId)
  const other = await bench.subscribe(healthy.url)
  await bench.publish(organizationId, 50)
  await bench.dispatch({ slots: 20 })
  await hanging.waitFor(8)
  const publishedMs = Date.now()
  await bench.publish(other.organizationId)
  const { receivedAtMs } = await healthy.waitFor(1)
  t.ok(receivedAtMs - publishedMs < 1_000, `after ${receivedAtMs - publishedMs} ms`)
  t.ok(hanging.openConnections <= 8, 'one organization has two fifths of the slots')
  letGo(hanging)
})

t.test('fifty subscriptions of one host have ten connections to it, not eighty', async (t) => {
  const bench = await openBench(t)
  const hanging = await startReceiver({ fallback: hang() })
  t.teardown(() => hanging.close())
  const organizationId = await bench.createOrg()
  for (let n = 0; n < 50; n += 1) await bench.subscribe(`${hanging.url}/${n}`, organizationId)
  const other = await bench.subscribe(`${hanging.url}/other`)
  await bench.publish(organizationId, 4)
  await bench.publish(other.organizationId)
  await bench.dispatch()
  // Ten of the one, and one of the other organization: the host is shared by both.
  await hanging.waitFor(11)
  await pause(500)
  t.equal(hanging.openConnections, 11)
  t.equal(hanging.requests.filter(({ path }) => path === '/other').length, 1)
  letGo(hanging)
})

t.test('an endpoint that hung and answers again gets all that waited', async (t) => {
  const bench = await openBench(t)
  const receiver = await startReceiver({ fallback: hang() })
  t.teardown(() => receiver.close())
  const { organizationId } = await bench.subscribe(receiver.url)
  await bench.publish(organizationId, 300)
  await bench.dispatch({ timeoutMs: 400, retryDelaysMs: [100, 100, 100] })
  await receiver.waitFor(8)
  receiver.fallback(status(200))
  await bench.settled(20_000)
  const deliveries = await bench.deliveries()
  t.ok(deliveries.every((row) => row.status === 'SUCCEEDED'))
})

t.test('a first try goes before the retries that wait', async (t) => {
  const bench = await openBench(t)
  const receiver = await startReceiver({ fallback: status(500) })
  t.teardown(() => receiver.close())
  const slow = await bench.subscribe(`${receiver.url}/slow`)
  const first = await bench.dispatch({ retryDelaysMs: [50] })
  await bench.publish(slow.organizationId, 20)
  // All of the first tries, and then none of the retries.
  await eventually('20 first tries', async () => (await bench.attempts()).length >= 20)
  await first.stop()
  const known = receiver.requests.length
  await bench.publish(slow.organizationId, 1)
  const newest = (await bench.deliveries()).at(-1)
  receiver.fallback(after(20, status(200)))
  await bench.dispatch({ slots: 1, retryDelaysMs: [50] })
  await bench.settled()
  t.equal(receiver.requests[known]?.headers['x-webhook-id'], newest?.id)
})
