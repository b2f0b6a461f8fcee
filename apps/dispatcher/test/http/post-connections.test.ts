import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@mediajobs/local-engines/testing'
import type { Receiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, close, rawThenReset, reset, status } from '@mediajobs/testing/dispatcher/responders'
import t from 'tap'
import { posterFor, receiverFor } from '../support/poster.ts'

const requestTo = (url: string) => ({ url, headers: {}, body: '{"id":"1"}' })
const OK = { kind: 'answer', status: 200 }

t.test('an idle connection closed by the receiver causes no failure', async (t) => {
  const receiver = await receiverFor(t)
  const poster = posterFor(t)
  t.match(await poster.post(requestTo(receiver.url)), OK)
  receiver.dropConnections()
  t.match(await poster.post(requestTo(receiver.url)), OK)
  receiver.dropConnections()
  await until("the closed connection isn't kept", () => poster.idleConnections === 0)
  t.match(await poster.post(requestTo(receiver.url)), OK)
  t.equal(receiver.requests.length, 3)
})

t.test(
  "a reused connection that breaks during a request isn't the receiver's failure",
  async (t) => {
    for (const breaking of [reset(), close(), rawThenReset('HTTP/1.')]) {
      const receiver = await receiverFor(t)
      const poster = posterFor(t)
      receiver.script(status(200), breaking, status(200))
      t.match(await poster.post(requestTo(receiver.url)), OK)
      t.match(await poster.post(requestTo(receiver.url)), OK)
      const [first, broken, repeated] = receiver.requests
      t.equal(broken?.connection, first?.connection)
      t.not(repeated?.connection, broken?.connection, 'the request was retried on a new connection')
      t.ok(repeated?.body.equals(broken?.body ?? Buffer.alloc(0)), 'with the same bytes')
    }
  },
)

t.test('the request is retried only once, within the same time limit', async (t) => {
  const receiver = await receiverFor(t)
  receiver.script(status(200), reset(), reset())
  const poster = posterFor(t)
  t.match(await poster.post(requestTo(receiver.url)), OK)
  t.match(await poster.post(requestTo(receiver.url)), { kind: 'reset' })
  t.equal(receiver.requests.length, 3)

  const slow = await receiverFor(t)
  slow.script(status(200), after(1_000, reset()), after(1_500, status(200)))
  const hasty = posterFor(t, { timeoutMs: 2_000 })
  t.match(await hasty.post(requestTo(slow.url)), OK)
  const outcome = await hasty.post(requestTo(slow.url))
  t.equal(outcome.kind, 'timeout')
  t.ok(outcome.durationMs >= 1_995, `${outcome.durationMs} ms`)
})

t.test('a broken new connection is a failure, and nothing is sent twice', async (t) => {
  for (const breaking of [reset(), close()]) {
    const receiver = await receiverFor(t)
    receiver.script(breaking)
    t.match(await posterFor(t).post(requestTo(receiver.url)), { kind: 'reset' })
    t.equal(receiver.requests.length, 1)
  }
})

t.test('a receiver that closes after each response gets each request once', async (t) => {
  const receiver = await receiverFor(t)
  const poster = posterFor(t)
  receiver.fallback(status(200, { headers: { connection: 'close' } }))
  for (let n = 0; n < 20; n += 1) t.match(await poster.post(requestTo(receiver.url)), OK)
  receiver.fallback((response, socket) => {
    response.end('ok', () => socket.end()) // despite the announced keep-alive
  })
  for (let n = 0; n < 20; n += 1) {
    t.match(await poster.post(requestTo(receiver.url)), OK)
    await delay(10)
  }
  t.equal(receiver.requests.length, 40)
})

t.test('idle connections are limited across all receivers', async (t) => {
  const receivers: Receiver[] = []
  for (let n = 0; n < 6; n += 1) receivers.push(await receiverFor(t))
  const poster = posterFor(t, { maxIdleConnections: 3 })
  for (const receiver of receivers) t.match(await poster.post(requestTo(receiver.url)), OK)
  t.equal(poster.idleConnections, 3)
  for (const oldest of receivers.slice(0, 3)) await oldest.waitForNoConnections()
  t.same(
    receivers.map((receiver) => receiver.openConnections),
    [0, 0, 0, 1, 1, 1],
    'the longest idle connections are closed',
  )
  for (const receiver of receivers) t.match(await poster.post(requestTo(receiver.url)), OK)
})

t.test('close waits for POSTs in flight, and leaves no connections open', async (t) => {
  const receiver = await receiverFor(t)
  const poster = posterFor(t)
  receiver.script(status(200), after(200, status(200)))
  await poster.post(requestTo(receiver.url))
  const inFlight = poster.post(requestTo(receiver.url))
  await receiver.waitFor(2)
  const closed = poster.close()
  t.match(await poster.post(requestTo(receiver.url)), { kind: 'closed' })
  t.match(await inFlight, OK)
  await closed
  await receiver.waitForNoConnections()
  await poster.close()
  t.equal(receiver.requests.length, 2)
})

t.test('a receiver can limit how long an idle connection is kept', async (t) => {
  const [receiver, other] = [await receiverFor(t), await receiverFor(t)]
  const poster = posterFor(t)
  // undici closes two seconds earlier, before the receiver does.
  receiver.script(status(200, { headers: { 'keep-alive': 'timeout=3' } }))
  for (const { url } of [receiver, other]) t.match(await poster.post(requestTo(url)), OK)
  t.equal(poster.idleConnections, 2)
  await receiver.waitForNoConnections()
  t.equal(other.openConnections, 1, 'the default is four seconds')
  await until('one idle connection', () => poster.idleConnections === 1)
})
