import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { atOnce, moneyStudio, statuses } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, eventsOf } = studio
const { id: customerId } = await studio.customer()
const draft = () => studio.invoice({ customerId })
const move = (id: string, verb: string, body?: unknown) =>
  call('POST', `/invoices/${id}/${verb}`, body)
const namesOf = async (id: string) => (await eventsOf(id)).map(({ name }) => name)

t.test(
  'a DRAFT can be sent and a SENT invoice paid; each event has the invoice as of that moment [i6-invoice-sent, i6-invoice-paid, c5-invoices-moves]',
  async (t) => {
    const { id } = await draft()
    const { status, body: sent } = await move(id, 'send')
    t.equal(status, 200)
    t.match(sent, { status: 'SENT', number: 'INV-000001', paidAt: null })
    t.match(sent.sentAt, /Z$/)
    const { body: paid } = await move(id, 'pay', {
      paidAt: '2026-05-01T12:00:00+02:00',
      method: 'BANK_TRANSFER',
      reference: 'TX-7',
    })
    const payment = {
      paidAt: '2026-05-01T10:00:00.000Z',
      method: 'BANK_TRANSFER',
      reference: 'TX-7',
    }
    const { updatedAt } = paid
    const sums = { paidAmount: sent.totalAmount, balanceAmount: 0, paymentState: 'PAID' }
    t.strictSame(paid, { ...sent, status: 'PAID', ...payment, ...sums, updatedAt })
    const published = await eventsOf(id)
    t.strictSame(
      published.map(({ name }) => name),
      ['INVOICE_CREATED', 'INVOICE_SENT', 'PAYMENT_SUCCEEDED', 'INVOICE_PAID'],
    )
    t.same(published[1]?.data.invoice, sent)
    t.same(published[3]?.data.invoice, paid)
    t.equal(published[3]?.data.occurredAt, updatedAt)
  },
)

t.test('a payment without fields is dated now [c5-invoices-moves]', async (t) => {
  const { id } = await draft()
  await move(id, 'send')
  const { body } = await move(id, 'pay')
  t.match(body, { status: 'PAID', method: null, reference: null })
  t.ok(Math.abs(Date.parse(body.paidAt) - Date.now()) < 60_000)
  t.equal((await move(id, 'pay', { paidAt: '2026-05-01' })).status, 400)
})

t.test(
  'a draft or sent invoice can be voided, and keeps its number [i6-invoice-voided, c5-invoices-moves]',
  async (t) => {
    const { id } = await draft()
    const { body } = await move(id, 'void')
    t.match(body, { status: 'VOIDED', number: null, sentAt: null })
    t.match(body.voidedAt, /Z$/)
    t.strictSame(await namesOf(id), ['INVOICE_CREATED', 'INVOICE_VOIDED'])
    const { id: other } = await draft()
    const { body: sent } = await move(other, 'send')
    t.match((await move(other, 'void')).body, { status: 'VOIDED', number: sent.number })
  },
)

t.test(
  'any other transition is a 409 that names the invoice’s status [c5-invoices-moves]',
  async (t) => {
    const inStatus = {
      DRAFT: [],
      SENT: ['send'],
      PAID: ['send', 'pay'],
      VOIDED: ['void'],
    }
    const refused = {
      DRAFT: ['pay'],
      SENT: ['send'],
      PAID: ['send', 'pay', 'void'],
      VOIDED: ['send', 'pay', 'void'],
    }
    for (const status of ['DRAFT', 'SENT', 'PAID', 'VOIDED'] as const) {
      const { id } = await draft()
      for (const verb of inStatus[status]) await move(id, verb)
      const before = await call('GET', `/invoices/${id}`)
      t.equal(before.body.status, status)
      const events = await namesOf(id)
      for (const verb of refused[status]) {
        const response = await move(id, verb)
        t.equal(response.status, 409, `${verb} of ${status}`)
        t.equal(response.body.code, `invoice_is_${status.toLowerCase()}`)
      }
      t.strictSame((await call('GET', `/invoices/${id}`)).body, before.body)
      t.strictSame(await namesOf(id), events)
    }
  },
)

t.test(
  'of twenty identical concurrent transitions, one succeeds, with one event [c5-invoices-events]',
  async (t) => {
    const { id } = await draft()
    for (const [verb, code] of [
      ['send', 'invoice_is_sent'],
      ['pay', 'invoice_is_paid'],
    ]) {
      const responses = await atOnce(20, () => move(id, verb ?? ''))
      t.strictSame(statuses(responses), { 200: 1, 409: 19 })
      const codes = responses.filter(({ status }) => status === 409).map(({ body }) => body.code)
      t.strictSame([...new Set(codes)], [code])
    }
    const names = ['INVOICE_CREATED', 'INVOICE_SENT', 'PAYMENT_SUCCEEDED', 'INVOICE_PAID']
    t.strictSame(await namesOf(id), names)
  },
)

t.test('either pay or void succeeds when concurrent, with one event', async (t) => {
  const { id } = await draft()
  await move(id, 'send')
  const responses = await atOnce(20, (i) => move(id, i % 2 ? 'pay' : 'void'))
  t.strictSame(statuses(responses), { 200: 1, 409: 19 })
  const { body } = await call('GET', `/invoices/${id}`)
  const payment = body.status === 'PAID' ? ['PAYMENT_SUCCEEDED'] : []
  t.strictSame((await namesOf(id)).slice(2), [...payment, `INVOICE_${body.status}`])
})

t.test(
  'when a draft is changed while being sent, INVOICE_SENT has the final invoice',
  async (t) => {
    const { id } = await draft()
    const responses = await atOnce(20, (i) =>
      i === 10 ? move(id, 'send') : call('PATCH', `/invoices/${id}`, { notes: `${i}` }),
    )
    t.equal(responses[10]?.status, 200)
    const { body } = await call('GET', `/invoices/${id}`)
    const [, sent] = await eventsOf(id)
    t.same(sent?.data.invoice, body)
  },
)

t.test(
  'numbers have no gaps and no duplicates, even when fifty are sent concurrently [c5-invoices-numbers]',
  async (t) => {
    const own = await moneyStudio(service)
    const { id: customerId } = await own.customer()
    const drafts = await Promise.all(Array.from({ length: 25 }, () => own.invoice({ customerId })))
    const responses = await atOnce(50, (i) =>
      own.call('POST', `/invoices/${drafts[i % 25].id}/send`),
    )
    t.strictSame(statuses(responses), { 200: 25, 409: 25 })
    const numbers = responses.flatMap(({ body }) => body.number ?? [])
    t.strictSame(
      numbers.sort(),
      Array.from({ length: 25 }, (_, i) => `INV-${String(i + 1).padStart(6, '0')}`),
    )
    const foreign = await moneyStudio(service)
    const { id } = await foreign.invoice({ customerId: (await foreign.customer()).id })
    const first = await foreign.call('POST', `/invoices/${id}/send`)
    t.equal(first.body.number, 'INV-000001', 'numbers are per organization')
  },
)
