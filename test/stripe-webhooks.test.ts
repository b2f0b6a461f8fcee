// docs/api.md says that Stripe's library verifies webhooks. This test runs that page's program.

import { openFixture } from '@mediajobs/dispatcher/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import t from 'tap'
import { documented } from './docs/library-program.ts'

const verified = await documented(t, 'verify-with-stripe.mjs', 'stripe')
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
await fixture.dispatch()

/** Books a project and returns the received webhook. */
async function posted() {
  const count = receiver.requests.length + 1
  await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z', notes: 'Zürich' })
  return receiver.waitFor(count)
}

t.test('Stripe’s library accepts a webhook, and refuses another body or secret', async (t) => {
  const { body, headers } = await posted()
  const event = verified(body, headers, subscription.secret)
  t.match(event, { id: headers['x-webhook-id'], event: 'PROJECT_CREATED' })
  const other = Buffer.from(body.toString().replace('Zürich', 'Zurich'))
  t.throws(() => verified(other, headers, subscription.secret), /signature/i)
  t.throws(() => verified(body, headers, `${subscription.secret}x`), /signature/i)
})

t.test('after rotate-secret both the new and the old secret verify', async (t) => {
  const path = `/webhooks/subscriptions/${subscription.id}/rotate-secret`
  const { secret } = await call('POST', path)
  const { body, headers } = await posted()
  for (const each of [secret, subscription.secret]) {
    t.match(verified(body, headers, each), { event: 'PROJECT_CREATED' })
  }
  const last = await call('POST', path, { overlapSeconds: 0 })
  const after = await posted()
  t.match(verified(after.body, after.headers, last.secret), { event: 'PROJECT_CREATED' })
  t.throws(() => verified(after.body, after.headers, secret), /signature/i)
})
