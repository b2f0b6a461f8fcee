import t from 'tap'
import { hang, status } from './support/answers.ts'
import { openBench } from './support/bench.ts'
import { startProcess } from './support/process.ts'
import { startReceiver } from './support/receiver.ts'

// From the last heartbeat: 10 s until the claim lapses, a pass of the supervisor, a poll.
const RECOVERED_MS = 20_000

t.test(
  'what a killed dispatcher had in flight arrives within 20 s, with the same ids',
  async (t) => {
    const bench = await openBench(t)
    const receiver = await startReceiver({ fallback: hang() })
    t.teardown(() => receiver.close())
    const subscriptions = []
    for (let n = 0; n < 13; n += 1)
      subscriptions.push(await bench.subscribe(`${receiver.url}/${n}`))
    const killed = startProcess(t, bench.databaseUrl)
    await killed.logged('dispatcher.started')
    for (const { organizationId } of subscriptions) await bench.publish(organizationId, 6)
    await receiver.waitFor(50, { timeoutMs: 10_000 })
    killed.child.kill('SIGKILL')
    const killedAtMs = Date.now()
    await killed.ended
    await receiver.waitForNoConnections()
    const inFlight = receiver.requests.length
    receiver.fallback(status(200))

    startProcess(t, bench.databaseUrl)
    await bench.settled(RECOVERED_MS)
    t.ok(Date.now() - killedAtMs <= RECOVERED_MS, `${Date.now() - killedAtMs} ms`)
    const deliveries = await bench.deliveries()
    t.equal(deliveries.length, 78)
    t.ok(deliveries.every((row) => row.status === 'SUCCEEDED' && row.attempts === 1))
    const ids = receiver.requests.map(({ headers }) => headers['x-webhook-id'])
    t.strictSame(new Set(ids), new Set(deliveries.map((row) => row.id)))
    t.ok(ids.length - deliveries.length <= inFlight, 'only what was in flight comes twice')
    t.equal(await bench.countJobs(), 0)
  },
)
