// docs/contract.md#c7-disable-after, with a production dispatcher.
import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'

t.test(
  'a subscription disabled by the service shows the reason, as do the log and a metric [c7-disable-after, c16-disabled-event]',
  async (t) => {
    const { url: databaseUrl } = await createTestDatabase(t)
    const service = await testApp(t, { databaseUrl })
    const { call } = await service.createOrg()
    const receiver = await startReceiver({ fallback: status(500) })
    t.teardown(() => receiver.close())
    const dispatcher = await startDispatcher(t, databaseUrl, {
      HOST: '127.0.0.1',
      METRICS_PORT: '0',
      WEBHOOK_DISABLE_AFTER: '1s',
      WEBHOOK_RETRY_DELAYS: '1500ms,1h,1h,1h,1h',
    })
    const [, port] = await dispatcher.waitForOutput(
      /"port":(\d+),"msg":"[^"]*metrics[ _]listening"/,
    )
    const subscription = await call('POST', '/webhooks/subscriptions', {
      url: receiver.url,
      events: ['CUSTOMER_CREATED', 'WEBHOOK_DISABLED'],
    })
    const others = await startReceiver()
    t.teardown(() => others.close())
    for (const [path, events] of [
      ['/told', ['WEBHOOK_DISABLED']],
      ['/not-listed', ['PROJECT_CREATED']],
    ]) {
      await call('POST', '/webhooks/subscriptions', { url: `${others.url}${path}`, events })
    }
    await call('POST', '/customers', { name: 'Ann', email: 'ann@example.test' })
    await dispatcher.waitForOutput(/"level":"warn".*"msg":"webhook.subscription_disabled"/)
    const { body } = await call('GET', '/webhooks/subscriptions')
    t.match(
      body.data.find(({ id }: { id: string }) => id === subscription.body.id),
      { active: false, disabledReason: /^Every attempt has failed since / },
    )
    const sent = await call('GET', `/webhooks/subscriptions/${subscription.body.id}/deliveries`)
    t.match(sent.body.data, [{ status: 'CANCELLED', attempts: 2 }])
    const { path, body: event } = await others.waitFor(1)
    t.equal(path, '/told')
    const failingSince = /^\d{4}-.*Z$/
    t.match(JSON.parse(event.toString()), {
      event: 'WEBHOOK_DISABLED',
      data: {
        subscriptionId: subscription.body.id,
        url: subscription.body.url,
        disabledReason: /^Every attempt has failed since /,
        failingSince,
        occurredAt: failingSince,
      },
    })
    const logged = await call('GET', '/events?event=WEBHOOK_DISABLED')
    t.equal(logged.body.data.length, 1)
    t.match((await call('GET', '/mails')).body.data, [], 'without SMTP_URL no mail is queued')
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    t.match(metrics, /^webhook_subscriptions_disabled_total 1$/m)
  },
)
