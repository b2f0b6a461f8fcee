import { createHmac } from 'node:crypto'
import { cardStudio, openCardApi, sessionIdOf } from '@mediajobs/testing/api/card-studio'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'

const { api, emulator } = await openCardApi(t)
const [studio, neighbor] = [await cardStudio(api, emulator), await cardStudio(api, emulator)]
const countHints = async (organizationId: string) =>
  (
    await api.store.sql.query('select event_id from payment_hints where organization_id = $1', [
      organizationId,
    ])
  ).length

emulator.events.script('lost')
const { token } = await studio.bill()
emulator.pay(sessionIdOf((await studio.checkout(token)).body.url))
const event = emulator.events.made('checkout.session.completed').at(-1) as never
const text = JSON.stringify(event)

/** @returns the statuses of `times` equal calls */
const send = (options: object) => emulator.events.send(event, options)

function post(body: string, signature: string, address = anyAddress()) {
  return fetch(studio.eventsUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signature,
      'x-forwarded-for': address,
    },
    body,
  })
}

/** The `Stripe-Signature` header. */
function signatureOf(body: string, secret: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

const now = () => Math.floor(Date.now() / 1_000)

t.test(
  'a wrong, old or altered signature is a 400, and nothing is recorded [c18-signature]',
  async (t) => {
    t.same(await send({ secret: 'whsec_wrong' }), [400])
    t.same(await send({ ageSeconds: 301 }), [400])
    t.same(await send({ ageSeconds: -310 }), [400], 'from the future')
    t.equal((await post(text, signatureOf(text, studio.webhookSecret, Number.NaN))).status, 400)
    const signature = signatureOf(text, studio.webhookSecret, now())
    const altered = await post(text.replace('"livemode":false', '"livemode": false'), signature)
    t.match(await altered.json(), { code: 'signature_invalid' })
    t.equal((await post(text, '')).status, 400)
    t.equal(await countHints(studio.org.organizationId), 0)
  },
)

t.test("another organization's event at this URL does nothing [c18-signature]", async (t) => {
  t.same(await send({ url: neighbor.eventsUrl }), [400])
  t.same(await send({ url: neighbor.eventsUrl, secret: neighbor.webhookSecret }), [200])
  t.equal(await countHints(neighbor.org.organizationId), 0)
})

t.test('an event is recorded once, however often it arrives [c18-hint]', async (t) => {
  t.same(await send({ times: 20 }), Array(20).fill(200))
  t.equal(await countHints(studio.org.organizationId), 1)
})

t.test('the previous secret verifies until the next change [c18-signature]', async (t) => {
  const put = (webhookSecret: string) =>
    studio.call('PUT', '/organization/payment-account', {
      provider: 'STRIPE',
      secretKey: '********',
      webhookSecret,
    })
  await put('whsec_second')
  t.same(await send({}), [200])
  t.same(await send({ secret: 'whsec_second' }), [200])
  await put('whsec_third')
  t.same(await send({}), [400])
  await put(studio.webhookSecret)
})

t.test('an event of another mode is ignored [c18-livemode]', async (t) => {
  const live = text
    .replace('"livemode":false', '"livemode":true')
    .replace(/"evt_\w+"/, '"evt_live1"')
  const before = await countHints(studio.org.organizationId)
  const { status } = await post(live, signatureOf(live, studio.webhookSecret, now()))
  t.equal(status, 200)
  t.equal(await countHints(studio.org.organizationId), before)
})

t.test(
  'signed events are not counted as public calls; unsigned ones of an account and network are bounded [c18-event-limits]',
  async (t) => {
    const address = anyAddress()
    const good = signatureOf(text, studio.webhookSecret, now())
    for (let n = 0; n < 61; n += 1) t.equal((await post(text, good, address)).status, 200)
    const statuses = new Set<number>()
    for (let n = 0; n < 601; n += 1) statuses.add((await post('{}', 'wrong', address)).status)
    t.same([...statuses].sort(), [400, 429])
    t.equal((await post(text, good, anyAddress())).status, 200)
  },
)

t.test('a body over 256 KiB is a 413, an unknown URL a 404 [c18-event-limits]', async (t) => {
  t.equal((await post('x'.repeat(262_145), '')).status, 413)
  const unknown = await api.request('POST', '/payment-events/unknown', {
    headers: { 'x-forwarded-for': anyAddress() },
  })
  t.equal(unknown.status, 404)
})
