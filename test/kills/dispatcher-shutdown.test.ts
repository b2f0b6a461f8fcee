import { openFixture } from '@mediajobs/dispatcher/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, hang, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { startProcess } from '../../apps/dispatcher/test/support/process.ts'

t.test(
  'on SIGTERM, running POSTs finish, other jobs are returned, and the process exits with 0 [c9-sigterm]',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver({ fallback: after(800, status(200)) })
    t.teardown(() => receiver.close())
    const { organizationId } = await fixture.subscribe(receiver.url)
    const dispatcher = startProcess(t, fixture.databaseUrl)
    await dispatcher.logged('dispatcher.started')
    await fixture.publish(organizationId, 40)
    await receiver.waitFor(4)
    dispatcher.child.kill('SIGTERM')
    t.equal(await dispatcher.ended, 0)

    const made = receiver.requests.length
    const deliveries = await fixture.deliveries()
    t.equal(deliveries.filter((row) => row.status === 'SUCCEEDED').length, made)
    t.equal(deliveries.filter((row) => row.status === 'PENDING').length, 40 - made)
    const HELD = `select count(*) from pgboss.job where state = 'active'`
    t.match(
      await fixture.store.sql.query(HELD),
      [{ count: 0 }],
      'another dispatcher can fetch the other jobs immediately',
    )

    receiver.fallback(status(200))
    await fixture.dispatch()
    await fixture.settled()
    t.equal(receiver.requests.length, 40, 'each webhook arrived once')
  },
)

t.test('a process shuts down in time even if a receiver hangs', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: hang() })
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  const dispatcher = startProcess(t, fixture.databaseUrl, { WEBHOOK_TIMEOUT: '2s' })
  await dispatcher.logged('dispatcher.started')
  await fixture.publish(organizationId)
  await receiver.waitFor(1)
  dispatcher.child.kill('SIGTERM')
  t.equal(await dispatcher.ended, 0)
  t.match(await fixture.deliveries(), [{ status: 'RETRYING', attempts: 1 }])
})

t.test('SIGTERM ends the process even if the database is unavailable', async (t) => {
  const dispatcher = startProcess(t, 'postgres://nobody@127.0.0.1:1/nothing')
  await dispatcher.logged('dispatcher.failing')
  dispatcher.child.kill('SIGTERM')
  t.equal(await dispatcher.ended, 0)
})

t.test(
  'an invalid variable ends the process at startup, with one line that names it [c9-environment-checked]',
  async (t) => {
    const cases = {
      WEBHOOK_TIMEOUT: '2m',
      WEBHOOK_SLOTS: '0',
      WEBHOOK_RETRY_DELAYS: 'soon',
      SECRETS_KEY: 'short',
    }
    for (const [name, value] of Object.entries(cases)) {
      const dispatcher = startProcess(t, 'postgres://nobody@127.0.0.1:1/nothing', { [name]: value })
      t.equal(await dispatcher.ended, 1, name)
      t.match(dispatcher.errorText(), new RegExp(`^${name} must be [^\\n]+\\n$`))
    }
  },
)

t.test('metrics are served on the logged port', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(`${receiver.url}/hook?key=hidden`)
  const dispatcher = startProcess(t, fixture.databaseUrl, { METRICS_PORT: '0' })
  const { port } = await dispatcher.logged('dispatcher.metrics_listening')
  await dispatcher.logged('dispatcher.started')
  await fixture.publish(organizationId, 3)
  await eventually('3 attempts in the log', async () => {
    return dispatcher.log.filter((line) => line.msg === 'webhook.attempted').length === 3
  })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  t.match(text, /^webhook_attempts_total\{outcome="2xx"\} 3$/m)
  t.match(text, /^webhook_first_try_seconds_count 3$/m)
  t.match(text, /^webhook_slots_in_use 0$/m)
  t.match(text, /^webhook_oldest_due_seconds 0$/m)
  const [delivery] = await fixture.deliveries()
  const line = dispatcher.log.find(({ deliveryId }) => deliveryId === delivery?.id)
  t.match(line, {
    level: 'info',
    organizationId,
    subscriptionId: delivery?.subscriptionId,
    eventId: String,
    event: 'PROJECT_CREATED',
    jobId: String,
    attempt: 1,
    url: `${receiver.url}/hook`,
    outcome: 'answer',
    responseStatus: 200,
    durationMs: Number,
    status: 'SUCCEEDED',
  })
  t.notMatch(JSON.stringify(dispatcher.log), /whsec_|hidden/)
})
