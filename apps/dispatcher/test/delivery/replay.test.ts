import { openKeyRing } from '@mediajobs/domain'
import {
  recoverDeliveries,
  retryDelivery,
  rotateSecret,
  updateSubscription,
} from '@mediajobs/operations/webhooks'
import { type ReceivedRequest, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { keyRing, SECRETS_KEY } from '@mediajobs/testing/key-ring'
import { verify } from '@mediajobs/webhook-signature/node'
import t, { type Test } from 'tap'
import { type Fixture, openFixture } from '../../testing/fixture.ts'

const ALLOWED = { keyRing, receivers: { allowHttp: true, allowPrivateNetworks: true } }
// Delays so long that no scheduled retry happens during a test.
const SCHEDULE = [60_000, 60_000, 60_000]

async function openOffice(t: Test, retryDelaysMs: readonly number[]) {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: status(500) })
  t.teardown(() => receiver.close())
  const subscription = await fixture.subscribe(`${receiver.url}/hook`)
  await fixture.dispatch({ retryDelaysMs })
  return { fixture, receiver, subscription, ...subscription }
}

/** Waits until the only delivery has this many attempts. */
function attempted(fixture: Fixture, attempts: number) {
  return eventually(`attempt ${attempts} written`, async () => {
    const [delivery] = await fixture.deliveries()
    return delivery?.attempts === attempts && delivery
  })
}

function signedWith(request: ReceivedRequest, secret: string): boolean {
  try {
    return verify(request.body, request.headers, secret) !== null
  } catch {
    return false
  }
}

t.test(
  'a manual retry of a FAILED delivery is one attempt, with the same id and data [c7-retry]',
  async (t) => {
    const { fixture, receiver, organizationId } = await openOffice(t, [])
    await fixture.publish(organizationId)
    const { id, status: ended } = await attempted(fixture, 1)
    t.equal(ended, 'FAILED')
    await fixture.store.transaction((tx) => retryDelivery(tx, organizationId, id))
    const again = await attempted(fixture, 2)
    t.match(again, { status: 'FAILED', nextAttemptAt: null, responseStatus: 500 })
    receiver.fallback(status(200))
    await fixture.store.transaction((tx) => retryDelivery(tx, organizationId, id))
    t.match(await attempted(fixture, 3), { status: 'SUCCEEDED', error: null })
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    t.equal(bodies.length, 3)
    for (const body of bodies) t.strictSame([body.id, body.data], [id, bodies[0].data])
    t.strictSame(
      (await fixture.attempts()).map(({ attempt, responseStatus }) => [attempt, responseStatus]),
      [
        [1, 500],
        [2, 500],
        [3, 200],
      ],
    )
    t.equal(await fixture.countJobs(), 0)
  },
)

t.test(
  'retrying a delivery canceled between attempts makes one attempt, not the rest of the schedule',
  async (t) => {
    const { fixture, organizationId, subscription } = await openOffice(t, SCHEDULE)
    await fixture.publish(organizationId)
    const { id, status: waiting } = await attempted(fixture, 1)
    t.equal(waiting, 'RETRYING')
    for (const active of [false, true]) {
      await fixture.store.transaction((tx) =>
        updateSubscription(tx, organizationId, subscription.id, { active }, ALLOWED),
      )
    }
    t.match(await fixture.deliveries(), [{ status: 'CANCELLED' }])
    t.equal(await fixture.countJobs(), 1, 'the job of the due attempt still exists')
    await fixture.store.transaction((tx) => retryDelivery(tx, organizationId, id))
    t.match(await attempted(fixture, 2), { status: 'FAILED', nextAttemptAt: null })
    t.equal(await fixture.countJobs(), 0)
  },
)

t.test('a recovery sends missed events with the full retry schedule', async (t) => {
  const { fixture, receiver, organizationId, subscription } = await openOffice(t, SCHEDULE)
  const switchTo = (active: boolean) =>
    fixture.store.transaction((tx) =>
      updateSubscription(tx, organizationId, subscription.id, { active }, ALLOWED),
    )
  await fixture.publish(organizationId)
  await attempted(fixture, 1)
  await switchTo(false)
  await fixture.publish(organizationId)
  await switchTo(true)
  const recovery = await fixture.store.transaction((tx) =>
    recoverDeliveries(tx, organizationId, subscription.id, { since: '1970-01-01T00:00:00Z' }),
  )
  t.strictSame(recovery, { retried: 1, created: 1, more: false })
  await receiver.waitFor(3)
  const [retried, created] = await eventually('both written', async () => {
    const rows = await fixture.deliveries()
    return rows[0]?.attempts === 2 && rows[1]?.attempts === 1 && rows
  })
  t.match(retried, { status: 'FAILED' })
  t.match(created, { status: 'RETRYING' })
})

t.test(
  "both secrets sign during a rotation's overlap; without an overlap, only the new one [c7-rotate]",
  async (t) => {
    const { fixture, receiver, organizationId, subscription } = await openOffice(t, [])
    receiver.fallback(status(200))
    const keyRing = openKeyRing(SECRETS_KEY)
    const rotate = async (overlapSeconds: number) => {
      const { secret } = await fixture.store.transaction((tx) =>
        rotateSecret(tx, organizationId, subscription.id, overlapSeconds, keyRing),
      )
      return secret
    }
    const next = async () => {
      const count = receiver.requests.length + 1
      await fixture.publish(organizationId)
      const request = await receiver.waitFor(count)
      const signatures = String(request.headers['x-webhook-signature']).match(/v1=/g) ?? []
      return { request, signatures: signatures.length }
    }
    const second = await rotate(60)
    const both = await next()
    t.equal(both.signatures, 2)
    t.ok(signedWith(both.request, second))
    t.ok(signedWith(both.request, subscription.secret))
    await fixture.store.sql.query(
      `update webhook_subscriptions set previous_secret_until = clock_timestamp()`,
    )
    const ended = await next()
    t.strictSame([ended.signatures, signedWith(ended.request, second)], [1, true])
    const third = await rotate(0)
    const cut = await next()
    t.strictSame([cut.signatures, signedWith(cut.request, third)], [1, true])
    t.notOk(signedWith(cut.request, second))
  },
)
