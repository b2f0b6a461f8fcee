import { readFileSync } from 'node:fs'
import { sendTestEvent } from '@mediajobs/operations/webhooks'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import {
  after,
  close,
  hang,
  redirect,
  reset,
  status,
} from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { verify } from '@mediajobs/webhook-signature/node'
import t from 'tap'
import { openFixture } from '../../testing/fixture.ts'

/** The headers that docs/openapi.json promises to each receiver of `event`. */
function documentedHeaders(event: string): string[] {
  const file = new URL('../../../../docs/openapi.json', import.meta.url)
  const { webhooks }: Webhooks = JSON.parse(readFileSync(file, 'utf8'))
  const { parameters = [] } = webhooks[event]?.post ?? {}
  return parameters.flatMap(({ name, required }) => (required ? name : []))
}

interface Webhooks {
  webhooks: Record<string, { post: { parameters: { name: string; required: boolean }[] } }>
}

t.test(
  'an event arrives once, in the documented form, signed over the exact bytes [i1-exact, i1-pushed, i6-body-id, i6-body-event, i6-body-timestamp, i6-header-id, i6-header-event, i6-header-signature, i6-hmac, i6-exact-bytes, i9-v1, c7-hmac-key]',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    const subscription = await fixture.subscribe(`${receiver.url}/hooks?token=1`)
    await fixture.dispatch()
    await fixture.publish(subscription.organizationId)
    const { method, body, headers, path, rawHeaders } = await receiver.waitFor(1)
    await fixture.settled()

    const event = verify(body, headers, subscription.secret)
    const [delivery] = await fixture.deliveries()
    t.strictSame([method, path], ['POST', '/hooks?token=1'])
    t.match(event, { id: delivery?.id, event: 'PROJECT_CREATED', data: { n: 0 } })
    t.strictSame(Object.keys(JSON.parse(body.toString())), ['id', 'event', 'timestamp', 'data'])
    t.type(JSON.parse(body.toString()).timestamp, 'string')
    t.match(headers, {
      'content-type': /^application\/json/,
      'x-webhook-id': delivery?.id,
      'x-webhook-event': 'PROJECT_CREATED',
      'x-webhook-signature': new RegExp(
        `^t=${JSON.parse(body.toString()).timestamp},v1=[0-9a-f]{64}$`,
      ),
    })
    const names = rawHeaders.filter((name) => /^x-webhook-/i.test(name)).toSorted()
    const spelled = ['X-Webhook-Event', 'X-Webhook-Id', 'X-Webhook-Signature']
    t.strictSame(names, spelled, 'as spelled in the interface')
    t.strictSame(documentedHeaders('PROJECT_CREATED').toSorted(), names, 'as documented')
    t.match(delivery, { status: 'SUCCEEDED', attempts: 1, responseStatus: 200, error: null })
    t.match(delivery, { nextAttemptAt: null, finishedAt: String, lastAttemptAt: String })
    t.match(await fixture.attempts(), [
      { deliveryId: delivery?.id, attempt: 1, responseStatus: 200 },
    ])
    t.equal(await fixture.countJobs(), 0)
    t.equal(receiver.requests.length, 1)
  },
)

t.test('only the status counts, and every kind of failure is in the log', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const answers = {
    ok: [status(204), 'SUCCEEDED', 204, null],
    body: [status(299, { body: 'x'.repeat(2_000) }), 'SUCCEEDED', 299, null],
    moved: [redirect('/elsewhere'), 'FAILED', 302, /302.*not followed/],
    broken: [status(500, { body: 'oh\0 no' }), 'FAILED', 500, /500/],
    reset: [reset(), 'FAILED', null, /closed/],
    closed: [close(), 'FAILED', null, /closed/],
    hanging: [hang(), 'FAILED', null, /in time/],
  } as const
  await fixture.dispatch({ timeoutMs: 300 })
  for (const [name, [answer, ending, responseStatus, error]] of Object.entries(answers)) {
    receiver.fallback(answer)
    const { id, organizationId } = await fixture.subscribe(`${receiver.url}/${name}`)
    await fixture.publish(organizationId)
    await fixture.settled()
    const delivery = (await fixture.deliveries()).find((row) => row.subscriptionId === id)
    t.match(delivery, { status: ending, responseStatus, attempts: 1 }, name)
    const attempt = (await fixture.attempts()).find((row) => row.deliveryId === delivery?.id)
    t.match(attempt, { attempt: 1, responseStatus }, name)
    if (error === null) t.equal(attempt?.error, null)
    else t.match(attempt?.error, error)
    t.equal(delivery?.error, attempt?.error)
    if (name === 'body') t.equal(attempt?.responseBody?.length, 1_024)
    if (name === 'broken') t.equal(attempt?.responseBody, 'oh\ufffd no')
    if (name === 'hanging') t.ok((attempt?.durationMs ?? 0) >= 299)
  }
})

t.test('a webhook to a forbidden URL fails without a connection [c11-one-text]', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  const refusals = [
    [{ allowHttp: false }, /https only/],
    [
      { allowHttp: true, blockedPorts: [receiver.port] },
      /^The address can't be reached from here\.$/,
    ],
  ] as const
  for (const [policy] of refusals) {
    const dispatcher = await fixture.dispatch({
      receivers: { allowPrivateNetworks: true, ...policy },
    })
    await fixture.publish(organizationId)
    await fixture.settled()
    await dispatcher.stop()
  }
  t.match(
    await fixture.deliveries(),
    refusals.map(([, error]) => ({ status: 'FAILED', error })),
  )
  t.equal(receiver.connectionCount, 0)
})

t.test(
  'a test event is signed, and has one attempt, whatever the schedule [i4-test, c7-test]',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver({ fallback: status(503) })
    t.teardown(() => receiver.close())
    const { id, organizationId, secret } = await fixture.subscribe(receiver.url)
    await fixture.dispatch({ retryDelaysMs: [10, 10] })
    await fixture.store.transaction((tx) => sendTestEvent(tx, organizationId, id))
    await fixture.settled()
    t.match(await fixture.deliveries(), [{ status: 'FAILED', attempts: 1, responseStatus: 503 }])
    const { body, headers } = await receiver.waitFor(1)
    t.match(verify(body, headers, secret), { event: 'WEBHOOK_TEST' })
  },
)

t.test(
  'inactive and deleted subscriptions get nothing: waiting deliveries end CANCELLED [c7-delivery-status, c7-inactive]',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    const off = await fixture.subscribe(`${receiver.url}/off`)
    const deleted = await fixture.subscribe(`${receiver.url}/deleted`)
    await fixture.publish(off.organizationId)
    await fixture.publish(deleted.organizationId)
    await fixture.change(off.id, 'active = false')
    await fixture.change(deleted.id, 'deleted_at = now()')
    await fixture.dispatch()
    await fixture.settled()
    t.match(await fixture.deliveries(), [
      { status: 'CANCELLED', attempts: 0, nextAttemptAt: null, finishedAt: String },
      { status: 'CANCELLED', attempts: 0, nextAttemptAt: null, finishedAt: String },
    ])
    await eventually('no jobs', async () => (await fixture.countJobs()) === 0)
    t.equal(receiver.connectionCount, 0)
  },
)

t.test('an attempt that fails while its subscription is deactivated is the last', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: after(300, status(500)) })
  t.teardown(() => receiver.close())
  const { id, organizationId } = await fixture.subscribe(receiver.url)
  await fixture.dispatch({ retryDelaysMs: [60_000] })
  await fixture.publish(organizationId)
  await receiver.waitFor(1)
  await fixture.change(id, 'active = false')
  await fixture.settled()
  t.match(await fixture.deliveries(), [{ status: 'CANCELLED', attempts: 1, responseStatus: 500 }])
  t.equal(receiver.requests.length, 1)
})

t.test("an event expired from the log isn't sent, and the delivery says why", async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId)
  await fixture.store.sql.query('delete from events')
  await fixture.dispatch({ retryDelaysMs: [10] })
  await fixture.settled()
  t.match(await fixture.deliveries(), [{ status: 'FAILED', error: /expired from the log/ }])
  t.equal(receiver.connectionCount, 0)
})

t.test('an unreadable signing secret fails only its deliveries', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const bad = await fixture.subscribe(`${receiver.url}/bad`)
  const good = await fixture.subscribe(`${receiver.url}/good`)
  await fixture.change(bad.id, `secret_encrypted = 'v1:00000000:AAAA'`)
  await fixture.dispatch()
  await fixture.publish(bad.organizationId)
  await fixture.publish(good.organizationId)
  await fixture.settled()
  const deliveries = await fixture.deliveries()
  t.match(
    deliveries.map((row) => row.status),
    ['FAILED', 'SUCCEEDED'],
  )
  t.match(deliveries[0]?.error, /signing secret/)
})

t.test(
  'a success resets how long a subscription has been failing [c7-disable-after]',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver({ fallback: status(500) })
    t.teardown(() => receiver.close())
    const { organizationId } = await fixture.subscribe(receiver.url)
    const since = async () => {
      const rows = await fixture.store.sql.query<{ failing_since: string | null }>(
        'select failing_since from webhook_subscriptions',
      )
      return rows[0]?.failing_since
    }
    await fixture.dispatch()
    await fixture.publish(organizationId)
    await fixture.settled()
    const first = await since()
    t.type(first, 'string')
    await fixture.publish(organizationId)
    await fixture.settled()
    t.equal(await since(), first)
    receiver.fallback(status(200))
    await fixture.publish(organizationId)
    await fixture.settled()
    t.equal(await since(), null)
  },
)
