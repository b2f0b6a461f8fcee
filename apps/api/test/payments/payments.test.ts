// Manual payments, refunds, and the list.
import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { atOnce, moneyStudio, statuses } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, eventsOf } = studio
const { id: customerId } = await studio.customer()
const invoiceOf = async (id: string) => (await call('GET', `/invoices/${id}`)).body
const pay = (id: string, body?: object, key?: string) =>
  call('POST', `/invoices/${id}/pay`, body, key)
const paymentsOf = async (id: string) => (await call('GET', `/payments?invoiceId=${id}`)).body.data
const refund = (id: string, body?: object, key?: string) =>
  call('POST', `/payments/${id}/refunds`, body, key)
const namesOf = async (id: string) => (await eventsOf(id)).slice(2).map(({ name }) => name)

async function paid() {
  const invoice = await studio.sent({ customerId })
  await pay(invoice.id, { method: 'cash' })
  const [payment] = await paymentsOf(invoice.id)
  return { invoice, payment }
}

t.test(
  'paying an invoice records a MANUAL payment for the full balance [c18-manual, c18-payment]',
  async (t) => {
    const invoice = await studio.sent({ customerId })
    const sent = { paidAt: '2026-05-01T10:00:00.000Z', method: 'cash', reference: 'R-7' }
    t.match((await pay(invoice.id, sent)).body, { status: 'PAID', ...sent })
    const [payment, ...more] = await paymentsOf(invoice.id)
    t.strictSame(more, [])
    const { id, createdAt, updatedAt, ...rest } = payment
    t.strictSame(rest, {
      organizationId: studio.org.organizationId,
      invoiceId: invoice.id,
      orderId: null,
      customerId,
      provider: 'MANUAL',
      providerPaymentId: 'R-7',
      status: 'SUCCEEDED',
      paymentAmount: 25_000,
      tipAmount: 0,
      unappliedAmount: 0,
      refundedAmount: 0,
      disputedAmount: 0,
      refundDueAmount: 0,
      refundFailedAmount: 0,
      currency: 'USD',
      method: 'cash',
      failureCode: null,
      succeededAt: sent.paidAt,
    })
    for (const time of [createdAt, updatedAt]) {
      t.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000)
    }
    t.strictSame((await call('GET', `/payments/${id}`)).body, payment)
    const [, , event] = await eventsOf(invoice.id)
    t.strictSame(event?.name, 'PAYMENT_SUCCEEDED')
    t.strictSame(event?.data.payment, payment)
    t.match(event?.data, { paymentId: id, invoiceId: invoice.id, customerId, projectId: null })
  },
)

t.test('a balance of 0 is paid without a payment [c18-manual]', async (t) => {
  const free = { lineItems: [{ description: 'Reshoot', quantity: 1, unitAmount: 0 }] }
  const invoice = await studio.sent({ customerId, ...free })
  const { body } = await pay(invoice.id, { method: 'courtesy', reference: 'R-8' })
  t.match(body, { status: 'PAID', paidAmount: 0, method: 'courtesy', reference: 'R-8' })
  t.ok(Math.abs(Date.parse(body.paidAt) - Date.now()) < 60_000)
  t.strictSame(await paymentsOf(invoice.id), [])
  t.strictSame(await namesOf(invoice.id), ['INVOICE_PAID'])
  t.equal((await pay(invoice.id)).status, 409)
  const tip = await studio.sent({ customerId, ...free })
  await pay(tip.id, { paymentAmount: 500 })
  t.match(await paymentsOf(tip.id), [{ paymentAmount: 500, unappliedAmount: 500 }])
})

t.test("a payment can't be dated in the future [c18-manual]", async (t) => {
  const invoice = await studio.sent({ customerId })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  for (const paidAt of [inHours(25), '2190-01-01T00:00:00Z']) {
    const { status, body } = await pay(invoice.id, { paidAt })
    t.equal(status, 400)
    t.strictSame(body.message, ['paidAt must not be in the future'])
  }
  t.strictSame(await paymentsOf(invoice.id), [])
  t.equal(
    (await pay(invoice.id, { paidAt: inHours(13) })).status,
    200,
    'a day in another time zone',
  )
})

t.test(
  'partial payments add up, and the last one pays the invoice [c18-part, c18-sums]',
  async (t) => {
    const invoice = await studio.sent({ customerId })
    t.match((await pay(invoice.id, { paymentAmount: 10_000 })).body, {
      status: 'SENT',
      paidAmount: 10_000,
      balanceAmount: 15_000,
      paymentState: 'PARTLY_PAID',
      paidAt: null,
    })
    t.match((await pay(invoice.id, { method: 'cash' })).body, {
      status: 'PAID',
      paidAmount: 25_000,
      balanceAmount: 0,
      paymentState: 'PAID',
      method: 'cash',
    })
    t.strictSame(await namesOf(invoice.id), [
      'PAYMENT_SUCCEEDED',
      'PAYMENT_SUCCEEDED',
      'INVOICE_PAID',
    ])
    for (const paymentAmount of [0, -1, 1.5, 2 ** 53, null]) {
      t.equal((await pay(invoice.id, { paymentAmount })).status, 400, `${paymentAmount}`)
    }
  },
)

t.test('an overpayment is unapplied [c18-too-much]', async (t) => {
  const invoice = await studio.sent({ customerId })
  t.match((await pay(invoice.id, { paymentAmount: 30_000 })).body, {
    status: 'PAID',
    paidAmount: 25_000,
    balanceAmount: 0,
  })
  const [payment] = await paymentsOf(invoice.id)
  t.match(payment, { paymentAmount: 30_000, unappliedAmount: 5_000 })
  t.equal((await refund(payment.id, { refundAmount: 5_000 })).status, 201)
  t.match(await paymentsOf(invoice.id), [{ unappliedAmount: 0, refundedAmount: 5_000 }])
  t.match(await invoiceOf(invoice.id), { refundedAmount: 0, paymentState: 'PAID' })
})

t.test(
  'of fifty concurrent partial payments, only those within the balance apply, and INVOICE_PAID fires once',
  async (t) => {
    const keys = await atOnce(10, () => studio.org.keyWith('WRITE'))
    const invoice = await studio.sent({ customerId })
    const responses = await atOnce(50, (i) =>
      pay(invoice.id, { paymentAmount: 1_000 }, keys[i % 10]),
    )
    t.strictSame(statuses(responses), { 200: 25, 409: 25 })
    t.match(await invoiceOf(invoice.id), { status: 'PAID', paidAmount: 25_000 })
    const names = await namesOf(invoice.id)
    t.equal(names.filter((name) => name === 'INVOICE_PAID').length, 1)
    t.equal(names.filter((name) => name === 'PAYMENT_SUCCEEDED').length, 25)
  },
)

t.test('a manual refund succeeds immediately [c18-refunds, c18-refund, c18-sums]', async (t) => {
  const { invoice, payment } = await paid()
  const { status, body } = await refund(payment.id, { refundAmount: 10_000, reason: 'One fewer' })
  t.equal(status, 201)
  const { id, createdAt, ...rest } = body
  t.strictSame(rest, {
    paymentId: payment.id,
    provider: 'MANUAL',
    refundAmount: 10_000,
    reason: 'One fewer',
    status: 'SUCCEEDED',
    failureCode: null,
    createdByUserId: studio.org.userId,
  })
  t.match(await invoiceOf(invoice.id), {
    status: 'PAID',
    refundedAmount: 10_000,
    balanceAmount: 0,
    paymentState: 'PARTLY_REFUNDED',
  })
  const event = (await eventsOf(invoice.id)).at(-1)
  t.equal(event?.name, 'PAYMENT_REFUNDED')
  t.strictSame(event?.data.refund, body)
  t.match(event?.data.payment, { refundedAmount: 10_000 })
  t.match(await refund(payment.id), { status: 201, body: { refundAmount: 15_000, reason: null } })
  t.match(await invoiceOf(invoice.id), { paymentState: 'REFUNDED' })
  const { body: list } = await call('GET', `/payments/${payment.id}/refunds`)
  t.strictSame(
    list.data.map(({ refundAmount }: { refundAmount: number }) => refundAmount),
    [15_000, 10_000],
  )
})

t.test(
  'refunding more than is left is refused, even in fifty concurrent calls [c18-refund-too-large]',
  async (t) => {
    const keys = await atOnce(10, () => studio.org.keyWith('WRITE'))
    const { invoice, payment } = await paid()
    const tooLarge = await refund(payment.id, { refundAmount: 25_001 })
    const fields = [{ path: 'refundAmount', code: 'refund_too_large' }]
    t.match(tooLarge, { status: 409, body: { code: 'refund_too_large', fields } })
    const responses = await atOnce(50, (i) =>
      refund(payment.id, { refundAmount: 20_000 }, keys[i % 10]),
    )
    t.strictSame(statuses(responses), { 201: 1, 409: 49 })
    t.match(await invoiceOf(invoice.id), { refundedAmount: 20_000 })
    t.equal((await refund(payment.id)).status, 201)
    t.match(await refund(payment.id), { status: 409, body: { code: 'refund_too_large' } })
    const open = await studio.sent({ customerId })
    const pending = await studio.pendingPayment(open, 25_000)
    t.match(await refund(pending), { status: 409, body: { code: 'refund_too_large' } })
    for (const body of [{ refundAmount: 0 }, { refundAmount: null }, { reason: 'x'.repeat(501) }]) {
      t.equal((await refund(payment.id, body)).status, 400)
    }
  },
)

t.test("a paid invoice can't be voided until it's refunded [c18-void, c18-sums]", async (t) => {
  const invoice = await studio.sent({ customerId })
  await pay(invoice.id, { paymentAmount: 5_000 })
  const voidIt = (id: string) => call('POST', `/invoices/${id}/void`)
  t.match(await voidIt(invoice.id), { status: 409, body: { code: 'invoice_has_payments' } })
  const [payment] = await paymentsOf(invoice.id)
  await refund(payment.id)
  t.match(await invoiceOf(invoice.id), { balanceAmount: 25_000, paymentState: 'REFUNDED' })
  t.match(await voidIt(invoice.id), {
    status: 200,
    body: { paidAmount: 0, refundedAmount: 0, balanceAmount: 0, paymentState: 'UNPAID' },
  })
  const other = await studio.sent({ customerId })
  const id = await studio.pendingPayment(other, 25_000)
  await studio.apply(id, { status: 'PROCESSING' })
  t.match(await voidIt(other.id), { status: 409, body: { code: 'invoice_has_payments' } })
})

t.test('the ledger stays consistent under concurrent partial payments and void', async (t) => {
  const invoice = await studio.sent({ customerId })
  const id = await studio.pendingPayment(invoice, 25_000)
  const responses = await Promise.all([
    ...Array.from({ length: 10 }, () => pay(invoice.id, { paymentAmount: 1_000 })),
    call('POST', `/invoices/${invoice.id}/void`),
    ...Array.from({ length: 5 }, async () => {
      await studio.apply(id, { receivedAmount: 25_000 })
      return { status: 200 }
    }),
  ])
  t.notOk(responses.some(({ status }) => status >= 500))
})

t.test(
  'a fully refunded invoice no longer blocks another one for its project [c5-invoices-project-once]',
  async (t) => {
    const gold = await studio.offer('/packages', 30_000)
    const { body: project } = await studio.book({ customerId, packageId: gold.id })
    const draft = () => call('POST', `/projects/${project.id}/invoice`)
    const { body: invoice } = await draft()
    await call('POST', `/invoices/${invoice.id}/send`)
    await pay(invoice.id)
    const [payment] = await paymentsOf(invoice.id)
    await refund(payment.id, { refundAmount: 29_999 })
    t.equal((await draft()).body.code, 'project_has_invoice')
    await refund(payment.id)
    t.equal((await draft()).status, 201)
  },
)

t.test('the list is newest first, and every filter narrows it [c18-payments]', async (t) => {
  const own = await moneyStudio(service)
  const [ann, bob] = [await own.customer(), await own.customer()]
  const first = await own.sent({ customerId: ann.id })
  const second = await own.sent({ customerId: bob.id })
  await own.call('POST', `/invoices/${first.id}/pay`, { paymentAmount: 1 })
  await own.call('POST', `/invoices/${first.id}/pay`, { paymentAmount: 2 })
  await own.pendingPayment(second, 3)
  const list = async (query: string) => (await own.call('GET', `/payments?${query}`)).body
  const amounts = async (query: string) =>
    (await list(query)).data.map(({ paymentAmount }: { paymentAmount: number }) => paymentAmount)
  t.strictSame(await amounts(''), [3, 2, 1])
  t.strictSame(await amounts(`invoiceId=${first.id}`), [2, 1])
  t.strictSame(await amounts(`customerId=${bob.id}`), [3])
  t.strictSame(await amounts('status=PENDING'), [3])
  t.strictSame(await amounts('status=PENDING&status=SUCCEEDED'), [3, 2, 1])
  const [, middle] = (await list('')).data
  t.strictSame(await amounts(`since=${middle.createdAt}`), [3, 2])
  t.strictSame(await amounts(`until=${middle.createdAt}`), [1])
  t.strictSame(await amounts(`invoiceId=${randomUUID()}`), [])
  const page = await list('limit=2')
  t.strictSame(await amounts(`limit=2&cursor=${page.nextCursor}`), [1])
  t.equal((await own.call('GET', '/payments?status=PAID')).status, 400)
})
