import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call } = studio
const customer = await studio.customer()
const linkOf = (id: string, headers = {}) =>
  service.request('POST', `/invoices/${id}/pay-link`, { key: studio.org.key, headers })
const open = (url: string, headers = {}) =>
  service.request('GET', new URL(url).pathname, { headers })

t.test(
  'a pay link shows the invoice and its payments, and nothing about staff [c18-pay-link, c18-payer]',
  async (t) => {
    const invoice = await studio.sent({ customerId: customer.id, notes: 'Thank you' })
    await call('POST', `/invoices/${invoice.id}/pay`, { paymentAmount: 5_000, method: 'cash' })
    await studio.pendingPayment(invoice, 20_000)
    const { status, body } = await linkOf(invoice.id)
    t.equal(status, 201)
    t.match(body.url, /\/pay\/[0-9A-Za-z]{43,}$/)
    const { body: seen, headers } = await open(body.url)
    t.match(headers.vary, /accept/i)
    const { organization, payments, lineItems, ...rest } = seen
    t.match(payments, [{ paymentAmount: 5_000, tipAmount: 0, method: 'cash', status: 'SUCCEEDED' }])
    t.equal(payments.length, 1)
    t.strictSame(lineItems, invoice.lineItems)
    t.strictSame(rest, {
      number: invoice.number,
      status: 'SENT',
      currency: 'USD',
      subtotalAmount: 25_000,
      discountAmount: 0,
      taxAmount: 0,
      totalAmount: 25_000,
      paidAmount: 5_000,
      refundedAmount: 0,
      balanceAmount: 20_000,
      paymentState: 'PARTLY_PAID',
      dueDate: null,
      notes: 'Thank you',
      sentAt: invoice.sentAt,
      paidAt: null,
      voidedAt: null,
      isFee: false,
      customerName: 'Ann',
      customerCompany: null,
      customerLanguage: null,
      cardPayments: false,
      paymentFailed: false,
      deliveryUrl: null,
      previousInvoice: null,
      addressLine1: null,
      addressLine2: null,
      city: null,
      region: null,
      postalCode: null,
      countryCode: null,
    })
    t.strictSame(Object.keys(organization).sort(), [
      'colour',
      'contactEmail',
      'contactPhone',
      'locale',
      'logoUrl',
      'name',
      'timeZone',
    ])
    t.notMatch(JSON.stringify(seen), new RegExp(studio.org.userId))
  },
)

t.test('a new link revokes the previous one, and DELETE the last [c18-pay-link]', async (t) => {
  const invoice = await studio.sent({ customerId: customer.id })
  const { body: first } = await linkOf(invoice.id)
  const { body: second } = await linkOf(invoice.id)
  t.equal((await open(first.url)).status, 404)
  t.equal((await open(second.url)).status, 200)
  await call('POST', `/invoices/${invoice.id}/pay`)
  t.match((await open(second.url)).body, { status: 'PAID', balanceAmount: 0 })
  for (let i = 0; i < 2; i += 1) {
    t.equal((await call('DELETE', `/invoices/${invoice.id}/pay-link`)).status, 204)
  }
  t.equal((await open(second.url)).status, 404)
})

t.test('only a sent invoice gets a link [c18-pay-link]', async (t) => {
  const draft = await studio.invoice({ customerId: customer.id })
  t.match(await linkOf(draft.id), { status: 409, body: { code: 'invoice_is_draft' } })
  await call('POST', `/invoices/${draft.id}/void`)
  t.match(await linkOf(draft.id), { status: 409, body: { code: 'invoice_is_voided' } })
  const other = await moneyStudio(service)
  const foreign = await other.sent({ customerId: (await other.customer()).id })
  for (const id of [foreign.id, randomUUID(), 'nope']) {
    t.equal((await linkOf(id)).status, 404)
    t.equal((await call('DELETE', `/invoices/${id}/pay-link`)).status, 404)
  }
  t.equal((await open('http://x/pay/nobody')).status, 404)
})

t.test('a repeat with the same Idempotency-Key does not show the link again', async (t) => {
  const invoice = await studio.sent({ customerId: customer.id })
  const headers = { 'idempotency-key': randomUUID() }
  t.equal((await linkOf(invoice.id, headers)).status, 201)
  t.match(await linkOf(invoice.id, headers), {
    status: 409,
    body: { code: 'secret_already_shown' },
  })
})

t.test('calls are counted by network, together with those of deliveries [c18-payer]', async (t) => {
  const headers = { 'x-forwarded-for': anyAddress() }
  const statuses: number[] = []
  for (let i = 0; i < 61; i += 1) statuses.push((await open('http://x/pay/nobody', headers)).status)
  t.strictSame([...new Set(statuses)], [404, 429])
})
