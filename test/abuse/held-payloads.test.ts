import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fixture, openFixture } from '@mediajobs/dispatcher/testing'
import { writeEvent } from '@mediajobs/outbox'
import { countBytes } from '@mediajobs/testing/api/byte-counter'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { startDispatcher } from '@mediajobs/testing/service/process'
import { verify } from '@mediajobs/webhook-signature/node'
import t, { type Test } from 'tap'

const MIB = 1_048_576
const SUBSCRIPTIONS = 50
const EVENTS = 10
// Far more than an event may contain.
const LARGE = { bookingAnswers: '🏡'.repeat(MIB) }
const SMALLER = { bookingAnswers: 'a'.repeat(950_000) }
const WAIT_MS = 60_000
const RECEIVERS = 8
// Far more bytes than the rest of a delivery takes.
const DATA_BYTES = 100_000

t.test(
  'large events and hanging receivers crash no dispatcher and delay no others [c10-payload-bytes]',
  async (t) => {
    const fixture = await openFixture(t)
    const hanging = await receiverThatNeverReads(t)
    const healthy = await startReceiver()
    t.teardown(() => healthy.close())
    const attacker = await fixture.createOrg()
    for (let n = 0; n < SUBSCRIPTIONS; n += 1)
      await fixture.subscribe(`${hanging.url}/${n}`, attacker)
    const victim = await fixture.subscribe(healthy.url)
    for (let n = 0; n < EVENTS; n += 1) {
      await publish(fixture, attacker, { ...LARGE, n })
      await publish(fixture, attacker, { ...SMALLER, n })
    }
    const env = { WEBHOOK_TIMEOUT: '2s', WEBHOOK_RETRY_DELAYS: '1s' }
    const dispatcher = await startDispatcher(t, fixture.databaseUrl, env)
    for (let n = 1; n <= 20; n += 1) {
      const publishedMs = Date.now()
      await fixture.publish(victim.organizationId)
      const { receivedAtMs } = await healthy.waitFor(n, { timeoutMs: WAIT_MS })
      t.ok(receivedAtMs - publishedMs < 5_000, `after ${receivedAtMs - publishedMs} ms`)
      await pause(500)
    }
    t.ok(hanging.hasConnections(), 'the large events were posted')
    t.equal(dispatcher.output().includes('FATAL ERROR'), false)
    t.doesNotThrow(() => process.kill(dispatcher.pid, 0), 'the dispatcher runs')
    t.equal(healthy.requests.length, 20, 'no webhook arrived twice')
    hanging.letGo()
  },
)

t.test('an event of 4 MB arrives complete at all its receivers', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const organizationId = await fixture.createOrg()
  const subscriptions = [
    await fixture.subscribe(`${receiver.url}/0`, organizationId),
    await fixture.subscribe(`${receiver.url}/1`, organizationId),
    await fixture.subscribe(`${receiver.url}/2`, organizationId),
  ]
  for (const data of [LARGE, SMALLER, { n: 1 }]) await publish(fixture, organizationId, data)
  await startDispatcher(t, fixture.databaseUrl)
  await fixture.settled(WAIT_MS)
  t.equal(receiver.requests.length, 9)
  const seen = receiver.requests.map(({ body, headers, path }) => {
    const { secret } = subscriptions[Number(path.slice(1))] ?? { secret: '' }
    t.equal(headers['content-length'], `${body.length}`)
    const { data } = verify(body, headers, secret)
    return `${data.bookingAnswers ?? ''}`.length
  })
  const lengths = [LARGE, SMALLER].map(({ bookingAnswers }) => bookingAnswers.length)
  for (const length of [...lengths, 0]) {
    t.equal(seen.filter((each) => each === length).length, 3, `${length} characters`)
  }
  t.ok((await fixture.deliveries()).every((row) => row.status === 'SUCCEEDED'))
})

t.test("an event's data is read once for all its receivers", async (t) => {
  const fixture = await openFixture(t)
  const counter = await countBytes(t, fixture.databaseUrl)
  // Slow enough that all attempts are in flight concurrently.
  const receiver = await startReceiver({ fallback: after(1_500, status(200)) })
  t.teardown(() => receiver.close())
  const organizationId = await fixture.createOrg()
  for (let n = 0; n < RECEIVERS; n += 1)
    await fixture.subscribe(`${receiver.url}/${n}`, organizationId)
  await publish(fixture, organizationId, { bookingAnswers: 'a'.repeat(DATA_BYTES) })
  const bytes = await counter.during(async () => {
    await startDispatcher(t, counter.url)
    await fixture.settled(WAIT_MS)
  })
  t.equal(receiver.requests.length, RECEIVERS)
  t.ok(bytes > DATA_BYTES && bytes < 3 * DATA_BYTES, `${bytes} bytes`)
})

function publish(fixture: Fixture, organizationId: string, data: Record<string, unknown>) {
  return fixture.store.transaction(async (tx) =>
    writeEvent(tx, organizationId, 'PROJECT_CREATED', data),
  )
}

/** A server that accepts connections and never reads, so the sender keeps all bytes in memory. */
async function receiverThatNeverReads(t: Test) {
  const open = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    open.add(socket)
    socket.on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const letGo = () => {
    for (const socket of open) socket.destroy()
  }
  t.teardown(() => {
    letGo()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, hasConnections: () => open.size > 0, letGo }
}
