import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { testApp } from '@mediajobs/testing/api/app'
import { cardStudio, openCardApi, sessionIdOf } from '@mediajobs/testing/api/card-studio'
import { postForm } from '@mediajobs/testing/api/pages'
import t from 'tap'

const { api, emulator } = await openCardApi(t)
const studio = await cardStudio(api, emulator)
const sessionsOf = (paymentId: string) =>
  emulator.sessions().filter((session) => session.client_reference_id === paymentId)

t.test(
  'an invoice has one open payment page: a repeat returns it, a different amount closes it [c18-checkout]',
  async (t) => {
    const { id, token } = await studio.bill()
    const [first, second] = await Promise.all([studio.checkout(token), studio.checkout(token)])
    t.match(first, { status: 200 })
    t.equal(second.body.url, first.body.url)
    t.equal((await studio.checkout(token)).body.url, first.body.url)
    const part = await studio.checkout(token, { paymentAmount: 10_000, tipAmount: 500 })
    t.not(part.body.url, first.body.url)
    t.equal(emulator.session(sessionIdOf(first.body.url)).status, 'expired')
    t.equal(emulator.session(sessionIdOf(part.body.url)).amount_total, 10_500)
    const payments = await studio.paymentsOf(id)
    t.match(payments, [
      { status: 'PENDING', paymentAmount: 10_000, tipAmount: 500 },
      { status: 'CANCELLED', paymentAmount: 25_000 },
    ])
  },
)

t.test('the provider gets no personal data [c18-checkout]', async (t) => {
  const { token } = await studio.bill()
  const { url } = (await studio.checkout(token)).body
  const session = emulator.session(sessionIdOf(url))
  t.notMatch(JSON.stringify(session), 'Ann')
  t.same(session.metadata, {})
})

t.test(
  'after a lost response, the retry gets the same page and charges nothing twice [c18-checkout]',
  async (t) => {
    const { id, token } = await studio.bill()
    emulator.fail('lost-answers')
    const lost = await studio.checkout(token).finally(() => emulator.fail(null))
    t.match(lost, { status: 503, body: { code: 'payment_provider_unavailable' } })
    const [payment] = await studio.paymentsOf(id)
    t.equal(sessionsOf(payment.id).length, 1)
    const { body } = await studio.checkout(token)
    t.equal(sessionsOf(payment.id).length, 1)
    t.equal(sessionIdOf(body.url), sessionsOf(payment.id)[0]?.id)
    t.equal((await studio.paymentsOf(id)).length, 1)
  },
)

t.test(
  'a payment interrupted before its page exists is finished by the next call [c18-checkout]',
  async (t) => {
    const { id, token } = await studio.bill()
    emulator.fail('hangup')
    await studio.checkout(token).finally(() => emulator.fail(null))
    t.match(await studio.paymentsOf(id), [{ status: 'PENDING' }])
    t.equal((await studio.checkout(token)).status, 200)
    t.equal((await studio.paymentsOf(id)).length, 1)
  },
)

t.test(
  'if a page that another call replaced can’t be closed, the call is a 503 [c18-checkout]',
  async (t) => {
    const { promise: replaced, resolve: replace } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    let isFirst = true
    // Delays the first page until another call has replaced its payment, and closes no page.
    const provider = createServer(async (request, response) => {
      const body = await buffer(request)
      const { method = 'GET', url = '/', headers } = request
      if (url.endsWith('/expire')) return response.destroy()
      if (isFirst && url === '/v1/checkout/sessions') {
        isFirst = false
        arrive()
        await replaced
      }
      const { host, connection, 'content-length': _, ...sent } = headers
      const answer = await fetch(new URL(url, emulator.url), {
        method,
        headers: sent as Record<string, string>,
        ...(body.length > 0 && { body }),
      })
      response.statusCode = answer.status
      response.end(Buffer.from(await answer.arrayBuffer()))
    }).listen(0, '127.0.0.1')
    t.teardown(() => provider.close())
    await once(provider, 'listening')
    const { port } = provider.address() as AddressInfo
    const paymentsApiUrl = `http://127.0.0.1:${port}`
    const late = await testApp(t, { paymentsApiUrl, trustProxy: true })
    const { bill, checkout } = await cardStudio(late, emulator)
    const { token } = await bill()
    const first = checkout(token)
    await arrived
    t.equal((await checkout(token, { paymentAmount: 10_000 })).status, 200)
    replace()
    t.match(await first, { status: 503, body: { code: 'payment_provider_unavailable' } })
  },
)

t.test('a payment refused by the provider is a 409 [c18-checkout]', async (t) => {
  const { token } = await studio.bill()
  emulator.fail('refusal')
  const refused = await studio.checkout(token).finally(() => emulator.fail(null))
  t.match(refused, { status: 409, body: { code: 'payment_refused' } })
})

t.test('a new pay link replaces a page that was never opened [c18-checkout]', async (t) => {
  const { id, token } = await studio.bill()
  emulator.fail('lost-answers')
  await studio.checkout(token).finally(() => emulator.fail(null))
  const { url } = (await studio.call('POST', `/invoices/${id}/pay-link`)).body
  const again = await studio.checkout(new URL(url).pathname.slice('/pay/'.length))
  t.equal(again.status, 200)
  t.match(await studio.paymentsOf(id), [{ status: 'PENDING' }, { status: 'CANCELLED' }])
})

t.test(
  'amounts are bounded by the balance, tips by the payment, and both by the provider [c18-checkout-amounts]',
  async (t) => {
    const { token } = await studio.bill()
    const checkout = (body: object) => studio.checkout(token, body)
    t.match(await checkout({ paymentAmount: 25_001 }), {
      status: 400,
      body: { fields: [{ path: 'paymentAmount', code: 'too_large' }] },
    })
    t.match(await checkout({ paymentAmount: 1_000, tipAmount: 1_001 }), {
      status: 400,
      body: { fields: [{ path: 'tipAmount', code: 'too_large' }] },
    })
    t.match(await checkout({ paymentAmount: 0 }), { status: 400 })
    t.match(await checkout({ paymentAmount: 10 }), {
      status: 409,
      body: {
        code: 'amount_not_payable',
        fields: [{ path: 'paymentAmount', code: 'amount_not_payable' }],
      },
    })
    t.equal((await checkout({})).status, 200)
  },
)

t.test(
  'the page marks a refused amount, and reloads if the invoice was paid meanwhile [c18-pay-page]',
  async (t) => {
    const { id, token } = await studio.bill()
    const pay = (fields: Record<string, string>) =>
      postForm(api.url, `/pay/${token}/checkout`, fields)
    const few = await pay({ paymentAmount: '0.10' })
    t.equal(few.status, 409)
    t.match(few.text, /value="0.10" aria-invalid="true".*can&#39;t be paid by card/s)
    await studio.call('POST', `/invoices/${id}/pay`)
    const late = await pay({})
    t.equal(late.status, 303)
    t.equal(late.headers.get('location'), `../${token}`)
  },
)

t.test('paid, void and unknown invoices open no page [c18-checkout]', async (t) => {
  const [paid, gone] = [await studio.bill(), await studio.bill()]
  await studio.call('POST', `/invoices/${paid.id}/pay`)
  await studio.call('POST', `/invoices/${gone.id}/void`)
  t.match(await studio.checkout(paid.token), { status: 409, body: { code: 'invoice_is_paid' } })
  t.match(await studio.checkout(gone.token), { status: 409, body: { code: 'invoice_is_voided' } })
  t.equal((await studio.checkout('unknown')).status, 404)
})

t.test(
  'an invoice with a total of 0 is paid: it opens no page [c18-checkout-amounts]',
  async (t) => {
    const { id, token } = await studio.bill(0)
    t.match(await studio.invoice(id), { status: 'SENT', balanceAmount: 0, paymentState: 'PAID' })
    for (const amounts of [{}, { paymentAmount: 500 }]) {
      const refused = await studio.checkout(token, amounts)
      t.match(refused, { status: 409, body: { code: 'invoice_is_paid' } })
    }
    t.strictSame(await studio.paymentsOf(id), [])
    const pressed = await postForm(api.url, `/pay/${token}/checkout`, {})
    t.equal(pressed.headers.get('location'), `../${token}`)
  },
)

t.test('JPY and KWD are charged in the provider’s unit [c18-currencies]', async (t) => {
  const yen = await studio.bill(5_000, 'JPY')
  const dinar = await studio.bill(12_340, 'KWD')
  const sessions = []
  for (const { token } of [yen, dinar]) {
    const { url } = (await studio.checkout(token)).body
    sessions.push(emulator.session(sessionIdOf(url)))
  }
  t.match(sessions, [
    { currency: 'jpy', amount_total: 5_000 },
    { currency: 'kwd', amount_total: 12_340 },
  ])
})

t.test(
  'an amount that the provider can’t express is rounded up on its page, and exact in the books [c18-currencies]',
  async (t) => {
    const { id, token } = await studio.bill(12_345, 'KWD')
    const { status, body } = await studio.checkout(token, { tipAmount: 1 })
    t.equal(status, 200)
    t.equal(emulator.session(sessionIdOf(body.url)).amount_total, 12_350)
    t.match(await studio.paymentsOf(id), [{ paymentAmount: 12_345, tipAmount: 1 }])
    const again = await studio.checkout(token, { tipAmount: 1 })
    t.equal(again.body.url, body.url, 'the same amounts return the same page')
  },
)

t.test(
  'a payment that just arrived is never shown with the balance that it paid [c18-payer]',
  async (t) => {
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await studio.bill()
      const [, ...views] = await Promise.all([
        studio.call('POST', `/invoices/${id}/pay`),
        ...Array.from({ length: 20 }, () => studio.view(token)),
      ])
      const both = views.filter(
        ({ balanceAmount, payments }) => balanceAmount > 0 && payments.length,
      )
      t.strictSame(both, [])
    }
  },
)
