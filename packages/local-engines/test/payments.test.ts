import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import t, { type Test } from 'tap'
import { startPayments } from '../src/index.ts'

const emulator = await startPayments()
t.teardown(() => emulator.stop())
const { accountId, secretKey } = emulator.addAccount('Harbor Photo')
const stripe = clientOf(secretKey)

function clientOf(key: string): Stripe {
  const { hostname: host, port } = new URL(emulator.url)
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

function session(over: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const price_data = { currency: 'usd', unit_amount: 45_000, product_data: { name: '<b>Invoice' } }
  return {
    mode: 'payment' as const,
    client_reference_id: 'payment-1',
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: { metadata: { paymentId: 'payment-1' } },
    success_url: 'https://jobs.example.com/paid?of={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://jobs.example.com/left',
    ...over,
  }
}

function press(url: string, button: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ do: button }),
  })
}

async function statusOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (reason) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error.statusCode
  throw error
}

async function open(over = {}) {
  const { id, url } = await stripe.checkout.sessions.create(session(over))
  return { id, url: url ?? '' }
}

async function paid(): Promise<string> {
  const { id } = await open()
  return String(emulator.pay(id).payment_intent)
}

/** An endpoint of the account, and the events it received. */
async function receiver(t: Test, statuses: number[] = []) {
  const events: Stripe.Event[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const signature = String(request.headers['stripe-signature'])
    events.push(Stripe.webhooks.constructEvent(body, signature, secret))
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const secret = emulator.sendEventsTo(accountId, { url: `http://127.0.0.1:${port}/` })
  t.teardown(() => {
    emulator.events.script('once')
    emulator.events.setEndpoint(accountId, null)
    server.close()
  })
  return { types: () => events.map(({ type }) => type) }
}

t.test('a payer pays, is declined, and leaves', async (t) => {
  const { id, url } = await open()
  const page = await fetch(url)
  t.match(
    page.headers.get('content-security-policy'),
    "form-action 'self' https://jobs.example.com",
  )
  t.match(await page.text(), '&lt;b&gt;Invoice')
  t.equal((await press(url, 'leave')).headers.get('location'), 'https://jobs.example.com/left')
  t.equal((await press(url, 'decline')).status, 303)
  t.match(await (await fetch(url)).text(), 'declined')
  t.match(await stripe.checkout.sessions.retrieve(id), { status: 'open', payment_status: 'unpaid' })
  const away = (await press(url, 'pay')).headers.get('location')
  t.equal(away, `https://jobs.example.com/paid?of=${id}`)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  const intent = await stripe.paymentIntents.retrieve(String(payment_intent), {
    expand: ['latest_charge'],
  })
  t.match(intent, {
    status: 'succeeded',
    amount_received: 45_000,
    metadata: { paymentId: 'payment-1' },
    latest_charge: { disputed: false, payment_method_details: { type: 'card' } },
  })
  t.equal((await press(url, 'pay')).status, 400)
  t.equal((await fetch(`${emulator.url}/c/pay/none`)).status, 404)
})

t.test('an idempotency key returns the same object, and refuses a different call', async (t) => {
  const options = { idempotencyKey: 'key-1' }
  const [first, again] = [
    await stripe.checkout.sessions.create(session(), options),
    await stripe.checkout.sessions.create(session(), options),
  ]
  t.equal(again.id, first.id)
  await t.rejects(
    stripe.checkout.sessions.create(session({ cancel_url: 'https://x.test' }), options),
    { message: /^Keys for idempotent requests/ },
  )
  const intent = await paid()
  const refund = () =>
    stripe.refunds.create({ payment_intent: intent, amount: 100 }, { idempotencyKey: 'key-2' })
  t.equal((await refund()).id, (await refund()).id)
  t.equal((await stripe.refunds.list({ payment_intent: intent })).data.length, 1)
})

t.test('invalid calls are refused as by Stripe', async (t) => {
  const now = Math.floor(Date.now() / 1_000)
  const priced = (unit_amount: number, currency = 'usd') => ({
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount, product_data: { name: 'A' } } },
    ],
  })
  for (const [over, code] of [
    [{ expires_at: now + 60 }, 'parameter_invalid'],
    [{ locale: 'de' as const }, 'parameter_unknown'],
    [{ success_url: 'javascript:alert(1)' }, 'url_invalid'],
    [priced(10), 'amount_too_small'],
    [priced(100_000_000), 'amount_too_large'],
    [priced(-1), 'parameter_invalid'],
    [priced(5_124, 'kwd'), 'parameter_invalid'],
    [priced(550, 'isk'), 'invalid_charge_amount_no_decimal_compatible'],
  ] as const) {
    await t.rejects(stripe.checkout.sessions.create(session(over)), { code })
  }
  await t.rejects(stripe.checkout.sessions.retrieve('cs_none'), { code: 'resource_missing' })
  t.equal(await statusOf(stripe.customers.list()), 404)
  const intent = await paid()
  t.equal(await statusOf(stripe.refunds.create({ payment_intent: intent, amount: 45_001 })), 400)
  await stripe.refunds.create({ payment_intent: intent })
  await t.rejects(stripe.refunds.create({ payment_intent: intent }), {
    code: 'charge_already_refunded',
  })
})

t.test('a key gives access to its account in its mode', async (t) => {
  t.match(await stripe.accounts.retrieveCurrent(), { id: accountId })
  const { id } = await open()
  const live = clientOf(emulator.addKey(accountId, { livemode: true }))
  t.equal((await live.checkout.sessions.create(session())).livemode, true)
  t.equal(await statusOf(live.checkout.sessions.retrieve(id)), 404)
  const restricted = clientOf(emulator.addKey(accountId, { mayNot: ['account'] }))
  t.equal(await statusOf(restricted.accounts.retrieveCurrent()), 403)
  t.equal((await restricted.checkout.sessions.retrieve(id)).id, id)
  const rolled = emulator.addKey(accountId)
  t.equal((await clientOf(rolled).checkout.sessions.retrieve(id)).id, id)
  emulator.refuseKey(rolled)
  t.equal(await statusOf(clientOf(rolled).checkout.sessions.retrieve(id)), 401)
})

t.test('events are signed, and resent until accepted', async (t) => {
  const { types } = await receiver(t, [500])
  await paid()
  await emulator.events.settled()
  t.same(types().sort(), [
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
})

t.test('events can arrive twice, late, out of order, or never', async (t) => {
  const { types } = await receiver(t)
  const { events } = emulator
  events.script('lost')
  const intent = await paid()
  await events.settled()
  t.same(types(), [])
  events.script('held')
  emulator.refund(intent, { amount: 100 })
  await events.settled()
  t.same(types(), [])
  await events.release((held) => held.reverse())
  t.same(types(), ['charge.refunded', 'refund.created'])
  events.script('twice')
  emulator.dispute(intent)
  await events.settled()
  t.same(types().slice(2), ['charge.dispute.created', 'charge.dispute.created'])
  const [event] = events.made('payment_intent.succeeded').slice(-1)
  if (!event) throw new Error('the payment has no event')
  t.same(await events.send(event, { times: 20 }), Array(20).fill(200))
})

t.test('the dashboard refunds and disputes', async (t) => {
  const intent = await paid()
  const act = (fields: Record<string, string>) =>
    fetch(`${emulator.url}/dashboard`, { method: 'POST', body: new URLSearchParams(fields) })
  await act({ do: 'refund', id: intent, amount: '500' })
  const [refund] = (await stripe.refunds.list({ payment_intent: intent })).data
  t.match(refund, { amount: 500, status: 'succeeded' })
  await act({ do: 'fail-refund', id: refund?.id ?? '' })
  await act({ do: 'inquire', id: intent })
  const [inquiry] = (await stripe.disputes.list({ payment_intent: intent })).data
  t.equal(inquiry?.status, 'warning_needs_response')
  const page = await (await act({ do: 'escalate', id: inquiry?.id ?? '' })).text()
  t.match(page, 'Refund of $5.00: failed')
  t.match(page, 'Dispute: needs_response')
  t.equal((await act({ do: 'refund', id: 'pi_none' })).status, 404)
  t.equal((await act({ do: 'explode' })).status, 400)
})

t.test('an outage drops the call, returns an error, or loses the response', async (t) => {
  const { id } = await open()
  emulator.fail('error')
  t.equal(await statusOf(stripe.checkout.sessions.expire(id)), 500)
  emulator.fail('refusal')
  t.equal(await statusOf(stripe.checkout.sessions.expire(id)), 400)
  emulator.fail('hangup')
  await t.rejects(stripe.checkout.sessions.expire(id))
  emulator.fail(null)
  t.equal((await stripe.checkout.sessions.retrieve(id)).status, 'open')
  emulator.fail('lost-answers')
  await t.rejects(stripe.checkout.sessions.expire(id))
  emulator.fail(null)
  t.equal((await stripe.checkout.sessions.retrieve(id)).status, 'expired')
})

t.test('an oversized body is refused', async (t) => {
  const response = await fetch(`${emulator.url}/v1/refunds`, {
    method: 'POST',
    body: 'x'.repeat(100_000),
  }).catch(() => null)
  t.ok(response === null || response.status === 413)
})
