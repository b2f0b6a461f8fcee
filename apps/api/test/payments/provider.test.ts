// Provider data, in any order and any number of times.
import { sharedApp } from '@mediajobs/testing/api/app'
import { type Document, type Reference, resolved } from '@mediajobs/testing/api/document'
import { schemaProblems } from '@mediajobs/testing/api/documented-responses'
import t from 'tap'
import { atOnce, moneyStudio } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, eventsOf, apply } = studio
const { id: customerId } = await studio.customer()
const invoiceOf = async (id: string) => (await call('GET', `/invoices/${id}`)).body
const paymentOf = async (id: string) => (await call('GET', `/payments/${id}`)).body
const refund = (id: string, amount: number, more: object = {}) => ({
  providerRefundId: id,
  refundId: null,
  failureCode: null,
  amount,
  status: 'SUCCEEDED' as const,
  reason: null,
  ...more,
})
const moneyEvents = async (invoiceId: string) =>
  (await eventsOf(invoiceId))
    .map(({ name, data }) => (data.disputeStatus ? `${name} ${data.disputeStatus}` : name))
    .filter((name) => name.startsWith('PAYMENT') || name === 'INVOICE_PAID')

t.test(
  'a payment applied twenty times concurrently is one payment, with one INVOICE_PAID [c18-paid]',
  async (t) => {
    const invoice = await studio.sent({ customerId })
    const id = await studio.pendingPayment(invoice, 25_000, { tipAmount: 2_000 })
    await atOnce(20, () => apply(id, { receivedAmount: 27_000 }))
    t.match(await paymentOf(id), {
      status: 'SUCCEEDED',
      providerPaymentId: `pi_${id}`,
      paymentAmount: 25_000,
      tipAmount: 2_000,
      unappliedAmount: 0,
      method: 'card',
    })
    t.match(await invoiceOf(invoice.id), {
      status: 'PAID',
      paidAmount: 25_000,
      balanceAmount: 0,
      paymentState: 'PAID',
      method: 'card',
      reference: `pi_${id}`,
    })
    t.strictSame(await moneyEvents(invoice.id), ['PAYMENT_SUCCEEDED', 'INVOICE_PAID'])
  },
)

t.test(
  'a status only advances, except that money received revives an abandoned payment',
  async (t) => {
    const invoice = await studio.sent({ customerId })
    const id = await studio.pendingPayment(invoice, 25_000)
    await apply(id, { status: 'PROCESSING' })
    await apply(id, { status: 'PENDING' })
    t.equal((await paymentOf(id)).status, 'PROCESSING')
    await apply(id, { status: 'FAILED', failureCode: 'insufficient_funds' })
    await apply(id, { status: 'CANCELLED' })
    t.match(await paymentOf(id), { status: 'FAILED', failureCode: 'insufficient_funds' })
    await apply(id, { receivedAmount: 25_000 })
    await apply(id, { status: 'FAILED', failureCode: 'late' })
    t.match(await paymentOf(id), { status: 'SUCCEEDED', failureCode: null })
    t.strictSame(await moneyEvents(invoice.id), [
      'PAYMENT_FAILED',
      'PAYMENT_SUCCEEDED',
      'INVOICE_PAID',
    ])
  },
)

t.test('the amount received counts, not the amount requested [c18-received]', async (t) => {
  const less = await studio.sent({ customerId })
  const short = await studio.pendingPayment(less, 25_000, { tipAmount: 1_000 })
  await apply(short, { receivedAmount: 25_400 })
  t.match(await paymentOf(short), { paymentAmount: 25_000, tipAmount: 400 })
  const more = await studio.sent({ customerId })
  const long = await studio.pendingPayment(more, 25_000)
  await apply(long, { receivedAmount: 26_000 })
  t.match(await paymentOf(long), { paymentAmount: 26_000, unappliedAmount: 1_000 })
  t.match(await invoiceOf(more.id), { paidAmount: 25_000, balanceAmount: 0 })
})

t.test(
  'totals are right for a refund that arrives with the success or before our response [c18-refunds]',
  async (t) => {
    const invoice = await studio.sent({ customerId })
    const id = await studio.pendingPayment(invoice, 25_000)
    const said = { receivedAmount: 25_000, refunds: [refund('re_a', 5_000)] }
    await apply(id, said)
    await apply(id, said)
    // An older reading.
    await apply(id, { receivedAmount: 25_000 })
    t.match(await invoiceOf(invoice.id), {
      status: 'PAID',
      refundedAmount: 5_000,
      paymentState: 'PARTLY_REFUNDED',
    })
    t.strictSame(await moneyEvents(invoice.id), [
      'PAYMENT_SUCCEEDED',
      'INVOICE_PAID',
      'PAYMENT_REFUNDED',
    ])
  },
)

t.test(
  'a failed refund restores its amount, and fires an event [c18-refunds, c18-events]',
  async (t) => {
    const invoice = await studio.sent({ customerId })
    const id = await studio.pendingPayment(invoice, 25_000)
    await apply(id, { receivedAmount: 25_000 })
    const { body: asked } = await call('POST', `/payments/${id}/refunds`)
    t.match(asked, { status: 'PENDING', refundAmount: 25_000 })
    t.match(await invoiceOf(invoice.id), { paymentState: 'REFUNDED', balanceAmount: 0 })
    const made = refund('re_b', 25_000, { refundId: asked.id, status: 'PENDING' })
    await apply(id, { receivedAmount: 25_000, refunds: [made] })
    const failed = { ...made, status: 'FAILED' as const, failureCode: 'expired_or_canceled_card' }
    await apply(id, { receivedAmount: 25_000, refunds: [failed] })
    await apply(id, { receivedAmount: 25_000, refunds: [made] })
    t.match(await paymentOf(id), { refundedAmount: 0, refundFailedAmount: 25_000 })
    t.match(await invoiceOf(invoice.id), { refundedAmount: 0, paymentState: 'PAID' })
    const { body } = await call('GET', `/payments/${id}/refunds`)
    const { failureCode } = failed
    t.match(body.data, [{ id: asked.id, status: 'FAILED', failureCode }])
    const told = (await eventsOf(invoice.id)).filter(({ name }) => name.includes('REFUND'))
    const refundOf = { id: asked.id, status: 'FAILED', failureCode }
    const data = { refund: refundOf, payment: { refundFailedAmount: 25_000 } }
    t.match(told, [{ name: 'PAYMENT_REFUND_FAILED', data }], 'once')

    await call('POST', `/payments/${id}/refunds`, { refundAmount: 10_000 })
    t.match(await paymentOf(id), { refundedAmount: 10_000, refundFailedAmount: 15_000 })
    const elsewhere = refund('re_c', 15_000)
    await apply(id, { receivedAmount: 25_000, refunds: [failed, elsewhere] })
    t.match(await paymentOf(id), { refundedAmount: 25_000, refundFailedAmount: 0 })
  },
)

t.test('what was paid back outside the provider is recorded [c18-refunds]', async (t) => {
  const invoice = await studio.sent({ customerId })
  const id = await studio.pendingPayment(invoice, 25_000)
  const failed = { ...refund('re_out', 10_000), status: 'FAILED' as const }
  await apply(id, { receivedAmount: 25_000, refunds: [failed] })
  t.match(await paymentOf(id), { refundFailedAmount: 10_000 })
  const path = `/payments/${id}/refunds`
  const cash = { refundAmount: 10_000, provider: 'MANUAL', reason: 'Cash' }
  const made = await call('POST', path, cash)
  t.match(made, { status: 201, body: { ...cash, status: 'SUCCEEDED' } })
  const settled = { refundedAmount: 10_000, refundFailedAmount: 0 }
  t.match(await paymentOf(id), settled)
  await apply(id, { receivedAmount: 25_000, refunds: [failed] })
  t.match(await paymentOf(id), settled, 'a reading keeps it')
  t.match(await invoiceOf(invoice.id), { refundedAmount: 10_000, paymentState: 'PARTLY_REFUNDED' })
  t.strictSame(
    (await moneyEvents(invoice.id)).filter((name) => name.includes('REFUND')),
    ['PAYMENT_REFUND_FAILED', 'PAYMENT_REFUNDED'],
  )
  const { body } = await call('GET', path)
  t.match(body.data, [{ provider: 'MANUAL' }, { provider: 'STRIPE', status: 'FAILED' }])
  t.equal((await call('POST', path, { ...cash, refundAmount: 15_001 })).status, 409)
  t.match((await call('POST', path, { refundAmount: 1 })).body, { provider: 'STRIPE' })
  const paid = await studio.sent({ customerId })
  await call('POST', `/invoices/${paid.id}/pay`)
  const [manual] = (await call('GET', `/payments?invoiceId=${paid.id}`)).body.data
  const wrong = await call('POST', `/payments/${manual.id}/refunds`, { provider: 'STRIPE' })
  t.match(wrong, { status: 400, body: { fields: [{ path: 'provider', code: 'not_allowed' }] } })
})

t.test('each step of a refund changes its payment [c18-payments]', async (t) => {
  const invoice = await studio.sent({ customerId })
  const id = await studio.pendingPayment(invoice, 25_000)
  await apply(id, { receivedAmount: 25_000 })
  let { updatedAt } = await paymentOf(id)
  const expectChanged = async (what: string) => {
    const before = updatedAt
    updatedAt = (await paymentOf(id)).updatedAt
    t.ok(updatedAt > before, what)
    const { body } = await call('GET', `/payments?updatedSince=${updatedAt}`)
    t.match(body.data, [{ id }], what)
  }
  const { body: asked } = await call('POST', `/payments/${id}/refunds`, { refundAmount: 5_000 })
  await expectChanged('asked')
  const made = refund('re_steps', 5_000, { refundId: asked.id })
  await apply(id, { receivedAmount: 25_000, refunds: [made] })
  await expectChanged('succeeded')
  await apply(id, { receivedAmount: 25_000, refunds: [made] })
  t.equal((await paymentOf(id)).updatedAt, updatedAt, 'nothing new')
  await apply(id, { receivedAmount: 25_000, refunds: [{ ...made, status: 'FAILED' }] })
  await expectChanged('failed')
})

t.test('a refund that fails after it succeeded fires an event too [c18-events]', async (t) => {
  const invoice = await studio.sent({ customerId })
  const id = await studio.pendingPayment(invoice, 25_000)
  const made = refund('re_d', 5_000)
  await apply(id, { receivedAmount: 25_000, refunds: [made] })
  await apply(id, { receivedAmount: 25_000, refunds: [{ ...made, status: 'FAILED' }] })
  t.match(await paymentOf(id), { refundedAmount: 0, refundFailedAmount: 5_000 })
  const told = (await moneyEvents(invoice.id)).filter((name) => name.includes('REFUND'))
  t.strictSame(told, ['PAYMENT_REFUNDED', 'PAYMENT_REFUND_FAILED'])
  await apply(id, {
    receivedAmount: 25_000,
    refunds: [{ ...made, status: 'FAILED' }],
    lostAmount: 25_000,
  })
  t.match(await paymentOf(id), { refundFailedAmount: 0 }, 'a lost dispute returned the money')
})

t.test(
  'an open dispute holds money, a won one releases it, a lost one counts as refunded [c18-disputes]',
  async (t) => {
    const invoice = await studio.sent({ customerId })
    const id = await studio.pendingPayment(invoice, 25_000)
    const received = { receivedAmount: 25_000 }
    await apply(id, received)
    await apply(id, { ...received, disputedAmount: 25_000 })
    await apply(id, { ...received, disputedAmount: 25_000 })
    t.match(await invoiceOf(invoice.id), { status: 'PAID', paymentState: 'DISPUTED' })
    const held = await call('POST', `/payments/${id}/refunds`)
    t.match(held, { status: 409, body: { code: 'refund_too_large' } })
    await apply(id, received)
    t.match(await invoiceOf(invoice.id), { paymentState: 'PAID' })
    await apply(id, { ...received, disputedAmount: 10_000 })
    await apply(id, { ...received, lostAmount: 10_000 })
    await apply(id, { ...received, lostAmount: 10_000 })
    t.match(await paymentOf(id), { refundedAmount: 10_000, disputedAmount: 0 })
    t.match(await invoiceOf(invoice.id), {
      refundedAmount: 10_000,
      paymentState: 'PARTLY_REFUNDED',
    })
    t.strictSame(await moneyEvents(invoice.id), [
      'PAYMENT_SUCCEEDED',
      'INVOICE_PAID',
      'PAYMENT_DISPUTED OPEN',
      'PAYMENT_DISPUTED WON',
      'PAYMENT_DISPUTED OPEN',
      'PAYMENT_DISPUTED LOST',
    ])
  },
)

t.test('money for a void invoice is unapplied [c18-void]', async (t) => {
  const invoice = await studio.sent({ customerId })
  const id = await studio.pendingPayment(invoice, 25_000)
  t.equal((await call('POST', `/invoices/${invoice.id}/void`)).status, 200)
  await apply(id, { receivedAmount: 25_000 })
  t.match(await paymentOf(id), { status: 'SUCCEEDED', unappliedAmount: 25_000 })
  t.match(await invoiceOf(invoice.id), { status: 'VOIDED', paidAmount: 0, balanceAmount: 0 })
})

t.test('of concurrent cash and card payments, one is unapplied [c18-too-much]', async (t) => {
  const invoice = await studio.sent({ customerId })
  const id = await studio.pendingPayment(invoice, 25_000)
  const [card, cash] = await Promise.all([
    apply(id, { receivedAmount: 25_000 }),
    call('POST', `/invoices/${invoice.id}/pay`, { method: 'cash' }),
  ])
  t.equal(card?.status, 'SUCCEEDED')
  t.ok([200, 409].includes(cash.status))
  const { body } = await call('GET', `/payments?invoiceId=${invoice.id}`)
  const unapplied = body.data.map(
    ({ unappliedAmount }: { unappliedAmount: number }) => unappliedAmount,
  )
  t.strictSame(unapplied.sort(), cash.status === 200 ? [0, 25_000] : [0])
  t.match(await invoiceOf(invoice.id), { status: 'PAID', paidAmount: 25_000 })
  const paid = (await moneyEvents(invoice.id)).filter((name) => name === 'INVOICE_PAID')
  t.equal(paid.length, 1)
})

t.test('data of provider-caused events matches the document [c18-events]', async (t) => {
  const invoice = await studio.sent({ customerId })
  const id = await studio.pendingPayment(invoice, 25_000)
  await apply(id, { status: 'FAILED' })
  const refunds = [refund('re_e', 5_000, { status: 'FAILED' })]
  await apply(id, { receivedAmount: 25_000, refunds, disputedAmount: 25_000 })
  const document = service.app.openApi() as unknown as Document
  const found = (await eventsOf(invoice.id)).filter(({ name }) =>
    ['PAYMENT_FAILED', 'PAYMENT_REFUND_FAILED', 'PAYMENT_DISPUTED'].includes(name),
  )
  t.equal(found.length, 3)
  for (const { name, data } of found) {
    const { schema } = document.webhooks[name]?.post.requestBody?.content['application/json'] ?? {}
    const [, pointer] = resolved(document, schema as Reference, '')
    t.strictSame([...schemaProblems(document, `${pointer}/properties/data`, data)], [], name)
  }
})
