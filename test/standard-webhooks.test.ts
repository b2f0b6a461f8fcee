// docs/api.md says that Standard Webhooks libraries verify webhooks of a subscription with their headers. This test
// runs that page's program.

import { openFixture } from '@mediajobs/dispatcher/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import t from 'tap'
import { documented } from './docs/library-program.ts'

const verified = await documented(t, 'verify-with-standard-webhooks.mjs', 'standardwebhooks')
const fixture = await openFixture(t)
const service = await testApp(t, { databaseUrl: fixture.databaseUrl })
const receiver = await startReceiver()
t.teardown(() => receiver.close())
const { key } = await service.createOrg()
const call = async (method: string, path: string, body?: unknown) =>
  (await service.request(method, path, { key, body })).body
const subscription = await call('POST', '/webhooks/subscriptions', {
  url: receiver.url,
  events: ['PROJECT_CREATED'],
})
const path = `/webhooks/subscriptions/${subscription.id}`
await fixture.dispatch()

/** Books a project and returns the received webhook. */
async function posted() {
  const count = receiver.requests.length + 1
  await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z', notes: 'Zürich' })
  return receiver.waitFor(count)
}

t.test('the library refuses webhooks of a subscription without standardWebhooks', async (t) => {
  const { body, headers } = await posted()
  t.throws(() => verified(body, headers, subscription.secret), /headers/i)
})

t.test(
  'with standardWebhooks, the library accepts a webhook, and refuses another body [c16-standard-webhooks]',
  async (t) => {
    await call('PATCH', path, { standardWebhooks: true })
    const { body, headers } = await posted()
    const event = verified(body, headers, subscription.secret)
    t.match(event, { id: headers['webhook-id'], event: 'PROJECT_CREATED' })
    const other = Buffer.from(body.toString().replace('Zürich', 'Zurich'))
    t.throws(() => verified(other, headers, subscription.secret), /signature/i)
  },
)

t.test('after rotate-secret both the new and the old secret verify', async (t) => {
  const { secret } = await call('POST', `${path}/rotate-secret`)
  const { body, headers } = await posted()
  for (const each of [secret, subscription.secret]) {
    t.match(verified(body, headers, each), { event: 'PROJECT_CREATED' })
  }
})

t.test('the OpenAPI document names every webhook header that is sent', async (t) => {
  const { headers } = await posted()
  const sent = Object.keys(headers).filter((name) => name.includes('webhook'))
  const { webhooks } = service.app.openApi() as unknown as Webhooks
  const documentedNames = webhooks.PROJECT_CREATED.post.parameters.map(({ name }) =>
    name.toLowerCase(),
  )
  t.strictSame(documentedNames.toSorted(), sent.toSorted())
})

interface Webhooks {
  webhooks: Record<'PROJECT_CREATED', { post: { parameters: { name: string }[] } }>
}
