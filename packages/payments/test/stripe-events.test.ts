import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPayments } from '@mediajobs/local-engines'
import t from 'tap'
import { openProvider } from '../src/index.ts'
import { checkout, faultOf } from './support/provider.ts'

const PAYMENT = '0197a000-0000-7000-8000-000000000001'
const SECRET = 'whsec_present'

const provider = openProvider({ provider: 'STRIPE', secretKey: 'sk_test_1234567890' })

function signed(body: string, { secret = SECRET, ageSeconds = 0 } = {}): string {
  const seconds = Math.floor(Date.now() / 1_000) - ageSeconds
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

function read(body: string, signature: string | undefined, secrets = [SECRET, 'whsec_previous']) {
  return provider.readEvent(Buffer.from(body), signature, secrets)
}

function eventOf(object: object): string {
  return JSON.stringify({ id: 'evt_1', object: 'event', livemode: false, data: { object } })
}

t.test('an event is a hint if one of the secrets signed its bytes', async (t) => {
  const body = eventOf({
    object: 'checkout.session',
    client_reference_id: PAYMENT,
    payment_intent: 'pi_1',
  })
  const hint = {
    eventId: 'evt_1',
    livemode: false,
    paymentId: PAYMENT,
    providerPaymentId: 'pi_1',
  }
  t.same(await read(body, signed(body)), hint)
  t.same(await read(body, signed(body, { secret: 'whsec_previous' })), hint)
  t.same(await read(body, signed(body, { ageSeconds: 290 })), hint)
  t.equal(await faultOf(read(body, signed(body, { ageSeconds: 310 }))), 'bad_signature')
  t.equal(await faultOf(read(body, signed(body, { secret: 'whsec_other' }))), 'bad_signature')
  t.equal(await faultOf(read(body.replace('evt_1', 'evt_2'), signed(body))), 'bad_signature')
  t.equal(await faultOf(read(body, undefined)), 'bad_signature')
  t.equal(await faultOf(read(body, 't=1,v1=')), 'bad_signature')
  t.equal(await faultOf(read(body, signed(body), [])), 'bad_signature')
  t.equal(await faultOf(read(body, signed(body, { secret: '' }), [''])), 'bad_signature')
  t.equal(await faultOf(read('', signed(''))), 'bad_signature')
  t.equal(await faultOf(read('no JSON', signed('no JSON'))), 'bad_signature')
})

t.test('an event names a payment in each of its objects, or none', async (t) => {
  for (const [object, paymentId, providerPaymentId] of [
    [{ object: 'payment_intent', id: 'pi_1', metadata: { paymentId: PAYMENT } }, PAYMENT, 'pi_1'],
    [{ object: 'charge', payment_intent: 'pi_1', metadata: {} }, null, 'pi_1'],
    [{ object: 'refund', payment_intent: { id: 'pi_1' } }, null, 'pi_1'],
    [{ object: 'dispute', payment_intent: 'pi_1', metadata: { paymentId: 7 } }, null, 'pi_1'],
  ] as const) {
    const body = eventOf(object)
    t.match(await read(body, signed(body)), { paymentId, providerPaymentId }, object.object)
  }
  for (const other of [
    eventOf({ object: 'payout', id: 'po_1' }),
    eventOf({ object: 'charge', payment_intent: '../x' }),
    JSON.stringify({ id: 'evt_1', livemode: 'no', data: { object: { object: 'charge' } } }),
    '[]',
    'null',
    '7',
  ]) {
    t.equal(await read(other, signed(other)), null, other)
  }
})

t.test("the provider's events are understood", async (t) => {
  const emulator = await startPayments()
  t.teardown(() => emulator.stop())
  const bodies: { body: string; signature: string | undefined }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const signature = request.headers['stripe-signature']?.toString()
    bodies.push({ body, signature })
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  t.teardown(() => receiver.close())
  const { accountId, secretKey } = emulator.addAccount('Harbor Photo')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const secret = emulator.sendEventsTo(accountId, { url })
  const own = openProvider({ provider: 'STRIPE', secretKey, apiUrl: emulator.url })
  const { checkoutId } = await own.createCheckout(checkout({ paymentId: PAYMENT }))
  emulator.pay(checkoutId)
  await emulator.events.settled()
  const hints = await Promise.all(
    bodies.map(({ body, signature }) => own.readEvent(Buffer.from(body), signature, [secret])),
  )
  t.equal(hints.length, 4)
  for (const hint of hints) t.match(hint, { paymentId: PAYMENT, livemode: false })
})
