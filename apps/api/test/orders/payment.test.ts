// docs/contract.md#c20-payment: an order is paid on the provider's page.
import { openFixture } from '@mediajobs/dispatcher/testing'
import { checkLedger } from '@mediajobs/operations/payments'
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { getPage } from '@mediajobs/testing/api/pages'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

const fixture = await openFixture(t)
const { api, emulator } = await openCardApi(t, { databaseUrl: fixture.databaseUrl })
await fixture.dispatch({ paymentsApiUrl: emulator.url })
await fixture.dispatch({ paymentsApiUrl: emulator.url })
t.afterEach(() => emulator.events.script('once'))

const CONFIRMATION_EVENTS = [
  'CUSTOMER_CREATED',
  'PROJECT_CREATED',
  'PROJECT_ASSIGNED',
  'PROJECT_STATUS_CHANGED',
  'INVOICE_CREATED',
  'INVOICE_SENT',
  'PAYMENT_SUCCEEDED',
]

t.test(
  'paying the amount due confirms the order and fires these events in order [c20-payment, c20-confirmation]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const before = (await studio.events()).length
    const placed = await studio.order(await studio.form())
    t.match(placed, { status: 'PAYMENT_DUE' })
    t.equal(emulator.session(placed.session).amount_total, 25_000)
    t.match(await studio.view(placed.token), {
      status: 'PAYMENT_DUE',
      cardPayments: true,
      project: null,
    })
    t.equal((await studio.projects()).length, 0, 'no project exists before confirmation')
    emulator.pay(placed.session)
    const seen = await studio.reaches(placed.token, 'CONFIRMED')
    t.match(seen, { paidAmount: 25_000, payUrl: null, project: { status: 'BOOKED' } })
    t.same((await studio.events()).slice(before), [
      ...CONFIRMATION_EVENTS,
      'INVOICE_PAID',
      'ORDER_PLACED',
    ])
    const { id, invoiceId, customerId } = await studio.newest()
    t.match(await studio.paymentsOf(invoiceId), [{ status: 'SUCCEEDED', orderId: id, customerId }])
    t.match(await studio.invoice(invoiceId), { status: 'PAID', paidAmount: 25_000 })
  },
)

t.test(
  'a deposit also confirms the order, and the rest is paid by its token [c20-payment]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const form = await studio.form({ payment: 'DEPOSIT', depositBasisPoints: 2_500 })
    const before = (await studio.events()).length
    const { token, session } = await studio.order(form)
    t.equal(emulator.session(session).amount_total, 6_250)
    emulator.pay(session)
    const seen = await studio.reaches(token, 'CONFIRMED')
    t.match(seen, { dueAmount: 6_250, paidAmount: 6_250, totalAmount: 25_000 })
    t.same((await studio.events()).slice(before), [...CONFIRMATION_EVENTS, 'ORDER_PLACED'])
    t.equal(new URL(seen.payUrl).pathname, `/pay/${token}`)
    t.strictSame(seen.owed, {
      balanceAmount: 18_750,
      currency: 'USD',
      isOfOrder: true,
      otherAmount: 0,
    })
    t.match(await studio.view(token), { status: 'CONFIRMED' })
    t.match((await studio.stranger('GET', `/pay/${token}`)).body, { balanceAmount: 18_750 })
  },
)

t.test(
  'without an event, returning from the payment page reads the payment [c20-payment]',
  async () => {
    const studio = await orderingStudio(api, emulator)
    const { token, session } = await studio.order(await studio.form())
    emulator.events.script('lost')
    emulator.pay(session)
    await api.store.sql.query(`update payments set updated_at = now() - interval '5 seconds'`)
    await studio.reaches(token, 'CONFIRMED')
  },
)

t.test(
  'a client who left the payment page can return to it for 35 minutes [c20-hold, c20-payment]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const { token, session } = await studio.order(await studio.form())
    const again = await studio.checkout(token)
    t.match(again, { status: 200 })
    t.match(again.body.url, session)
    const { holdExpiresAt, placedAt } = await studio.newest()
    const minutes = (Date.parse(holdExpiresAt) - Date.parse(placedAt)) / 60_000
    t.equal(Math.round(minutes), 35)
    emulator.pay(session)
    await studio.reaches(token, 'CONFIRMED')
    t.match(await studio.checkout(token), { status: 409, body: { code: 'order_decided' } })
  },
)

t.test(
  'an abandoned payment page frees the time; a later try still requires payment [c20-expiry]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const form = await studio.form()
    const { token, session, startsAt } = await studio.order(form)
    t.notOk((await studio.slots(form)).includes(startsAt), 'the time is held')
    await studio.expireHolds()
    t.ok((await studio.slots(form)).includes(startsAt), 'free immediately')
    t.match(await studio.checkout(token), { status: 409, body: { code: 'hold_expired' } })
    await studio.ripen()
    await studio.reaches(token, 'EXPIRED')
    t.equal(emulator.session(session).status, 'expired', 'its page was closed first')
    t.match(await studio.checkout(token), { status: 409, body: { code: 'hold_expired' } })
    const later = await studio.hold(form, startsAt)
    const next = await studio.place(form, studio.orderBody(later.holdToken))
    t.match(next, { status: 201, body: { status: 'PAYMENT_DUE', checkoutUrl: /^http/ } })
    t.equal((await studio.projects()).length, 0)
    t.notOk((await studio.events()).includes('ORDER_PLACED'))
  },
)

t.test('an order paid late is confirmed if its time is still free [c20-late]', async (t) => {
  const studio = await orderingStudio(api, emulator)
  const { token, session, startsAt } = await studio.order(await studio.form())
  await api.store.sql.query(
    `update orders set status = 'EXPIRED', ended_at = now(),
    hold_expires_at = now() - interval '1 second' where organization_id = $1`,
    [studio.org.organizationId],
  )
  emulator.pay(session)
  const seen = await studio.reaches(token, 'CONFIRMED')
  t.match(seen, {
    orderConflict: false,
    endedAt: null,
    paidAmount: 25_000,
    project: { scheduledTime: startsAt },
  })
  t.match(await studio.newest(), { technicianId: studio.technician.userId })
})

t.test(
  'an order paid late whose time is taken keeps its money, and nobody is double-booked [c20-late]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const form = await studio.form()
    const late = await studio.order(form)
    await studio.expireHolds()
    const faster = await studio.hold(form, late.startsAt)
    emulator.events.script('lost')
    const other = await studio.place(form, studio.orderBody(faster.holdToken))
    emulator.pay(late.session)
    await studio.ripen()
    const seen = await studio.reaches(late.token, 'CONFIRMED')
    t.match(seen, { orderConflict: true, paidAmount: 25_000, project: { status: 'PENDING' } })
    const [order] = await studio.orders('?status=CONFIRMED')
    t.match(order, { orderConflict: true, technicianId: null })
    t.match((await studio.call('GET', `/projects/${order.projectId}`)).body, {
      technicianId: null,
      status: 'PENDING',
    })
    t.match(await studio.invoice(order.invoiceId), { status: 'PAID' })
    t.match(await studio.view(other.body.orderToken), { status: 'PAYMENT_DUE' })
    t.equal((await studio.events()).at(-1), 'ORDER_PLACED')
  },
)

t.test('the agreed price stands, whatever changes in the catalog [c20-agreed]', async (t) => {
  const studio = await orderingStudio(api, emulator)
  const { call, plan, selection } = studio
  const { body: discount } = await call('POST', '/discounts', {
    code: 'ONCE',
    discountAmount: 5_000,
    currency: 'USD',
    maxRedemptions: 1,
  })
  const form = await studio.form()
  const { token, session } = await studio.order(form, {
    selection: { ...selection, discountCode: 'ONCE' },
  })
  await call('DELETE', `/packages/${plan.id}`)
  await call('DELETE', `/discounts/${discount.id}`)
  await call('DELETE', `/order-forms/${form.id}`)
  emulator.pay(session)
  await studio.reaches(token, 'CONFIRMED')
  const { invoiceId, projectId } = await studio.newest()
  t.match(await studio.invoice(invoiceId), {
    status: 'PAID',
    totalAmount: 20_000,
    discountAmount: 5_000,
  })
  t.match((await call('GET', `/projects/${projectId}`)).body, {
    packageId: plan.id,
    discountId: null,
  })
})

t.test(
  'a price of 0 requires no payment; a form with payment requires an account [c20-payment]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    await studio.call('POST', '/discounts', { code: 'FREE', percentBasisPoints: 10_000 })
    const { selection } = studio
    const placed = await studio.order(await studio.form(), {
      selection: { ...selection, discountCode: 'FREE' },
    })
    t.match(placed, { status: 'CONFIRMED', session: '' })
    await studio.call('DELETE', '/organization/payment-account')
    const form = await studio.form()
    const { holdToken } = await studio.hold(form)
    t.match(await studio.place(form, studio.orderBody(holdToken)), {
      status: 409,
      body: { code: 'card_payments_off' },
    })
    t.same((await studio.orders()).length, 1, 'nothing was ordered')
  },
)

t.test('a lost response from the provider is requested again [c20-order-once]', async (t) => {
  const studio = await orderingStudio(api, emulator)
  const form = await studio.form()
  const { holdToken } = await studio.hold(form)
  const body = studio.orderBody(holdToken)
  emulator.fail('lost-answers')
  const lost = await studio.place(form, body).finally(() => emulator.fail(null))
  t.match(lost, { status: 503, body: { code: 'payment_provider_unavailable' } })
  const again = await studio.place(form, body)
  t.match(again, { status: 201, body: { status: 'PAYMENT_DUE', checkoutUrl: /^http/ } })
  const { id } = await studio.newest()
  const { body: payments } = await studio.call('GET', '/payments')
  t.match(payments.data, [{ orderId: id, status: 'PENDING', invoiceId: null }])
  t.equal(payments.data.length, 1)
})

t.test(
  'with manual confirmation, a paid order is REQUESTED, and staff confirm it with its payment on the invoice [c20-staff]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const before = (await studio.events()).length
    const { token, session, startsAt } = await studio.order(
      await studio.form({ confirmation: 'BY_STAFF' }),
    )
    emulator.pay(session)
    t.match(await studio.reaches(token, 'REQUESTED'), { paidAmount: 25_000, project: null })
    t.same((await studio.events()).slice(before), ['PAYMENT_SUCCEEDED', 'ORDER_REQUESTED'])
    const { id } = await studio.newest()
    const confirmed = await studio.call('POST', `/orders/${id}/confirm`)
    t.match(confirmed, {
      status: 200,
      body: { status: 'CONFIRMED', technicianId: studio.technician.userId },
    })
    t.match((await studio.call('POST', `/orders/${id}/confirm`)).body, { status: 'CONFIRMED' })
    const fired = (await studio.events()).slice(before + 2)
    t.same(fired, [
      ...CONFIRMATION_EVENTS.filter(
        (name) => !['PAYMENT_SUCCEEDED', 'PROJECT_STATUS_CHANGED'].includes(name),
      ),
      'INVOICE_PAID',
      'ORDER_PLACED',
    ])
    t.match(await studio.invoice(confirmed.body.invoiceId), { status: 'PAID' })
    t.match(await studio.view(token), { project: { status: 'PENDING', scheduledTime: startsAt } })
    t.match(await studio.call('POST', `/orders/${id}/decline`), {
      status: 409,
      body: { code: 'order_decided' },
    })
  },
)

t.test(
  'a refund concurrent with the confirmation is on its invoice [c20-staff, c18-refunds]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const form = await studio.form({ confirmation: 'BY_STAFF' })
    for (let n = 0; n < 3; n++) {
      const { token, session } = await studio.order(form)
      emulator.pay(session)
      await studio.reaches(token, 'REQUESTED')
      const { id } = await studio.newest()
      const [payment] = (await studio.call('GET', '/payments?limit=1')).body.data
      const [confirmed, refunded] = await Promise.all([
        studio.call('POST', `/orders/${id}/confirm`),
        studio.call('POST', `/payments/${payment.id}/refunds`, { refundAmount: 1_000 }),
      ])
      t.same([confirmed.status, refunded.status], [200, 201])
      t.match(await studio.invoice(confirmed.body.invoiceId), { refundedAmount: 1_000 })
    }
  },
)

t.test('order events contain the order, but no token [c20-order-events]', async (t) => {
  const studio = await orderingStudio(api, emulator)
  const { token } = await studio.order(await studio.form({ payment: 'NONE' }))
  const { id, projectId, invoiceId, customerId } = await studio.newest()
  const [row] = await api.store.sql.query<{ data: object }>(
    `select data from events where organization_id = $1 and name = 'ORDER_PLACED'`,
    [studio.org.organizationId],
  )
  const data = row?.data ?? {}
  t.match(data, {
    orderId: id,
    projectId,
    invoiceId,
    customerId,
    order: { id, status: 'CONFIRMED' },
  })
  t.notMatch(JSON.stringify(data), token)
})

t.test('check-ledger finds money missing from an order [c20-ledger]', async (t) => {
  const studio = await orderingStudio(api, emulator)
  const { token, session } = await studio.order(await studio.form())
  emulator.pay(session)
  await studio.reaches(token, 'CONFIRMED')
  const { id } = await studio.newest()
  const owe = (amount: number) =>
    api.store.sql.query('update orders set due_amount = $2 where id = $1', [id, amount])
  await owe(25_001)
  const found = await checkLedger(api.store.database, studio.org.organizationId)
  await owe(25_000)
  t.match(found, [{ of: 'order', id, field: 'paidAmount', expected: 25_001, found: 25_000 }])
})

t.test("check-ledger accepts a deposit that pays a cancellation's fee [c20-ledger]", async (t) => {
  const studio = await orderingStudio(api, emulator)
  const rules = [{ on: 'CANCEL', withinHours: 8_784, feeAmount: 5_000 }]
  const changePolicy = { clientUntilHours: 0, currency: 'USD', rules }
  await studio.call('PATCH', '/organization', { changePolicy })
  const form = await studio.form({ payment: 'DEPOSIT', depositBasisPoints: 2_000 })
  const { token, session } = await studio.order(form)
  emulator.pay(session)
  await studio.reaches(token, 'CONFIRMED')
  const canceled = await studio.stranger('POST', `/orders/${token}/cancel`, {
    expectedFeeAmount: 5_000,
  })
  t.equal(canceled.status, 200)
  t.strictSame(await checkLedger(api.store.database, studio.org.organizationId), [])
})

t.test('declining refunds once, even if repeated or concurrent [c20-staff]', async (t) => {
  const studio = await orderingStudio(api, emulator)
  const form = await studio.form({ confirmation: 'BY_STAFF' })
  const { token, session, startsAt } = await studio.order(form)
  emulator.pay(session)
  await studio.reaches(token, 'REQUESTED')
  const { id } = await studio.newest()
  const decline = () => studio.call('POST', `/orders/${id}/decline`, { reason: 'Fully booked' })
  const answers = await Promise.all([decline(), decline(), decline()])
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const { body } = await studio.call('GET', '/payments')
  const [payment] = body.data
  const refunded = await eventually('the refund succeeds', async () => {
    const { body } = await studio.call('GET', `/payments/${payment.id}/refunds`)
    return body.data[0]?.status === 'SUCCEEDED' && body.data
  })
  t.equal(refunded.length, 1)
  t.match(refunded, [{ refundAmount: 25_000, reason: 'Fully booked' }])
  t.match(await studio.view(token), {
    status: 'DECLINED',
    reason: 'Fully booked',
    refundedAmount: 25_000,
  })
  t.match(
    (await getPage(api.url, `/orders/${token}`)).text,
    '<p dir="auto">Fully booked</p><p dir="auto">Your refund of $250.00 is on its way.</p>',
  )
  t.ok((await studio.slots(form)).includes(startsAt), 'its time is free')
  t.match(await studio.call('POST', `/orders/${id}/confirm`), {
    status: 409,
    body: { code: 'order_decided' },
  })
  const declined = (await studio.events()).filter((name) => name === 'ORDER_DECLINED')
  t.equal(declined.length, 1)
  t.equal((await studio.projects()).length, 0)
})

t.test(
  'a requested order holds its time, and a staff booking over it causes a conflict [c20-staff]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const form = await studio.form({ confirmation: 'BY_STAFF', payment: 'NONE' })
    const { startsAt } = await studio.order(form)
    t.notOk((await studio.slots(form)).includes(startsAt))
    const booked = await studio.call('POST', '/projects/create', {
      scheduledTime: startsAt,
      estimatedDuration: 60,
      technicianId: studio.technician.userId,
    })
    t.equal(booked.status, 201, "a hold doesn't block staff")
    const { id } = await studio.newest()
    const { body } = await studio.call('POST', `/orders/${id}/confirm`)
    t.match(body, { status: 'CONFIRMED', orderConflict: true, technicianId: null })
  },
)

t.test(
  "a disputed payment isn't promised as a refund, and a lost one doesn't count as paid [c20-client-order, c21-client-page]",
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const changePolicy = { clientUntilHours: 0, freeReschedules: 1, currency: 'USD', rules: [] }
    await studio.call('PATCH', '/organization', { changePolicy })
    const { token, session } = await studio.order(await studio.form())
    emulator.pay(session)
    t.match(await studio.reaches(token, 'CONFIRMED'), { disputedAmount: 0 })
    const page = async (path = '') => (await getPage(api.url, `/orders/${token}${path}`)).text
    t.match(await page(), 'You&#39;re booked, and it&#39;s paid')
    t.match(await page('/change'), 'You get $250.00 back.')
    const { id } = emulator.dispute(String(emulator.session(session).payment_intent))
    await eventually('the dispute is known', async () => {
      return (await studio.view(token)).disputedAmount === 25_000
    })
    t.match(await page('/change'), 'Cancel booking')
    t.notMatch(await page('/change'), 'You get')
    emulator.moveDispute(id, 'lost')
    await eventually('the dispute is lost', async () => {
      return (await studio.view(token)).refundedAmount === 25_000
    })
    t.match(await page(), /You&#39;re booked<.*Refunded/s)
  },
)
