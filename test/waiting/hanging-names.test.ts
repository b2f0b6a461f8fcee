import { openFixture } from '@mediajobs/dispatcher/testing'
import { addresses, silent, startNameServer } from '@mediajobs/testing/dispatcher/name-server'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

t.test("names that never resolve don't delay other deliveries", async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const server = await startNameServer(t, { '*': silent, 'healthy.test': addresses('127.0.0.1') })
  const organizationId = await fixture.createOrg()
  for (let n = 0; n < 50; n += 1) {
    await fixture.subscribe(`http://hanging-${n}.test:${receiver.port}/`, organizationId)
  }
  const { organizationId: healthy } = await fixture.subscribe(
    `http://healthy.test:${receiver.port}/`,
  )
  await fixture.publish(organizationId)
  const dispatcher = await fixture.dispatch({ dnsServers: [server.address], timeoutMs: 60_000 })
  const hanging = () => new Set(server.questions.filter((line) => line.includes('hanging'))).size
  // A and AAAA for each of the fifty names.
  await eventually('all names are queried', async () => hanging() === 100)
  for (let n = 1; n <= 3; n += 1) {
    await fixture.publish(healthy)
    await receiver.waitFor(n)
    // Lookups time out after seven seconds. On a busy machine the first ones have, but not all fifty.
    if (n === 1)
      t.ok((await fixture.attempts()).length < 50, 'it arrived while lookups were hanging')
    // The next one needs a new connection, and another lookup.
    receiver.dropConnections()
  }
  await dispatcher.stop()
})
