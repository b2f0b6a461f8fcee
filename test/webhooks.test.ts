import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import {
  hang,
  type Responder,
  redirect,
  reset,
  status,
} from '@mediajobs/testing/dispatcher/responders'
import { startApi, startDispatcher } from '@mediajobs/testing/service/process'
import { verify } from '@mediajobs/webhook-signature/node'
import t from 'tap'

// docs/interface.md#i6, with a production api and dispatcher.

const { url: databaseUrl } = await createTestDatabase(t)
const service = await testApp(t, { databaseUrl })
const receivers = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_ALLOW_HTTP: 'true' }
const api = await startApi(t, databaseUrl, { RATE_LIMITS: '10000/1s', ...receivers })
const dispatcher = await startDispatcher(t, databaseUrl, {
  WEBHOOK_RETRY_DELAYS: '300ms,600ms,300ms,300ms,300ms',
  WEBHOOK_TIMEOUT: '1s',
})

interface Subscription {
  id: string
  secret: string
  key: string
  receiver: Receiver
}

async function call(key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(api.url + path, {
    method,
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

/** An organization with one receiver subscribed to `events`. */
async function subscribe(
  events: string[],
  fallback: Responder = status(200),
): Promise<Subscription> {
  const { key } = await service.createOrg()
  const receiver = await startReceiver({ fallback })
  t.teardown(() => receiver.close())
  const { body } = await call(key, 'POST', '/webhooks/subscriptions', {
    url: `${receiver.url}/hook?x=1`,
    events,
  })
  return { id: body.id, secret: body.secret, key, receiver }
}

async function book(key: string): Promise<string> {
  const body = { scheduledTime: '2026-05-01T09:30:00Z', addressLine1: 'Häuserstraße 1' }
  return (await call(key, 'POST', '/projects/create', body)).body.id
}

async function deliveries({ key, id }: Subscription) {
  return (await call(key, 'GET', `/webhooks/subscriptions/${id}/deliveries`)).body.data
}

async function untilDelivery(subscription: Subscription, wanted: string) {
  for (let i = 0; i < 200; i++) {
    const [delivery] = await deliveries(subscription)
    if (delivery?.status === wanted) return delivery
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no webhook delivery became ${wanted}:\n${dispatcher.output()}`)
}

t.test(
  'an event is posted once, signed over its exact bytes, in the documented form [i1-exact, i1-pushed, i6-body-id, i6-body-event, i6-body-timestamp, i6-header-id, i6-header-event, i6-header-signature, i9-v1, c7-hmac-key]',
  async (t) => {
    const subscription = await subscribe(['PROJECT_CREATED'])
    const projectId = await book(subscription.key)
    const request = await subscription.receiver.waitFor(1)
    t.equal(request.method, 'POST')
    t.equal(request.path, '/hook?x=1')
    t.match(request.headers['content-type'], /^application\/json/)
    const event = verify(request.body, request.headers, subscription.secret)
    const body = JSON.parse(request.body.toString())
    t.strictSame(Object.keys(body), ['id', 'event', 'timestamp', 'data'])
    t.equal(request.headers['x-webhook-id'], event.id)
    t.equal(request.headers['x-webhook-event'], 'PROJECT_CREATED')
    t.match(request.headers['x-webhook-signature'], /^t=\d+,v1=[0-9a-f]{64}$/)
    t.equal(String(request.headers['x-webhook-signature']).split(/[=,]/)[1], body.timestamp)
    t.equal(event.data.projectId, projectId)
    const delivery = await untilDelivery(subscription, 'SUCCEEDED')
    t.match(delivery, { id: event.id, event: 'PROJECT_CREATED', attempts: 1, responseStatus: 200 })
    t.equal(delivery.nextAttemptAt, null)
    t.equal(subscription.receiver.requests.length, 1)
  },
)

t.test(
  'a subscription gets only the events it lists, of its own organization [i6-only-listed]',
  async (t) => {
    const subscription = await subscribe(['CUSTOMER_CREATED'])
    const other = await subscribe(['CUSTOMER_CREATED'])
    await book(subscription.key)
    await call(other.key, 'POST', '/customers', { name: 'O', email: 'o@example.com' })
    await call(subscription.key, 'POST', '/customers', { name: 'C', email: 'c@example.com' })
    const request = await subscription.receiver.waitFor(1)
    t.equal(request.headers['x-webhook-event'], 'CUSTOMER_CREATED')
    await other.receiver.waitFor(1)
    t.equal((await deliveries(subscription)).length, 1)
  },
)

t.test(
  'a failing receiver gets six attempts with one id, each newly signed, then FAILED [i6-failed]',
  async (t) => {
    const subscription = await subscribe(['PROJECT_CREATED'], status(500))
    await book(subscription.key)
    await subscription.receiver.waitFor(6)
    const delivery = await untilDelivery(subscription, 'FAILED')
    t.match(delivery, { attempts: 6, responseStatus: 500, nextAttemptAt: null })
    const { requests } = subscription.receiver
    const events = requests.map((each) => verify(each.body, each.headers, subscription.secret))
    t.equal(new Set(events.map(({ id }) => id)).size, 1)
    for (const { data } of events) t.same(data, events[0]?.data)
    const waits = requests
      .slice(1)
      .map((each, i) => each.receivedAtMs - (requests[i]?.receivedAtMs ?? 0))
    for (const [i, delayMs] of [300, 600, 300, 300, 300].entries()) {
      t.ok((waits[i] ?? 0) >= delayMs, `wait ${i + 1} was ${waits[i]} ms`)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    t.equal(requests.length, 6, 'and no seventh')
  },
)

t.test('any 2xx is a success; everything else is retried [i6-failure]', async (t) => {
  const secure = await startReceiver()
  t.teardown(() => secure.close())
  const responses: [string, Responder, RegExp][] = [
    ['302', redirect(`${secure.url}/elsewhere`), /302/],
    ['404', status(404), /404/],
    ['reset', reset(), /./],
    ['hang', hang(), /./],
  ]
  for (const [name, response] of responses) {
    const subscription = await subscribe(['PROJECT_CREATED'])
    subscription.receiver.script(response)
    await book(subscription.key)
    await subscription.receiver.waitFor(2)
    const delivery = await untilDelivery(subscription, 'SUCCEEDED')
    t.equal(delivery.attempts, 2, name)
  }
  t.equal(secure.requests.length, 0, 'a redirect is never followed')
  const subscription = await subscribe(['PROJECT_CREATED'], status(204))
  await book(subscription.key)
  t.match(await untilDelivery(subscription, 'SUCCEEDED'), { attempts: 1, responseStatus: 204 })
})

t.test('plain HTTP at an https URL fails, and the delivery shows the reason', async (t) => {
  const { key } = await service.createOrg()
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const url = receiver.url.replace('http:', 'https:')
  const { body } = await call(key, 'POST', '/webhooks/subscriptions', {
    url,
    events: ['PROJECT_CREATED'],
  })
  await book(key)
  const delivery = await untilDelivery({ ...body, key, receiver }, 'RETRYING')
  t.equal(delivery.responseStatus, null)
  t.type(delivery.error, 'string')
  await call(key, 'DELETE', `/webhooks/subscriptions/${body.id}`)
})

t.test('the test operation posts a signed WEBHOOK_TEST, once [i4-test, c7-test]', async (t) => {
  const subscription = await subscribe(['PROJECT_CREATED'], status(500))
  const path = `/webhooks/subscriptions/${subscription.id}/test`
  const { status: code, body } = await call(subscription.key, 'POST', path)
  t.equal(code, 202)
  const request = await subscription.receiver.waitFor(1)
  const event = verify(request.body, request.headers, subscription.secret)
  t.match(event, { id: body.id, event: 'WEBHOOK_TEST' })
  t.match(await untilDelivery(subscription, 'FAILED'), { attempts: 1 })
})

t.test('an inactive or deleted subscription gets nothing more [c7-inactive]', async (t) => {
  const subscription = await subscribe(['PROJECT_CREATED'], status(500))
  await book(subscription.key)
  await subscription.receiver.waitFor(1)
  await untilDelivery(subscription, 'RETRYING')
  const path = `/webhooks/subscriptions/${subscription.id}`
  await call(subscription.key, 'PATCH', path, { active: false })
  await untilDelivery(subscription, 'CANCELLED')
  await book(subscription.key)
  const seen = subscription.receiver.requests.length
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  t.equal(subscription.receiver.requests.length, seen)
  t.equal((await deliveries(subscription)).length, 1)
})

t.test(
  'no process logs a key, secret or token, or a URL with its query [i5-not-in-url, c2-key-not-in-query, c3-delivery-token-secret, c9-logs]',
  async (t) => {
    const subscription = await subscribe(['PROJECT_DELIVERED'])
    const projectId = await book(subscription.key)
    const { body } = await call(subscription.key, 'POST', `/projects/${projectId}/deliver`)
    await subscription.receiver.waitFor(1)
    await untilDelivery(subscription, 'SUCCEEDED')
    await fetch(`${api.url}/projects?x-api-key=${subscription.key}`)
    await fetch(`${api.url}/${subscription.key}`)
    const logs = api.output() + dispatcher.output()
    for (const secret of [subscription.key, subscription.secret, body.deliveryToken, '/hook?x=1']) {
      t.ok(secret)
      t.notOk(logs.includes(secret))
    }
    t.match(logs, /"route":"\/projects\/create"/)
  },
)
