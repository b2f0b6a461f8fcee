import { updateSubscription } from '@mediajobs/operations/webhooks'
import { writeEvent } from '@mediajobs/outbox'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { keyRing } from '@mediajobs/testing/key-ring'
import { verify } from '@mediajobs/webhook-signature/node'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { openFixture } from '../../testing/fixture.ts'

const receivers = { allowHttp: true, allowPrivateNetworks: true }

async function openOffice(t: Test) {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const subscription = await fixture.subscribe(receiver.url)
  const { organizationId, id } = subscription
  const set = (settings: Parameters<typeof updateSubscription>[3]) =>
    fixture.store.transaction((tx) =>
      updateSubscription(tx, organizationId, id, settings, { keyRing, receivers }),
    )
  return { fixture, receiver, subscription, set }
}

t.test(
  "each attempt has its subscription's custom headers, with their spelling [c16-headers]",
  async (t) => {
    const { fixture, receiver, subscription, set } = await openOffice(t)
    await set({ headers: { authorization: 'Bearer of-tests', 'X-Team': 'blue team' } })
    receiver.script(status(500))
    await fixture.dispatch({ retryDelaysMs: [50] })
    await fixture.publish(subscription.organizationId)
    await receiver.waitFor(2)
    for (const { headers, rawHeaders, body } of receiver.requests) {
      t.match(headers, { authorization: 'Bearer of-tests', 'x-team': 'blue team' })
      t.ok(rawHeaders.includes('X-Team'))
      t.ok(verify(body, headers, subscription.secret), 'ours are also present')
      t.notOk(Object.keys(headers).some((name) => name.startsWith('webhook-')))
    }
  },
)

t.test('with undecryptable custom headers nothing is sent, and the attempt says so', async (t) => {
  const { fixture, receiver, subscription, set } = await openOffice(t)
  await set({ headers: { 'X-Team': 'blue' } })
  await fixture.change(subscription.id, `headers_encrypted = 'v1:00000000:AAAA'`)
  await fixture.dispatch()
  await fixture.publish(subscription.organizationId)
  await fixture.settled()
  t.match(await fixture.deliveries(), [{ status: 'FAILED', error: /couldn't read/ }])
  t.equal(receiver.requests.length, 0)
})

t.test(
  'with standardWebhooks, the Standard Webhooks library accepts each webhook, with either secret during a rotation [c16-standard-webhooks]',
  async (t) => {
    const { fixture, receiver, subscription, set } = await openOffice(t)
    const former = await openOffice(t)
    await set({ standardWebhooks: true })
    await fixture.change(
      subscription.id,
      `previous_secret_until = now() + interval '1 hour',
       previous_secret_encrypted = '${keyRing.encrypt(
         former.subscription.secret,
         `webhook_subscriptions:${subscription.organizationId}:${subscription.id}`,
       )}'`,
    )
    await fixture.dispatch()
    await fixture.publish(subscription.organizationId)
    const { body, headers } = await receiver.waitFor(1)
    const text = body.toString()
    const standard = headers as Record<string, string>
    for (const { secret } of [subscription, former.subscription]) {
      t.match(new Webhook(secret).verify(text, standard), { event: 'PROJECT_CREATED' })
      t.ok(verify(body, headers, secret), 'our signature is also present')
    }
    t.equal(standard['webhook-id'], JSON.parse(text).id)
    t.throws(() => new Webhook(subscription.secret).verify(`${text} `, standard))
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    t.throws(() => new Webhook(other).verify(text, standard))
  },
)

t.test(
  'a large payload is signed in parts for Standard Webhooks [c16-standard-webhooks]',
  async (t) => {
    const { fixture, receiver, subscription, set } = await openOffice(t)
    await set({ standardWebhooks: true })
    const { organizationId, secret } = subscription
    await fixture.store.transaction(async (tx) =>
      writeEvent(tx, organizationId, 'PROJECT_CREATED', { notes: 'é'.repeat(50_000) }),
    )
    await fixture.dispatch()
    const { body, headers } = await receiver.waitFor(1)
    t.ok(new Webhook(secret).verify(body.toString(), headers as Record<string, string>))
  },
)
