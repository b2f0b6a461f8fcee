import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { request } from '@mediajobs/testing/api/request'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { eventually } from '@mediajobs/testing/eventually'
import { startApi, startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'

t.test(
  'no process logs a key, secret or token, or a URL with its query [i5-not-in-url, c2-key-not-in-query, c3-delivery-token-secret, c9-logs]',
  async (t) => {
    const { url: databaseUrl } = await createTestDatabase(t)
    const { key } = await (await testApp(t, { databaseUrl })).createOrg()
    const api = await startApi(t, databaseUrl, {
      RATE_LIMITS: '10000/1s',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      WEBHOOK_ALLOW_HTTP: 'true',
    })
    const dispatcher = await startDispatcher(t, databaseUrl)
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    const call = async (method: string, path: string, body?: object) =>
      (await request(api.url, method, path, { key, body })).body
    const { id, secret } = await call('POST', '/webhooks/subscriptions', {
      url: `${receiver.url}/hook?x=1`,
      events: ['PROJECT_DELIVERED'],
    })
    const booking = { scheduledTime: '2026-05-01T09:30:00Z' }
    const { id: projectId } = await call('POST', '/projects/create', booking)
    const { deliveryToken } = await call('POST', `/projects/${projectId}/deliver`)
    await eventually('the webhook succeeds', async () => {
      const { data } = await call('GET', `/webhooks/subscriptions/${id}/deliveries`)
      return data[0]?.status === 'SUCCEEDED'
    })
    await fetch(`${api.url}/projects?x-api-key=${key}`)
    await fetch(`${api.url}/${key}`)
    const logs = api.output() + dispatcher.output()
    for (const logged of [key, secret, deliveryToken, '/hook?x=1']) {
      t.ok(logged)
      t.notOk(logs.includes(logged))
    }
    t.match(logs, /"route":"\/projects\/create"/)
  },
)
