import { setTimeout as pause } from 'node:timers/promises'
import { createHealth, createWatchdog, serveMetrics } from '@mediajobs/runtime'
import { testLogger } from '@mediajobs/runtime/testing'
import { createDatabaseProxy } from '@mediajobs/testing/dispatcher/database-proxy'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { hang } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { Registry } from 'prom-client'
import t from 'tap'
import { openFixture } from '../../testing/fixture.ts'
import { startProcess } from '../support/process.ts'

// docs/signals.md, "Health".

const fixture = await openFixture(t)

async function probe(port: unknown, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, text: await response.text() }
}

t.test(
  'a dispatcher is ready while its database responds, and alive without one [c9-health]',
  async (t) => {
    const proxy = await createDatabaseProxy(t, fixture.databaseUrl)
    const env = { METRICS_PORT: '0', WEBHOOK_TIMEOUT: '2s' }
    const dispatcher = startProcess(t, proxy.url, env)
    const { port } = await dispatcher.logged('dispatcher.metrics_listening')
    const isReady = async () => (await probe(port, '/health/ready')).status === 200
    t.match(await probe(port, '/health/ready'), { status: 503, text: /the queue is not open yet/ })
    t.match(await probe(port, '/health/live'), { status: 200 })
    const logged = { probe: '/health/ready', problem: 'the queue is not open yet' }
    t.match(await dispatcher.logged('health.failing'), logged)

    await proxy.open()
    await eventually('ready', isReady)

    proxy.fallSilent()
    const [ready, live, metrics] = await Promise.all(
      ['/health/ready', '/health/live', '/metrics'].map((path) => probe(port, path)),
    )
    t.match(ready, { status: 503, text: /the database does not respond/ })
    t.match(live, { status: 200 })
    t.match(metrics?.text, /^webhook_oldest_due_seconds Nan$/im)
    t.match(metrics?.text, /^webhook_slots_in_use 0$/m)

    await proxy.close()
    await eventually('a fault in the metrics', async () =>
      /^dispatcher_failing\{doing="fetching jobs"\} 1$/m.test((await probe(port, '/metrics')).text),
    )
    await proxy.open()
    await eventually('ready again', isReady)

    const receiver = await startReceiver({ fallback: hang() })
    t.teardown(() => receiver.close())
    const { organizationId } = await fixture.subscribe(receiver.url)
    await fixture.publish(organizationId)
    await receiver.waitFor(1)
    dispatcher.child.kill('SIGTERM')
    await dispatcher.logged('stopping')
    t.match(await probe(port, '/health/ready'), { status: 503, text: /about to end/ })
    t.match(await probe(port, '/health/live'), { status: 200 })
    t.equal(await dispatcher.ended, 0)
  },
)

// Long enough for a probe on a busy machine.
const STALLED_AFTER_MS = 2_000

t.test('a hanging loop is named, and fails liveness', async (t) => {
  const watchdog = createWatchdog(STALLED_AFTER_MS)
  const logger = testLogger('dispatcher')
  const askDatabase = () => fixture.store.ready()
  const health = createHealth({
    watchdog,
    logger,
    obstacle: () => null,
    askDatabase,
    warning: () => null,
  })
  const server = await serveMetrics(new Registry(), { host: '127.0.0.1', port: 0 }, health)
  t.teardown(() => server.close())
  watchdog.beat('fetching jobs')
  t.match(await probe(server.port, '/health/live'), { status: 200 })
  await pause(STALLED_AFTER_MS + 10)
  watchdog.beat('sending heartbeats')
  const { status, text } = await probe(server.port, '/health/live')
  t.equal(status, 503)
  t.match(JSON.parse(text), { problem: 'stalled: fetching jobs' })
  watchdog.end()
  t.match(await probe(server.port, '/health/live'), { status: 200 })
})
