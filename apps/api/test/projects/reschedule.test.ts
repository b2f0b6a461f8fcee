// docs/contract.md#c21
import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const service = await sharedApp()
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const POLICY = {
  clientUntilHours: 2,
  freeReschedules: 0,
  currency: 'USD',
  rules: [
    { on: 'RESCHEDULE', withinHours: 24, feeAmount: 5_000, feeBasisPoints: null },
    { on: 'RESCHEDULE', withinHours: 24, feeAmount: null, feeBasisPoints: 1_000 },
    { on: 'CANCEL', withinHours: 48, feeAmount: null, feeBasisPoints: 5_000 },
  ],
}

async function studio() {
  const money = await moneyStudio(service)
  const { call } = money
  await call('PATCH', '/organization', { changePolicy: POLICY })
  const { id: customerId } = await money.customer()
  const { id: packageId } = await money.offer('/packages', 30_000)
  const book = async (fields: object = {}) =>
    (await money.book({ scheduledTime: inHours(10), customerId, packageId, ...fields })).body
  const move = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
    service.request('POST', `/projects/${id}/reschedule`, {
      key: money.org.key,
      body: { scheduledTime: inHours(100), ...body },
      headers,
    })
  const invoicesOf = async (id: string) =>
    (await call('GET', `/invoices?projectId=${id}`)).body.data
  const events = async (id: string) => {
    const { body } = await call('GET', `/events?projectId=${id}&limit=100`)
    return body.data.reverse()
  }
  return { ...money, customerId, book, move, invoicesOf, events }
}

t.test('the change policy is a setting with bounds [c21-policy]', async (t) => {
  const { call } = await studio()
  const set = (changePolicy: unknown) => call('PATCH', '/organization', { changePolicy })
  t.strictSame((await call('GET', '/organization')).body.changePolicy, POLICY)
  t.match(await set({}), {
    status: 200,
    body: {
      changePolicy: { clientUntilHours: null, freeReschedules: 0, currency: null, rules: [] },
    },
  })
  const rule = { on: 'CANCEL', withinHours: 24 }
  for (const wrong of [
    { rules: [rule] },
    { rules: [{ ...rule, feeAmount: 1, feeBasisPoints: 1 }], currency: 'USD' },
    { rules: [{ ...rule, feeAmount: 1 }] },
    { rules: [{ ...rule, feeBasisPoints: 10_001 }] },
    { rules: [{ ...rule, withinHours: -1, feeBasisPoints: 1 }] },
    { rules: Array.from({ length: 21 }, () => ({ ...rule, feeBasisPoints: 1 })) },
    { clientUntilHours: 8_785 },
    { freeReschedules: 101 },
    { currency: 'QQQ' },
  ]) {
    const { status, body } = await set(wrong)
    t.equal(status, 400, JSON.stringify(wrong))
    t.match(body.fields[0].path, /^changePolicy/)
  }
  t.strictSame((await set(null)).body.changePolicy, null)
})

t.test(
  'a late move sends a separate invoice for its fee [c21-reschedule, c21-fee-invoice, c21-rescheduled]',
  async (t) => {
    const { call, book, move, invoicesOf, events } = await studio()
    const project = await book()
    const scheduledTime = inHours(90)
    const shown = await call('GET', `/projects/${project.id}/change-fees`)
    t.strictSame(shown.body, {
      currency: 'USD',
      rescheduleFeeAmount: 5_000,
      cancelFeeAmount: 15_000,
    })
    const { status, body } = await move(project.id, { scheduledTime, reason: 'Rain' })
    t.equal(status, 200)
    t.match(body, {
      id: project.id,
      scheduledTime,
      version: project.version + 1,
      feeAmount: 5_000,
      currency: 'USD',
    })
    const [invoice, ...more] = await invoicesOf(project.id)
    t.strictSame(more, [])
    t.match(invoice, { id: body.feeInvoiceId, status: 'SENT', totalAmount: 5_000, taxAmount: 0 })
    const told = (await events(project.id)).slice(1)
    t.strictSame(
      told.map(({ event }: { event: string }) => event),
      ['PROJECT_RESCHEDULED', 'INVOICE_CREATED', 'INVOICE_SENT'],
    )
    t.match(told[0].data, {
      projectId: project.id,
      visitId: null,
      previousTime: project.scheduledTime,
      scheduledTime,
      byCustomer: false,
      feeAmount: 5_000,
      currency: 'USD',
      reason: 'Rain',
    })
    const { feeAmount, currency, feeInvoiceId, ...moved } = body
    t.strictSame(told[0].data.project, moved)
    const list = await call('GET', `/projects/${project.id}/reschedules`)
    t.match(list.body.data, [
      {
        previousTime: project.scheduledTime,
        scheduledTime,
        reason: 'Rain',
        feeAmount: 5_000,
        feeInvoiceId: invoice.id,
        isFeeWaived: false,
        byCustomer: false,
      },
    ])
  },
)

t.test('early moves, waived fees and moves by PATCH are free [c21-reschedule]', async (t) => {
  const { call, book, move, invoicesOf } = await studio()
  const { id } = await book({ scheduledTime: inHours(25) })
  t.match((await move(id)).body, { feeAmount: 0, currency: 'USD', feeInvoiceId: null })
  const late = await book()
  t.match((await move(late.id, { waiveFee: true })).body, { feeAmount: 0, feeInvoiceId: null })
  const plain = await book()
  await call('PATCH', `/projects/${plain.id}`, { scheduledTime: inHours(50) })
  const nobody = await book({ customerId: null })
  t.match((await move(nobody.id)).body, { feeAmount: 0 }, 'nobody to bill')
  for (const each of [id, late.id, plain.id, nobody.id]) t.strictSame(await invoicesOf(each), [])
})

t.test('moving to the same time is a no-op [c21-reschedule]', async (t) => {
  const { book, move, events } = await studio()
  const project = await book()
  const { scheduledTime } = project
  t.match(await move(project.id, { scheduledTime }), {
    status: 200,
    body: { version: project.version, feeAmount: 0, feeInvoiceId: null },
  })
  t.equal((await events(project.id)).length, 1)
})

t.test("waived moves don't count as free ones [c21-reschedule]", async (t) => {
  const { call, book, move } = await studio()
  await call('PATCH', '/organization', { changePolicy: { ...POLICY, freeReschedules: 1 } })
  const { id } = await book()
  const fees = []
  for (const [n, waiveFee] of [true, false, false].entries()) {
    const { body } = await move(id, { waiveFee, scheduledTime: inHours(11 + n) })
    fees.push(body.feeAmount)
  }
  t.strictSame(fees, [0, 0, 5_000])
})

t.test('a percentage fee applies to the invoices, excluding earlier fees [c21-fee]', async (t) => {
  const { call, book, move, customerId, invoice } = await studio()
  const { id } = await book()
  const fees = async () => (await call('GET', `/projects/${id}/change-fees`)).body
  const large = [{ description: 'Shoot', quantity: 1, unitAmount: 80_000 }]
  await invoice({ customerId, projectId: id, lineItems: large })
  t.match(await fees(), { rescheduleFeeAmount: 8_000, cancelFeeAmount: 40_000 })
  t.match((await move(id, { scheduledTime: inHours(9) })).body, { feeAmount: 8_000 })
  t.match(await fees(), { rescheduleFeeAmount: 8_000, cancelFeeAmount: 40_000 })
})

t.test(
  'a fee different from the one shown is a 409 with the new fee [c21-fee-changed]',
  async (t) => {
    const { call, book, move, invoicesOf } = await studio()
    const { id, scheduledTime } = await book()
    const refused = await move(id, { expectedFeeAmount: 0 })
    t.match(refused, {
      status: 409,
      body: { code: 'fee_changed', fee: { feeAmount: 5_000, currency: 'USD' } },
    })
    t.equal((await call('GET', `/projects/${id}`)).body.scheduledTime, scheduledTime)
    t.strictSame(await invoicesOf(id), [])
    t.equal((await move(id, { expectedFeeAmount: 5_000 })).status, 200)
  },
)

t.test(
  'moving a visit by id moves its project only if the project mirrors that visit [c21-reschedule]',
  async (t) => {
    const { call, book, move, events } = await studio()
    const project = await book()
    const twilight = { kind: 'TWILIGHT', scheduledTime: inHours(20) }
    const { body: visit } = await call('POST', `/projects/${project.id}/visits`, twilight)
    const scheduledTime = inHours(40)
    const moved = await move(project.id, { visitId: visit.id, scheduledTime, waiveFee: true })
    t.match(moved.body, { scheduledTime: project.scheduledTime, version: project.version + 1 })
    const path = `/projects/${project.id}/visits/${visit.id}`
    t.match((await call('GET', path)).body, { scheduledTime, version: 2 })
    const last = (await events(project.id)).at(-1)
    t.match(last.data, { visitId: visit.id, previousTime: twilight.scheduledTime, scheduledTime })

    const first = await move(project.id, { scheduledTime: inHours(60), waiveFee: true })
    t.equal(first.body.scheduledTime, scheduledTime, 'the twilight is first now')
    t.not((await events(project.id)).at(-1).data.visitId, visit.id)
    await call('PATCH', path, { status: 'DONE' })
    t.match(await move(project.id, { visitId: visit.id }), {
      status: 409,
      body: { code: 'visit_not_planned' },
    })
    t.equal((await move(project.id, { visitId: randomUUID() })).status, 404)
  },
)

t.test("the fee for moving a visit depends on the visit's time [c21-fee-changed]", async (t) => {
  const { call, book } = await studio()
  const { id } = await book()
  const later = { kind: 'RESHOOT', scheduledTime: inHours(200) }
  const { body: visit } = await call('POST', `/projects/${id}/visits`, later)
  const fees = async (query = '') =>
    (await call('GET', `/projects/${id}/change-fees${query}`)).body.rescheduleFeeAmount
  t.strictSame([await fees(), await fees(`?visitId=${visit.id}`)], [5_000, 0])
  t.equal((await call('GET', `/projects/${id}/change-fees?visitId=${randomUUID()}`)).status, 404)
})

t.test("past and canceled appointments can't be moved [c21-reschedule]", async (t) => {
  const { call, book, move } = await studio()
  const { id } = await book()
  await call('PATCH', `/projects/${id}/status`, { status: 'UPLOADED' })
  t.match(await move(id), { status: 409, body: { code: 'visit_not_planned' } })
  await call('PATCH', `/projects/${id}/status`, { status: 'CANCELLED' })
  t.match(await move(id), { status: 409, body: { code: 'project_cancelled' } })
  t.equal((await move(randomUUID())).status, 404)
})

t.test(
  'of concurrent moves with the same If-Match, one succeeds and is billed [c21-reschedule]',
  async (t) => {
    const { book, move, invoicesOf } = await studio()
    const { id } = await book()
    const headers = { 'if-match': '"1"' }
    const both = await Promise.all([
      move(id, { scheduledTime: inHours(12) }, headers),
      move(id, { scheduledTime: inHours(13) }, headers),
    ])
    t.strictSame(both.map(({ status }) => status).sort(), [200, 412])
    t.equal((await invoicesOf(id)).length, 1)
  },
)

t.test("technicians and editors can't reschedule or cancel [c21-reschedule]", async (t) => {
  const { org, book } = await studio()
  const { id } = await book()
  for (const role of ['TECHNICIAN', 'EDITOR'] as const) {
    const person = await service.createMember(org, role)
    const act = asPerson(service, await person.token(), org.organizationId)
    for (const [method, path, body] of [
      ['POST', 'reschedule', { scheduledTime: inHours(9) }],
      ['POST', 'cancel', {}],
      ['GET', 'change-fees', undefined],
      ['GET', 'reschedules', undefined],
    ] as const) {
      const { status } = await act(method, `/projects/${id}/${path}`, body)
      t.equal(status, 403, `${role} ${path}`)
    }
  }
  const stranger = await service.createOrg()
  for (const path of ['reschedule', 'cancel']) {
    const body = { scheduledTime: inHours(9) }
    const { status } = await stranger.call(
      'POST',
      `/projects/${id}/${path}`,
      path === 'cancel' ? {} : body,
    )
    t.equal(status, 404, path)
  }
})

t.test('a project with only fee invoices can still be billed [c21-fee-invoice]', async (t) => {
  const { book, move, call, invoicesOf, customerId } = await studio()
  const [drafted, waiting, stated] = [await book(), await book(), await book()]
  for (const { id } of [drafted, waiting, stated]) t.match(await move(id), { status: 200 })
  t.match(await call('POST', `/projects/${drafted.id}/invoice`), {
    status: 201,
    body: { totalAmount: 30_000 },
  })
  const locked = await call('POST', `/projects/${waiting.id}/deliver`, { requirePayment: true })
  t.match(locked, { status: 200, body: { locked: true } })
  const totals = (await invoicesOf(waiting.id)).map(
    (each: { totalAmount: number }) => each.totalAmount,
  )
  t.strictSame(totals.sort(), [30_000, 5_000])
  await call('POST', `/projects/${stated.id}/deliver`)
  const group = await call('POST', '/customer-groups', {
    name: 'Main Street Realty',
    billing: 'GROUP',
    billingCustomerId: customerId,
    paymentTerms: 'ON_DELIVERY',
  })
  await call('PUT', `/customer-groups/${group.body.id}/members/${customerId}`, { role: 'LEAD' })
  const days = { from: inHours(-24).slice(0, 10), to: inHours(24).slice(0, 10) }
  const statement = await call('POST', `/customer-groups/${group.body.id}/statements`, days)
  t.strictSame(statement.body.invoice?.projectIds, [stated.id])
})
