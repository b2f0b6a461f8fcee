import { paymentAccounts } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { getPage, pageWeight, postForm } from '@mediajobs/testing/api/pages'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const checkoutOrigin = 'http://payments.test:8085'
const api = await testApp(t, { trustProxy: true, paymentsApiUrl: `${checkoutOrigin}/` })

/** A sent invoice for $250, and its pay page. */
async function openInvoice({ takesCards = true, customer = {}, ...invoice }: Options = {}) {
  const studio = await moneyStudio(api)
  const { organizationId } = studio.org
  if (takesCards) {
    await api.store.sql.orm.insert(paymentAccounts).values({
      organizationId,
      id: organizationId,
      provider: 'STRIPE',
      secretKeyEncrypted: 'unused',
      tokenHash: hashSecret(organizationId),
      tokenEncrypted: 'unused',
      state: 'READY',
    })
  }
  const { id: customerId } = await studio.customer()
  await studio.call('PATCH', `/customers/${customerId}`, { name: 'Ann Agent', ...customer })
  const sent = await studio.sent({ customerId, ...invoice })
  const link = await studio.call('POST', `/invoices/${sent.id}/pay-link`, {})
  const path = new URL(link.body.url).pathname
  const page = async (query = '', headers = {}) =>
    (await getPage(api.url, path + query, headers)).text
  const pay = (body: object = {}) => studio.call('POST', `/invoices/${sent.id}/pay`, body)
  return { ...studio, sent, path, page, pay }
}

interface Options {
  takesCards?: boolean
  customer?: object
  lineItems?: object[]
  dueDate?: string
}

t.test('the pay page shows the invoice and one button to pay it [c18-pay-page]', async (t) => {
  const lineItems = [
    { description: 'Shoot <b>', quantity: 1, unitAmount: 20_000, taxBasisPoints: 1_000 },
    { description: 'Floor plan', quantity: 2, unitAmount: 2_500 },
  ]
  const { page, path, sent } = await openInvoice({ lineItems, dueDate: '2026-05-31' })
  const first = await getPage(api.url, path)
  t.equal(first.status, 200)
  t.match(first.headers.get('vary'), /\bAccept\b/)
  const policy = first.headers.get('content-security-policy')
  t.match(policy, `form-action 'self' ${checkoutOrigin};`, 'browsers check redirects')
  const text = await page()
  t.match(text, `<h1>Invoice ${sent.number}</h1>`)
  t.match(text, 'Ann Agent · Due May 31, 2026')
  t.match(text, 'Shoot &lt;b&gt;')
  t.match(text, 'Floor plan <span class="soft">× 2</span>')
  for (const amount of ['$200.00', '$50.00', '$250.00', '$20.00', '$270.00']) t.match(text, amount)
  t.match(text, '<button class="go">Pay $270.00</button>')
  t.match(text, `action="../pay/${path.split('/')[2]}/checkout"`)
})

t.test('a due date is the same day in every time zone [c18-pay-page]', async (t) => {
  const { page, call } = await openInvoice({ dueDate: '2026-05-31' })
  for (const timeZone of ['Pacific/Auckland', 'Pacific/Honolulu']) {
    t.equal((await call('PATCH', '/organization', { timeZone })).status, 200)
    t.match(await page(), 'Due May 31, 2026', timeZone)
  }
})

t.test(
  'the amount paid is shown with the balance; a paid invoice is a receipt [c18-pay-page]',
  async (t) => {
    const { page, pay } = await openInvoice()
    await pay({ paymentAmount: 10_000, paidAt: '2026-05-01T10:00:00Z' })
    const part = await page()
    t.match(part, /Paid May 1, 2026<\/th><td>-\$100\.00/)
    t.match(part, /<tr class="main"><th[^>]*>Amount due<\/th><td>\$150\.00/)
    t.equal(part.match(/<tr class="main">/g)?.length, 1)
    t.match(part, 'Pay $150.00')
    await pay({ paidAt: '2026-05-02T10:00:00Z' })
    const whole = await page()
    t.match(whole, 'Paid on May 2, 2026. Thank you!')
    t.match(whole, 'This page is your receipt.')
    t.match(whole, /<tr class="main"><th[^>]*>Total<\/th><td>\$250\.00/)
    t.equal(whole.match(/<tr class="main">/g)?.length, 1, 'not what was paid')
    t.notMatch(whole, '<form', 'nothing is left to pay')
  },
)

t.test('the page shows the billed job and the studio’s notes [c18-pay-page]', async (t) => {
  const { call, customer, book, sent } = await moneyStudio(api)
  const { id: customerId } = await customer()
  const { body: project } = await book({
    customerId,
    addressLine1: '1 Main Street <b>',
    city: 'Springfield',
    region: 'IL',
    postalCode: '62701',
  })
  const lineItems = [{ description: 'constructor', quantity: 1, unitAmount: 25_000 }]
  const { id } = await sent({ customerId, projectId: project.id, notes: 'PO 4711', lineItems })
  const { body } = await call('POST', `/invoices/${id}/pay-link`, {})
  const { text } = await getPage(api.url, new URL(body.url).pathname)
  t.match(text, '1 Main Street &lt;b&gt;, Springfield, IL 62701')
  t.match(text, 'PO 4711')
  t.match(text, 'constructor</th><td>$250.00')
})

t.test('a client can switch the pay page’s language [c12-language-choice]', async (t) => {
  const { page, path } = await openInvoice()
  t.match(await page(), '<a href="?language=es"')
  t.match(await page('?language=es'), '<html lang="es">')
  const refused = await postForm(api.url, `${path}/checkout`, { paymentAmount: '0' })
  t.notMatch(refused.text, '?language=', 'a refused form has no URL to reopen')
})

t.test(
  'the line of a fee is in the reader’s language, unlike a studio’s own line [c18-pay-page, c21-fee-invoice]',
  async (t) => {
    const { call, customer, book, sent } = await moneyStudio(api)
    const rules = ['RESCHEDULE', 'CANCEL'].map((on) => ({
      on,
      withinHours: 8_784,
      feeAmount: 2_500,
    }))
    const changePolicy = { freeReschedules: 0, currency: 'USD', rules }
    await call('PATCH', '/organization', { changePolicy })
    const { id: customerId } = await customer()
    const { body: project } = await book({ customerId, scheduledTime: '2026-05-01T09:30:00Z' })
    const steps = [
      ['reschedule', { scheduledTime: '2026-05-02T09:30:00Z' }, 'Cargo por cambio de hora'],
      ['cancel', {}, 'Cargo por cancelación'],
    ] as const
    for (const [step, body, line] of steps) {
      const { feeInvoiceId } = (await call('POST', `/projects/${project.id}/${step}`, body)).body
      const link = await call('POST', `/invoices/${feeInvoiceId}/pay-link`, {})
      const { text } = await getPage(api.url, `${new URL(link.body.url).pathname}?language=es`)
      t.match(text, `${line}</th><td>`, step)
      t.notMatch(text, ' fee<')
    }
    const lineItems = [{ description: 'Cancellation fee', quantity: 1, unitAmount: 2_500 }]
    const own = await sent({ customerId, lineItems })
    const link = await call('POST', `/invoices/${own.id}/pay-link`, {})
    const { text } = await getPage(api.url, `${new URL(link.body.url).pathname}?language=es`)
    t.match(text, 'Cancellation fee</th><td>')
  },
)

t.test('a returning payer sees the state of the payment [c18-pay-page]', async (t) => {
  const { page, pendingPayment, apply, sent } = await openInvoice()
  const id = await pendingPayment(sent, 25_000)
  const back = `?back=${sent.number}`
  t.notMatch(await page(), 'Checking your payment')
  t.match(await page(back), 'Checking your payment…')
  const [, withoutJavaScript, ...rest] = (await page(back)).split(/<\/?noscript>/)
  t.match(withoutJavaScript, 'Pay $250.00')
  t.notMatch(rest.join(), 'Pay $250.00', 'nobody is asked to pay what they just paid')
  await apply(id, { status: 'PROCESSING' })
  t.match(await page(back), 'Your payment is on its way')
  t.notMatch(await page(), 'Pay $250.00', 'no second payment while the bank is processing')
  await apply(id, { status: 'SUCCEEDED', receivedAmount: 25_000 })
  t.match(await page(back), 'Thank you!')
})

t.test('a voided invoice has nothing to pay; a refunded one says so [c18-pay-page]', async (t) => {
  const voided = await openInvoice()
  await voided.call('POST', `/invoices/${voided.sent.id}/void`)
  t.match(await voided.page(), 'This invoice was canceled')
  t.notMatch(await voided.page(), '<form')
  const { page, pay, call, sent } = await openInvoice()
  await pay()
  const { body } = await call('GET', `/payments?invoiceId=${sent.id}`)
  t.equal((await call('POST', `/payments/${body.data[0].id}/refunds`, {})).status, 201)
  t.match(await page(), '<h2 id="state">Refunded</h2>')
})

t.test('the receipt adds up when a refunded part was paid again [c18-pay-page]', async (t) => {
  const { page, pay, call, sent } = await openInvoice()
  await pay({ paymentAmount: 10_000 })
  const { body } = await call('GET', `/payments?invoiceId=${sent.id}`)
  await call('POST', `/payments/${body.data[0].id}/refunds`, { refundAmount: 4_000 })
  await pay()
  const receipt = await page()
  for (const amount of ['-$100.00', '-$190.00']) t.match(receipt, amount)
  t.match(receipt, /Refunded<\/th>.*?\$40\.00/s)
})

t.test('without card payments the page says how to pay [c18-pay-page]', async (t) => {
  const { page, call } = await openInvoice({ takesCards: false })
  await call('PATCH', '/organization', { contactEmail: 'office@studio.test' })
  const text = await page()
  t.match(text, 'takes this payment by transfer, check or cash')
  t.match(text, 'mailto:office@studio.test')
  t.notMatch(text, '<form')
})

t.test("the page is in the customer's language [c18-pay-page]", async (t) => {
  const { page } = await openInvoice({ customer: { language: 'es' } })
  t.match(await page(), '<html lang="es">')
  t.match(await page(), 'Pagar ')
})

t.test('an invalid amount is reported next to its field [c18-pay-page]', async (t) => {
  const { path } = await openInvoice()
  for (const paymentAmount of ['0', '250.01', 'all of it', '1.234']) {
    const { status, text } = await postForm(api.url, `${path}/checkout`, { paymentAmount })
    t.equal(status, 400)
    t.match(text, 'Enter an amount up to $250.00, like 20 or 12.50.')
    t.match(text, `value="${paymentAmount}" aria-invalid="true"`)
    t.match(text, `action="../../pay/${path.split('/')[2]}/checkout"`, 'the form still works')
  }
  const tip = { paymentAmount: '10', tipAmount: '10.01' }
  const tooMuch = await postForm(api.url, `${path}/checkout`, tip)
  t.equal(tooMuch.status, 400)
  t.match(tooMuch.text, 'Enter a tip up to the amount you pay')
  t.match(tooMuch.text, /value="10.01" aria-invalid="true"[^>]* autofocus/)
})

t.test(
  'a payer whose link was replaced meanwhile is thanked, not asked to pay again [c18-pay-page]',
  async (t) => {
    const { page, call, sent } = await openInvoice()
    await call('POST', `/invoices/${sent.id}/pay-link`, {})
    t.match(await page(), 'Ask your photographer for a new link.')
    t.match(await page(`?back=${sent.number}`), /Thank you.*need to pay again/s)
  },
)

t.test('an unknown link looks like an expired one', async (t) => {
  const { path, call, sent } = await openInvoice()
  await call('DELETE', `/invoices/${sent.id}/pay-link`)
  const [ended, unknown] = [await getPage(api.url, path), await getPage(api.url, '/pay/nothing')]
  t.equal(ended.status, 404)
  t.equal(unknown.status, 404)
  t.equal(ended.text, unknown.text)
})

t.test('the pay page is at most 8 kB with its style sheet and module', async (t) => {
  const { path } = await openInvoice()
  const weights = Object.values(await pageWeight(api.url, path))
  t.ok(weights.reduce((sum, each) => sum + each, 0) < 8_192, String(weights))
})
