// docs/contract.md#c21-client
import { randomUUID } from 'node:crypto'
import { MAX_CLIENT_MOVES_OF_DAY } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { keepLedger } from '@mediajobs/testing/api/ledger'
import { orderStudio, soonAt } from '@mediajobs/testing/api/order-studio'
import t from 'tap'

const service = await sharedApp()
const POLICY = {
  clientUntilHours: 2,
  freeReschedules: 0,
  currency: 'USD',
  rules: [
    { on: 'RESCHEDULE', withinHours: 8_784, feeAmount: 2_500 },
    { on: 'CANCEL', withinHours: 8_784, feeBasisPoints: 2_500 },
  ],
}

async function studio(policy: object | null = POLICY, fields: object = {}) {
  const orders = await orderStudio(service)
  const { org, call, stranger } = orders
  keepLedger(service.store, org.organizationId)
  await call('PATCH', '/organization', { changePolicy: policy })
  const form = await orders.open({ slotMinutes: 30, ...fields })
  /** A confirmed order of $200.00, and the client's calls. */
  async function order(time: string, email = `ann-${randomUUID()}@example.com`) {
    const { body: held } = await form.hold(soonAt(time))
    const { body: placed } = await stranger('POST', `${form.at}/orders`, {
      holdToken: held.holdToken,
      selection: { packageId: orders.packageId },
      address: { addressLine1: '1 Main Street' },
      customer: { name: 'Ann Agent', email },
      acceptedTerms: true,
    })
    const path = `/orders/${placed.orderToken}`
    const view = async () => (await stranger('GET', path)).body
    const { body } = await call('GET', '/orders?limit=1')
    const { projectId, invoiceId } = body.data[0]
    return {
      projectId,
      invoiceId,
      path,
      view,
      move: (at: string, expectedFeeAmount = 2_500) =>
        stranger('POST', `${path}/reschedule`, { startsAt: soonAt(at), expectedFeeAmount }),
      cancel: (expectedFeeAmount = 5_000) =>
        stranger('POST', `${path}/cancel`, { expectedFeeAmount }),
      project: async () => (await call('GET', `/projects/${projectId}`)).body,
      invoices: async () =>
        (await call('GET', `/invoices?projectId=${projectId}`)).body.data.reverse(),
      pay: (body: object = {}) => call('POST', `/invoices/${invoiceId}/pay`, body),
    }
  }
  return { ...orders, form, order }
}

t.test(
  'a client moves their appointment: the fee shown is billed, and the payment stays [c21-client, c21-client-reschedule]',
  async (t) => {
    const { order, call } = await studio()
    const { move, view, project, invoices, pay, projectId } = await order('09:00')
    await pay()
    const { change } = await view()
    t.match(change, {
      canReschedule: true,
      canCancel: true,
      rescheduleFeeAmount: 2_500,
      cancelFeeAmount: 5_000,
      feeCurrency: 'USD',
      until: soonAt('07:00'),
    })
    const { status, body } = await move('11:00', change.rescheduleFeeAmount)
    t.equal(status, 200)
    t.match(body.project, { scheduledTime: soonAt('11:00') })
    t.match(await project(), { scheduledTime: soonAt('11:00') })
    t.match(await invoices(), [
      { status: 'PAID', paidAmount: 20_000, refundedAmount: 0 },
      { status: 'SENT', totalAmount: 2_500 },
    ])
    t.match(body.payUrl, /\/pay\//, "the fee is payable on the order's page")
    t.strictSame(body.owed, {
      balanceAmount: 2_500,
      currency: 'USD',
      isOfOrder: false,
      otherAmount: 0,
    })
    const path = new URL(body.payUrl).pathname
    t.match((await service.request('GET', path)).body, { balanceAmount: 2_500 })
    const { data } = (await call('GET', `/projects/${projectId}/reschedules`)).body
    t.match(data, [{ byCustomer: true, changedByUserId: null, feeAmount: 2_500 }])
    const events = (await call('GET', `/events?projectId=${projectId}&event=PROJECT_RESCHEDULED`))
      .body
    t.match(events.data, [{ data: { byCustomer: true, previousTime: soonAt('09:00') } }])
    t.match((await move('11:00')).status, 200, 'the same time again')
    t.equal((await invoices()).length, 2)
  },
)

t.test(
  'of two clients moving to the same slot, one succeeds [c21-client-reschedule]',
  async (t) => {
    const { order } = await studio()
    const [first, second] = [await order('08:00'), await order('09:00')]
    for (const [n, time] of ['11:00', '13:00', '15:00'].entries()) {
      const moved = await Promise.all([first.move(time), second.move(time)])
      t.strictSame(moved.map(({ status }) => status).sort(), [200, 409], `round ${n}`)
      const refused = moved.find(({ status }) => status === 409)
      t.equal(refused?.body.code, 'slot_taken')
      const times = [await first.project(), await second.project()].map(
        (each) => each.scheduledTime,
      )
      t.not(times[0], times[1])
    }
  },
)

t.test(
  "a client's own appointment doesn't block the move; another one does [c21-client-reschedule, c21-client-slots]",
  async (t) => {
    const { order } = await studio()
    const mine = await order('09:00')
    const times = async () =>
      (await service.request('GET', `${mine.path}/slots`)).body.data.map(
        ({ startsAt }: { startsAt: string }) => startsAt,
      )
    await order('14:00')
    const offered = await times()
    t.ok(offered.includes(soonAt('09:30')))
    for (const time of ['09:00', '14:30', '09:10']) t.notOk(offered.includes(soonAt(time)), time)
    t.equal((await mine.move('09:30')).status, 200)
    t.match(await mine.move('14:30'), { status: 409, body: { code: 'slot_taken' } })
    t.match(await mine.move('09:10'), { status: 400 })
    t.match(await mine.move('22:00'), { status: 409, body: { code: 'slot_taken' } })
    t.equal((await mine.project()).scheduledTime, soonAt('09:30'))
  },
)

t.test(
  'a client moves an order at most ten times a day, staff any number of times [c21-client-reschedule]',
  async (t) => {
    const { order, call } = await studio()
    const mine = await order('09:00')
    for (let n = 0; n < MAX_CLIENT_MOVES_OF_DAY; n += 1) {
      t.equal((await mine.move(n % 2 === 0 ? '11:00' : '09:00')).status, 200)
    }
    const refused = await mine.move('11:00')
    t.match(refused, { status: 429, body: { code: 'rate_limited' } })
    t.match(refused.headers['retry-after'], /^[1-9]/)
    t.equal(
      (await mine.invoices()).length,
      1 + MAX_CLIENT_MOVES_OF_DAY,
      'a refused move costs nothing',
    )
    const body = { scheduledTime: soonAt('12:00') }
    t.equal((await call('POST', `/projects/${mine.projectId}/reschedule`, body)).status, 200)
    t.equal((await mine.cancel()).status, 200)
  },
)

t.test(
  'the policy at the time of the order applies, not a later one [c21-fee-order]',
  async (t) => {
    const { order, call } = await studio()
    const { view, move, projectId } = await order('09:00')
    const changed = { ...POLICY, clientUntilHours: null, rules: [] }
    await call('PATCH', '/organization', { changePolicy: changed })
    t.match((await view()).change, { canReschedule: true, rescheduleFeeAmount: 2_500 })
    const fees = await call('GET', `/projects/${projectId}/change-fees`)
    t.match(fees.body, { rescheduleFeeAmount: 2_500, cancelFeeAmount: 5_000 }, 'for staff too')
    t.equal((await move('10:00')).status, 200)
    const later = await order('13:00')
    t.match((await later.view()).change, { canReschedule: false, canCancel: false, until: null })
    t.match(await later.move('14:30', 0), { status: 409, body: { code: 'change_too_late' } })
  },
)

t.test('a fee different from the one shown is a 409 with the new fee [c21-client]', async (t) => {
  const { order } = await studio()
  const { move, cancel, project, invoices } = await order('09:00')
  for (const refused of [await move('10:00', 0), await cancel(0)]) {
    t.match(refused, { status: 409, body: { code: 'fee_changed', fee: { currency: 'USD' } } })
  }
  t.match(await project(), { scheduledTime: soonAt('09:00'), status: 'BOOKED' })
  t.equal((await invoices()).length, 1)
})

t.test(
  'a client cancels, and the payment is refunded less the fee [c21-client-cancel]',
  async (t) => {
    const { order, form } = await studio()
    const { cancel, pay, view, invoices } = await order('09:00')
    await pay()
    const before = await form.slots()
    const all = await Promise.all([cancel(), cancel(), cancel()])
    t.strictSame(
      all.map(({ status }) => status),
      [200, 200, 200],
    )
    t.match(await view(), {
      project: { status: 'CANCELLED' },
      refundedAmount: 15_000,
      change: { canReschedule: false, canCancel: false },
    })
    t.match(await invoices(), [{ paymentState: 'PARTLY_REFUNDED', refundedAmount: 15_000 }])
    t.equal((await invoices()).length, 1)
    t.ok((await form.slots()).length > before.length, 'the time is free again')
    t.equal((await cancel()).status, 200, 'once more')
  },
)

t.test(
  'canceling an unpaid order bills the fee, payable on its page [c21-client-cancel]',
  async (t) => {
    const { order } = await studio()
    const { cancel, invoices, pay } = await order('09:00')
    await pay({ paymentAmount: 3_000 })
    const { body } = await cancel()
    t.match(body, { payUrl: /\/pay\//, paidAmount: 3_000, refundedAmount: 0 })
    t.strictSame(body.owed, {
      balanceAmount: 2_000,
      currency: 'USD',
      isOfOrder: false,
      otherAmount: 0,
    })
    t.match(await invoices(), [
      { status: 'VOIDED' },
      { status: 'SENT', totalAmount: 5_000, balanceAmount: 2_000 },
    ])
  },
)

t.test('past the deadline only staff can make changes [c21-client]', async (t) => {
  const { order, call } = await studio()
  const { cancel, move, view, projectId, project } = await order('09:00')
  const soon = new Date(Date.now() + 2 * 3_600_000 - 1_000).toISOString()
  await call('PATCH', `/projects/${projectId}`, { scheduledTime: soon })
  t.match((await view()).change, { canReschedule: false, canCancel: false })
  for (const refused of [await move('10:00'), await cancel()]) {
    t.match(refused, { status: 409, body: { code: 'change_too_late' } })
  }
  const later = new Date(Date.now() + 2 * 3_600_000 + 60_000).toISOString()
  await call('PATCH', `/projects/${projectId}`, { scheduledTime: later })
  t.match((await view()).change, { canCancel: true })
  await call('PATCH', `/projects/${projectId}/status`, { status: 'SHOOTING' })
  t.match(await cancel(), { status: 409, body: { code: 'change_too_late' } }, 'it has begun')
  t.equal((await call('POST', `/projects/${projectId}/cancel`, {})).status, 200)
  t.match(await project(), { status: 'CANCELLED' })
  t.match(await move('10:00'), { status: 409, body: { code: 'project_cancelled' } })
})

t.test('only the token changes an order, and only a confirmed one [c21-client]', async (t) => {
  const { stranger, form, packageId } = await studio(POLICY, { confirmation: 'BY_STAFF' })
  const unknown = `/orders/${'a'.repeat(43)}`
  const moved = { startsAt: soonAt('10:00'), expectedFeeAmount: 0 }
  t.equal((await stranger('POST', `${unknown}/reschedule`, moved)).status, 404)
  t.equal((await stranger('POST', `${unknown}/cancel`, { expectedFeeAmount: 0 })).status, 404)
  const { body: held } = await form.hold(soonAt('09:00'))
  const { body: placed } = await stranger('POST', `${form.at}/orders`, {
    holdToken: held.holdToken,
    selection: { packageId },
    address: { addressLine1: '1 Main Street' },
    customer: { name: 'Ann', email: 'ann@example.com' },
    acceptedTerms: true,
  })
  const path = `/orders/${placed.orderToken}`
  t.equal(placed.status, 'REQUESTED')
  t.match((await stranger('GET', path)).body.change, { canReschedule: false, canCancel: false })
  for (const [step, body] of [
    ['reschedule', moved],
    ['cancel', { expectedFeeAmount: 0 }],
  ] as const) {
    const refused = await stranger('POST', `${path}/${step}`, body)
    t.match(refused, { status: 409, body: { code: 'order_not_confirmed' } }, step)
    t.equal((await stranger('POST', `${path}/${step}`, {})).status, 400, step)
  }
})

t.test(
  "a guest's fee is billed like their order, even if their email is a group member's [c21-fee-invoice, c20-known-email]",
  async (t) => {
    const { order, call, make, org, hire } = await studio({
      ...POLICY,
      rules: ['RESCHEDULE', 'CANCEL'].map((on) => ({ on, withinHours: 8_784, feeAmount: 2_500 })),
    })
    await hire()
    const email = `member-${randomUUID()}@example.com`
    const customer = await make('/customers', { name: 'Mia Member', email })
    const broker = await make('/customers', {
      name: 'Broker',
      email: `broker@${org.organizationId}.test`,
    })
    const group = await make('/customer-groups', {
      name: 'Acme Realty',
      billing: 'GROUP',
      billingCustomerId: broker.id,
      paymentTerms: 'NET_DAYS',
      netDays: 30,
    })
    const path = `/customer-groups/${group.id}/members`
    t.equal((await call('PUT', `${path}/${customer.id}`, { role: 'MEMBER' })).status, 200)
    const [moved, cancelled] = [await order('09:00', email), await order('10:00', email)]
    t.equal((await moved.move('14:00')).status, 200)
    t.equal((await cancelled.cancel(2_500)).status, 200)
    for (const each of [moved, cancelled]) {
      const all = await each.invoices()
      t.match(all, [{}, { status: 'SENT', totalAmount: 2_500 }])
      for (const { customerId, dueDate } of all) {
        t.strictSame({ customerId, dueDate }, { customerId: customer.id, dueDate: null })
      }
    }
    const { body: given } = await call('PATCH', `/projects/${moved.projectId}`, {
      customerId: broker.id,
    })
    t.equal(given.customerId, broker.id)
    const staff = { scheduledTime: soonAt('16:00') }
    t.equal((await call('POST', `/projects/${moved.projectId}/reschedule`, staff)).status, 200)
    t.match((await moved.invoices()).at(-1), { customerId: broker.id, totalAmount: 2_500 })
  },
)
