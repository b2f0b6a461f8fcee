// docs/contract.md#c21-cancel
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@mediajobs/db'
import { invoices } from '@mediajobs/db/schema'
import { MAX_CANCELLED_INVOICES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { lockCustomer } from '../support/lock.ts'
import { atOnce, moneyStudio, statuses } from '../support/money-studio.ts'

const service = await sharedApp()
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const POLICY = {
  currency: 'USD',
  rules: [{ on: 'CANCEL', withinHours: 48, feeAmount: 5_000 }],
}

async function studio() {
  const money = await moneyStudio(service)
  const { call } = money
  await call('PATCH', '/organization', { changePolicy: POLICY })
  const { id: customerId } = await money.customer()
  const book = async (fields: object = {}) =>
    (await money.book({ scheduledTime: inHours(10), customerId, ...fields })).body
  const cancel = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
    service.request('POST', `/projects/${id}/cancel`, { key: money.org.key, body, headers })
  const invoicesOf = async (id: string) =>
    (await call('GET', `/invoices?projectId=${id}`)).body.data.reverse()
  /** A booked project with a sent invoice of 25,000, partially paid. */
  const invoiced = async (...parts: number[]) => {
    const { id } = await book()
    const invoice = await money.sent({ customerId, projectId: id })
    for (const paymentAmount of parts) {
      await call('POST', `/invoices/${invoice.id}/pay`, { paymentAmount })
    }
    return { id, invoiceId: invoice.id as string }
  }
  const invoice = async (id: string) => (await call('GET', `/invoices/${id}`)).body
  const refundsOf = async (invoiceId: string) => {
    const { data } = (await call('GET', `/payments?invoiceId=${invoiceId}`)).body
    const all = await Promise.all(
      data.map(
        async ({ id }: { id: string }) => (await call('GET', `/payments/${id}/refunds`)).body.data,
      ),
    )
    return all.flat().map(({ refundAmount }) => refundAmount)
  }
  return { ...money, customerId, book, cancel, invoicesOf, invoiced, invoiceAt: invoice, refundsOf }
}

t.test(
  'canceling voids the unpaid invoice and bills the fee on another [c21-cancel, c21-cancel-unpaid]',
  async (t) => {
    const { call, cancel, invoicesOf, invoiced, customerId, book, invoice } = await studio()
    const { id } = await invoiced()
    const { status, body } = await cancel(id, { reason: 'Sold' })
    t.equal(status, 200)
    t.match(body, { status: 'CANCELLED', feeAmount: 5_000, currency: 'USD', refundedAmount: 0 })
    const [old, fee, ...more] = await invoicesOf(id)
    t.strictSame(more, [])
    t.match(old, { status: 'VOIDED' })
    t.match(fee, {
      id: body.feeInvoiceId,
      status: 'SENT',
      totalAmount: 5_000,
      balanceAmount: 5_000,
    })
    const history = await call('GET', `/projects/${id}/history`)
    t.match(history.body.data[0], { toStatus: 'CANCELLED', reason: 'Sold' })

    const drafted = await book()
    await invoice({ customerId, projectId: drafted.id })
    await cancel(drafted.id, { waiveFee: true })
    t.match(await invoicesOf(drafted.id), [{ status: 'VOIDED' }], 'a draft too; no fee if waived')
  },
)

t.test('payments are refunded less the fee [c21-cancel-paid]', async (t) => {
  const { cancel, invoicesOf, invoiced, refundsOf } = await studio()
  const { id, invoiceId } = await invoiced(25_000)
  const { body } = await cancel(id)
  t.match(body, { feeAmount: 5_000, feeInvoiceId: null, refundedAmount: 20_000 })
  t.match(await invoicesOf(id), [
    { status: 'PAID', paidAmount: 25_000, refundedAmount: 20_000, paymentState: 'PARTLY_REFUNDED' },
  ])
  t.strictSame(await refundsOf(invoiceId), [20_000])
})

t.test(
  "a deposit pays the fee's invoice, and the original is voided [c21-cancel-deposit]",
  async (t) => {
    const { cancel, invoicesOf, invoiced } = await studio()
    const more = await invoiced(7_000)
    t.match((await cancel(more.id)).body, { feeAmount: 5_000, refundedAmount: 2_000 })
    t.match(await invoicesOf(more.id), [
      { status: 'VOIDED', paidAmount: 0 },
      { status: 'PAID', totalAmount: 5_000, paidAmount: 5_000, balanceAmount: 0 },
    ])
    const less = await invoiced(1_000, 2_000)
    t.match((await cancel(less.id)).body, { feeAmount: 5_000, refundedAmount: 0 })
    t.match(await invoicesOf(less.id), [
      { status: 'VOIDED', paidAmount: 0 },
      { status: 'SENT', totalAmount: 5_000, paidAmount: 3_000, balanceAmount: 2_000 },
    ])
    const whole = await invoiced(3_000)
    t.match((await cancel(whole.id, { waiveFee: true })).body, { refundedAmount: 3_000 })
    t.match(await invoicesOf(whole.id), [{ status: 'VOIDED', paidAmount: 0 }])
  },
)

t.test("a kept tip pays the fee's invoice too [c21-cancel-deposit]", async (t) => {
  const { call, cancel, invoicesOf, invoiced, invoiceAt, pendingPayment, apply } = await studio()
  for (const [refund, refundedAmount, totalAmount] of [
    ['LESS_FEE', 3_000, 5_000],
    ['NONE', 0, 8_000],
  ] as const) {
    const { id, invoiceId } = await invoiced()
    const paymentId = await pendingPayment(await invoiceAt(invoiceId), 6_000, { tipAmount: 2_000 })
    const reading = { receivedAmount: 8_000 }
    await apply(paymentId, reading)
    t.match((await cancel(id, { refund })).body, { feeAmount: 5_000, refundedAmount })
    await apply(paymentId, reading)
    const [, fee] = await invoicesOf(id)
    t.match(fee, { status: 'PAID', totalAmount, paidAmount: totalAmount, balanceAmount: 0 }, refund)
    t.match((await call('GET', `/payments/${paymentId}`)).body, {
      invoiceId: fee.id,
      paymentAmount: 8_000,
      tipAmount: 0,
      refundedAmount,
    })
  }
})

t.test(
  'a fee above the amount paid bills the rest and refunds nothing [c21-cancel-paid]',
  async (t) => {
    const { call, cancel, invoicesOf, invoiced, refundsOf } = await studio()
    const rules = [{ on: 'CANCEL', withinHours: 48, feeAmount: 26_000 }]
    await call('PATCH', '/organization', { changePolicy: { currency: 'USD', rules } })
    const { id, invoiceId } = await invoiced(25_000)
    t.match((await cancel(id)).body, { feeAmount: 26_000, refundedAmount: 0 })
    t.match(await invoicesOf(id), [
      { status: 'PAID', refundedAmount: 0 },
      { status: 'SENT', totalAmount: 1_000 },
    ])
    t.strictSame(await refundsOf(invoiceId), [])
  },
)

t.test('`refund` chooses a full refund or none [c21-cancel-refund]', async (t) => {
  const { cancel, invoicesOf, invoiced } = await studio()
  const full = await invoiced(25_000)
  t.match((await cancel(full.id, { refund: 'FULL' })).body, { refundedAmount: 25_000 })
  t.match(
    await invoicesOf(full.id),
    [{ paymentState: 'REFUNDED' }, { status: 'SENT', totalAmount: 5_000 }],
    'the fee is billed',
  )
  const none = await invoiced(25_000)
  t.match((await cancel(none.id, { refund: 'NONE' })).body, {
    refundedAmount: 0,
    feeInvoiceId: null,
  })
  t.match(await invoicesOf(none.id), [{ paymentState: 'PAID' }])
  const kept = await invoiced(7_000)
  t.match((await cancel(kept.id, { refund: 'NONE' })).body, { refundedAmount: 0 })
  t.match(await invoicesOf(kept.id), [{ status: 'VOIDED' }, { status: 'PAID', totalAmount: 7_000 }])
  t.equal((await cancel(kept.id, { refund: 'SOME' })).status, 400)
})

t.test(
  'several invoices share one fee, and rescheduling fees stay owed [c21-cancel-paid]',
  async (t) => {
    const { call, cancel, invoicesOf, invoiced, sent, customerId } = await studio()
    const rules = [...POLICY.rules, { on: 'RESCHEDULE', withinHours: 48, feeAmount: 1_500 }]
    await call('PATCH', '/organization', { changePolicy: { currency: 'USD', rules } })
    const { id } = await invoiced(25_000)
    await call('POST', `/projects/${id}/reschedule`, { scheduledTime: inHours(11) })
    const extra = await sent({ customerId, projectId: id })
    await call('POST', `/invoices/${extra.id}/pay`, { paymentAmount: 4_000 })
    t.match((await cancel(id)).body, { feeAmount: 5_000, refundedAmount: 24_000 })
    t.match(await invoicesOf(id), [
      { paymentState: 'PARTLY_REFUNDED', refundedAmount: 20_000 },
      { status: 'SENT', totalAmount: 1_500 },
      { status: 'VOIDED' },
    ])
  },
)

t.test('canceling twice or concurrently refunds once [c21-cancel-once]', async (t) => {
  const { cancel, invoicesOf, invoiced, refundsOf, eventsOf } = await studio()
  const { id, invoiceId } = await invoiced(25_000)
  const all = await atOnce(6, () => cancel(id))
  t.strictSame(statuses(all), { 200: 6 })
  t.equal(all.filter(({ body }) => body.refundedAmount === 20_000).length, 1)
  t.match(await cancel(id, { refund: 'FULL' }), {
    status: 200,
    body: { refundedAmount: 0, feeAmount: 0, feeInvoiceId: null },
  })
  t.strictSame(await refundsOf(invoiceId), [20_000])
  const names = (await eventsOf(invoiceId)).map(({ name }) => name)
  t.equal(names.filter((name) => name === 'PAYMENT_REFUNDED').length, 1)

  const unpaid = await invoiced()
  await atOnce(6, () => cancel(unpaid.id))
  t.match(await invoicesOf(unpaid.id), [{ status: 'VOIDED' }, { status: 'SENT' }])
  t.equal((await invoicesOf(unpaid.id)).length, 2, 'and bills once')
})

t.test('a concurrent payment is refunded or unapplied, never lost [c21-cancel-once]', async (t) => {
  const { call, cancel, invoiced, invoiceAt } = await studio()
  for (let n = 0; n < 5; n++) {
    const { id, invoiceId } = await invoiced()
    const [, paid] = await Promise.all([
      cancel(id, { waiveFee: true }),
      call('POST', `/invoices/${invoiceId}/pay`, {}),
    ])
    const invoice = await invoiceAt(invoiceId)
    t.ok(
      paid.status === 200 ? invoice.paymentState === 'REFUNDED' : invoice.status === 'VOIDED',
      `${paid.status} ${invoice.status} ${invoice.paymentState}`,
    )
  }
})

t.test('an invoice that was being drafted becomes void [c21-cancel-unpaid]', async (t) => {
  const { call, cancel, book, offer, customerId, invoicesOf } = await studio()
  const { id: packageId } = await offer('/packages', 25_000)
  const { id } = await book({ packageId })
  const unlock = await lockCustomer(service.store, customerId)
  const drafting = call('POST', `/projects/${id}/invoice`)
  await unlock.whenWaitedFor()
  const cancelling = cancel(id, { waiveFee: true })
  // Until it waits for the draft.
  await pause(200)
  await unlock()
  t.match(await Promise.all([drafting, cancelling]), [{ status: 201 }, { status: 200 }])
  t.match(await invoicesOf(id), [{ status: 'VOIDED' }])
})

t.test('a reopened project can still be billed [c21-fee-invoice]', async (t) => {
  const { call, cancel, book, invoicesOf, customerId, offer } = await studio()
  const { id: packageId } = await offer('/packages', 25_000)
  const { id } = await book({ packageId })
  const takeUp = () => call('PATCH', `/projects/${id}/status`, { status: 'BOOKED' })
  const { feeInvoiceId } = (await cancel(id)).body
  await takeUp()
  t.match(await call('POST', `/projects/${id}/invoice`), { status: 201, body: { customerId } })
  await cancel(id)
  t.match(
    await invoicesOf(id),
    [
      { id: feeInvoiceId, status: 'SENT', balanceAmount: 5_000 },
      { status: 'VOIDED', totalAmount: 25_000 },
      { status: 'SENT', totalAmount: 5_000 },
    ],
    'the fee of the first stays owed',
  )
  for (const { id: owed, balanceAmount } of await invoicesOf(id)) {
    if (balanceAmount > 0) await call('POST', `/invoices/${owed}/pay`)
  }
  await takeUp()
  const delivered = await call('POST', `/projects/${id}/deliver`, { requirePayment: true })
  t.match(delivered.body, { locked: true }, "paid fees don't unlock a delivery")
})

t.test(
  "a concurrent refund is on the fee's invoice [c21-cancel-deposit, c18-refunds]",
  async (t) => {
    const { call, cancel, invoiced, invoicesOf } = await studio()
    for (let n = 0; n < 5; n++) {
      const { id, invoiceId } = await invoiced(10_000)
      const [payment] = (await call('GET', `/payments?invoiceId=${invoiceId}`)).body.data
      const [cancelled, refunded] = await Promise.all([
        cancel(id),
        call('POST', `/payments/${payment.id}/refunds`, { refundAmount: 1_000 }),
      ])
      t.strictSame([cancelled.status, refunded.status], [200, 201])
      const [, fee] = await invoicesOf(id)
      const isRefundFirst = cancelled.body.refundedAmount === 4_000
      t.match(fee, { status: 'PAID', refundedAmount: isRefundFirst ? 0 : 1_000 })
    }
  },
)

t.test(
  'a project with too many invoices must be settled manually [c21-cancel-under-way]',
  async (t) => {
    const { cancel, invoiced } = await studio()
    const { id, invoiceId } = await invoiced()
    const { orm } = service.store.sql
    const [row] = await orm.select().from(invoices).where(eq(invoices.id, invoiceId))
    const copy = { ...(row as typeof invoices.$inferSelect), number: null }
    const copies = Array.from({ length: MAX_CANCELLED_INVOICES }, () => ({ ...copy, id: newId() }))
    await orm.insert(invoices).values(copies)
    t.match(await cancel(id), { status: 409, body: { code: 'too_many_invoices' } })
  },
)

t.test('a card refund is requested after the commit [c21-cancel-paid]', async (t) => {
  const { call, cancel, invoiced, invoiceAt, pendingPayment, apply } = await studio()
  const { id, invoiceId } = await invoiced()
  const paymentId = await pendingPayment(await invoiceAt(invoiceId), 25_000)
  await apply(paymentId, { receivedAmount: 25_000 })
  t.match((await cancel(id)).body, { refundedAmount: 20_000 })
  const { data } = (await call('GET', `/payments/${paymentId}/refunds`)).body
  t.match(data, [{ refundAmount: 20_000, status: 'PENDING' }])
})

t.test(
  'a payment in progress is a 409, unless nothing is refunded [c21-cancel-under-way]',
  async (t) => {
    const { cancel, invoiced, invoiceAt, pendingPayment, invoicesOf } = await studio()
    const { id, invoiceId } = await invoiced()
    await pendingPayment(await invoiceAt(invoiceId), 25_000, { status: 'PROCESSING' })
    t.match(await cancel(id), { status: 409, body: { code: 'payment_in_progress' } })
    t.match(await cancel(id, { refund: 'NONE', waiveFee: true }), { status: 200 })
    t.match(await invoicesOf(id), [{ status: 'SENT' }], 'the payment in progress keeps its invoice')
  },
)

t.test(
  'the discount is released; a delivered project must be settled manually [c21-cancel-under-way]',
  async (t) => {
    const { call, cancel, discount, redemptions, book } = await studio()
    const { id: discountId } = await discount('SPRING')
    const { id } = await book({ discountId })
    t.equal(await redemptions(discountId), 1)
    await cancel(id)
    t.equal(await redemptions(discountId), 0)
    const delivered = await book()
    await call('POST', `/projects/${delivered.id}/deliver`)
    t.match(await cancel(delivered.id), { status: 409, body: { code: 'already_delivered' } })
  },
)

t.test('canceling honors If-Match and the fee shown [c21-cancel, c21-fee-changed]', async (t) => {
  const { cancel, invoiced, call } = await studio()
  const { id } = await invoiced()
  t.equal((await cancel(id, {}, { 'if-match': '"99"' })).status, 412)
  t.match(await cancel(id, { expectedFeeAmount: 4_999 }), {
    status: 409,
    body: { code: 'fee_changed', fee: { feeAmount: 5_000, currency: 'USD' } },
  })
  t.equal((await call('GET', `/projects/${id}`)).body.status, 'PENDING')
  t.equal((await cancel(id, { expectedFeeAmount: 5_000 }, { 'if-match': '"1"' })).status, 200)
})
