// docs/contract.md#c20-orders: a hold becomes an order.

import { setTimeout as pause } from 'node:timers/promises'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import t from 'tap'
import { atOnce } from '../support/money-studio.ts'

const { api, emulator } = await openCardApi(t)
const studio = await orderingStudio(api, emulator)
const free = await studio.form({ payment: 'NONE' })

t.test(
  'an order without a payment is confirmed immediately [c20-orders, c20-confirmation]',
  async (t) => {
    const { form, order, view, newest, call, events, technician } = await orderingStudio(
      api,
      emulator,
    )
    const placed = await order(await form({ payment: 'NONE' }))
    recordSecrets(placed.token, 'secret')
    t.match(placed, { status: 'CONFIRMED', session: '' })
    const { customer } = placed.body
    t.match(await view(placed.token), {
      status: 'CONFIRMED',
      startsAt: placed.startsAt,
      customerName: customer.name,
      totalAmount: 25_000,
      dueAmount: 0,
      paidAmount: 0,
      project: { status: 'BOOKED', scheduledTime: placed.startsAt, estimatedDuration: 60 },
    })
    const record = await newest()
    t.match(record, { status: 'CONFIRMED', technicianId: technician.userId, orderConflict: false })
    const { body: project } = await call('GET', `/projects/${record.projectId}`)
    t.match(project, {
      status: 'BOOKED',
      technicianId: technician.userId,
      customerId: record.customerId,
      addressLine1: '12 Main Street',
      packageId: placed.body.selection.packageId,
    })
    const { body: invoice } = await call('GET', `/invoices/${record.invoiceId}`)
    t.match(invoice, { status: 'SENT', totalAmount: 25_000, projectId: project.id })
    t.same(await events(), [
      'CUSTOMER_CREATED',
      'CUSTOMER_CREATED',
      'PROJECT_CREATED',
      'PROJECT_ASSIGNED',
      'PROJECT_STATUS_CHANGED',
      'INVOICE_CREATED',
      'INVOICE_SENT',
      'ORDER_PLACED',
    ])
  },
)

t.test(
  'the hold acts as the idempotency key, even for ten concurrent calls [c20-order-once]',
  async (t) => {
    const { form, hold, place, orderBody, orders } = await orderingStudio(api, emulator)
    for (const payment of ['NONE', 'FULL']) {
      const bookable = await form({ payment })
      const { holdToken } = await hold(bookable)
      const body = orderBody(holdToken)
      const answers = await atOnce(10, () => place(bookable, body))
      t.same([...new Set(answers.map(({ status }) => status))], [201])
      const again = await place(bookable, body)
      for (const answer of answers) t.same(answer.body, again.body)
      t.equal((await orders(`?formId=${bookable.id}`)).length, 1)
      const other = await place(bookable, { ...body, address: { addressLine1: '13 Main Street' } })
      t.match(other, { status: 409, body: { code: 'order_placed' } })
    }
  },
)

t.test(
  'the client can correct their details and answers until they pay [c20-order-once]',
  async (t) => {
    const { form, hold, place, orderBody, newest } = await orderingStudio(api, emulator)
    const questions = [{ key: 'code', label: 'Gate code', type: 'TEXT' }]
    for (const payment of ['FULL', 'NONE']) {
      const bookable = await form({ payment, questions })
      const { holdToken } = await hold(bookable)
      const sent = orderBody(holdToken, { answers: { code: '1' } })
      const first = await place(bookable, sent)
      const customer = { name: 'Ann', email: 'right@clients.test', language: 'es' }
      const again = await place(bookable, { ...sent, customer, answers: { code: '2' } })
      if (payment === 'FULL') {
        t.same(again.body, first.body)
        t.match(await newest(), {
          customerName: 'Ann',
          customerEmail: 'right@clients.test',
          language: 'es',
          answers: [{ question: 'Gate code', answer: '2' }],
        })
      } else {
        t.match(again, { status: 409, body: { code: 'order_placed' } })
        t.match(await newest(), { customerName: sent.customer.name })
      }
    }
  },
)

t.test('answers are checked against the questions of the form [c20-answers]', async (t) => {
  const questions = [
    { key: 'pets', label: 'Are there pets?', type: 'YES_NO', required: true },
    { key: 'access', label: 'Access?', type: 'CHOICE', choices: ['Lockbox', 'Owner'] },
    { key: 'code', label: 'Code', type: 'TEXT' },
    { key: 'notes', label: 'Notes', type: 'LONG_TEXT' },
  ]
  const form = await studio.form({ payment: 'NONE', questions })
  const { holdToken } = await studio.hold(form)
  const refused = async (answers: object) => {
    const { status, body } = await studio.place(form, studio.orderBody(holdToken, { answers }))
    return {
      status,
      fields: body.fields?.map(({ path, code }: Record<string, string>) => ({ path, code })),
    }
  }
  const wrong: [object, string, string][] = [
    [{}, 'answers.pets', 'required'],
    [{ pets: ' ' }, 'answers.pets', 'required'],
    [{ pets: 'maybe' }, 'answers.pets', 'not_allowed'],
    [{ pets: 'NO', access: 'Window' }, 'answers.access', 'not_allowed'],
    [{ pets: 'NO', code: 'x'.repeat(201) }, 'answers.code', 'too_long'],
    [{ pets: 'NO', code: 'two\nlines' }, 'answers.code', 'wrong_format'],
    [{ pets: 'NO', color: 'red' }, 'answers.color', 'not_allowed'],
    [{ pets: 'NO', constructor: 'red' }, 'answers.constructor', 'not_allowed'],
  ]
  for (const [answers, path, code] of wrong) {
    t.same(await refused(answers), { status: 400, fields: [{ path, code }] })
  }
  const notes = 'x'.repeat(2_000)
  const answers = { pets: 'NO', access: 'Lockbox', notes }
  t.equal((await studio.place(form, studio.orderBody(holdToken, { answers }))).status, 201)
  const [project] = await studio.projects()
  t.same(project.bookingAnswers, [
    { question: 'Are there pets?', answer: 'No' },
    { question: 'Access?', answer: 'Lockbox' },
    { question: 'Notes', answer: notes },
  ])
})

t.test('terms must be accepted [c20-terms]', async (t) => {
  const form = await studio.form({ payment: 'NONE', terms: 'Be nice.' })
  const { holdToken } = await studio.hold(form)
  for (const more of [{}, { acceptedTerms: false }]) {
    t.match(await studio.place(form, studio.orderBody(holdToken, more)), {
      status: 400,
      body: { fields: [{ path: 'acceptedTerms', code: 'required' }] },
    })
  }
  const placed = await studio.place(form, studio.orderBody(holdToken, { acceptedTerms: true }))
  t.match(await studio.view(placed.body.orderToken), { acceptedTermsAt: /^20/ })
})

t.test(
  'a price different from the one shown is a 409 with the new price [c20-price]',
  async (t) => {
    const { holdToken } = await studio.hold(free)
    const { plan, call, orderBody, place } = studio
    await call('PATCH', `/packages/${plan.id}`, { priceAmount: 30_000 })
    const refused = await place(free, orderBody(holdToken, { expectedTotalAmount: 25_000 }))
    t.match(refused, {
      status: 409,
      body: {
        code: 'price_changed',
        quote: { totalAmount: 30_000, currency: 'USD', lineItems: [{}] },
      },
    })
    const taken = await place(free, orderBody(holdToken, { expectedTotalAmount: 30_000 }))
    t.equal(taken.status, 201)
    await call('PATCH', `/packages/${plan.id}`, { priceAmount: 25_000 })
  },
)

t.test(
  'a discount is checked, redeemed, and shown on the invoice [c20-confirmation]',
  async (t) => {
    const { call, hold, orderBody, place, selection, newest } = studio
    const { body: discount } = await call('POST', '/discounts', {
      code: 'SPRING',
      percentBasisPoints: 1_000,
    })
    const { holdToken } = await hold(free)
    const withCode = (discountCode: string) =>
      place(free, orderBody(holdToken, { selection: { ...selection, discountCode } }))
    t.match(await withCode('WRONG'), {
      status: 400,
      body: { fields: [{ path: 'selection.discountCode', code: 'unknown_reference' }] },
    })
    t.equal((await withCode('spring')).status, 201)
    const { invoiceId, projectId } = await newest()
    t.match((await call('GET', `/invoices/${invoiceId}`)).body, {
      discountAmount: 2_500,
      totalAmount: 22_500,
    })
    t.match((await call('GET', `/projects/${projectId}`)).body, { discountId: discount.id })
    t.equal((await call('GET', `/discounts/${discount.id}`)).body.redemptions, 1)
  },
)

t.test("an ended, unknown or foreign hold can't be ordered with [c20-orders]", async (t) => {
  const { hold, orderBody, place, expireHolds, form } = await orderingStudio(api, emulator)
  const bookable = await form({ payment: 'NONE' })
  const { holdToken } = await hold(bookable)
  const another = await form({ payment: 'NONE' })
  t.match(await place(another, orderBody(holdToken)), { status: 404 })
  t.match(await place({ ...bookable, publicId: '%00' }, orderBody(holdToken)), { status: 404 })
  t.match(await place(bookable, orderBody('unknown')), {
    status: 404,
    body: { fields: [{ path: 'holdToken', code: 'unknown_reference' }] },
  })
  await expireHolds()
  t.match(await place(bookable, orderBody(holdToken)), {
    status: 409,
    body: { code: 'hold_expired' },
  })
})

t.test('a choice longer than the hold needs the extra time to be free [c20-orders]', async (t) => {
  const { call, form, hold, orderBody, place, slots, plan, selection } = await orderingStudio(
    api,
    emulator,
  )
  const long = { name: 'Video', priceAmount: 10_000, currency: 'USD', durationMinutes: 30 }
  const { body: addOn } = await call('POST', '/add-ons', long)
  const bookable = await form({ payment: 'NONE', addOnIds: [addOn.id], packageIds: [plan.id] })
  const [first = '', , next = ''] = await slots(bookable)
  const { holdToken } = await hold(bookable, first)
  const later = await hold(bookable, next)
  const longer = { selection: { ...selection, addOnIds: [addOn.id] } }
  t.match(await place(bookable, orderBody(holdToken, longer)), {
    status: 409,
    body: { code: 'slot_taken' },
  })
  t.equal((await place(bookable, orderBody(holdToken))).status, 201)
  t.equal((await place(bookable, orderBody(later.holdToken, longer))).status, 201)
})

t.test('a known email reveals nothing and changes nothing [c20-known-email]', async (t) => {
  const { call, form, order, newest, view, stranger } = await orderingStudio(api, emulator)
  const { body: known } = await call('POST', '/customers', {
    name: 'Ann Agent',
    email: 'ann@known.test',
    phone: '+1 555 0100',
    company: 'Known Homes',
  })
  const bookable = await form({ payment: 'NONE' })
  const client = { name: 'A stranger', email: 'ANN@known.test', phone: '+1 555 0199' }
  const { token } = await order(bookable, { customer: client })
  t.equal((await newest()).customerId, known.id)
  t.same((await call('GET', `/customers/${known.id}`)).body, known)
  const payer = await stranger('GET', `/pay/${token}`)
  t.match(payer, {
    status: 200,
    body: { customerName: 'A stranger', customerCompany: null, customerLanguage: null },
  })
  const seen = JSON.stringify([await view(token), payer.body])
  t.notMatch(seen, 'Ann Agent')
  t.notMatch(seen, 'Known Homes')
  t.notMatch(seen, '0100')
})

t.test(
  'without a time the project is PENDING, or BOOKED if the form has no scheduling [c20-no-time]',
  async (t) => {
    const { form, hold, orderBody, place, newest, call } = await orderingStudio(api, emulator)
    for (const [scheduling, status] of [
      ['OPTIONAL', 'PENDING'],
      ['NONE', 'BOOKED'],
    ]) {
      const bookable = await form({ payment: 'NONE', scheduling })
      const { holdToken } = await hold(bookable, null)
      t.match(await place(bookable, orderBody(holdToken)), {
        status: 201,
        body: { status: 'CONFIRMED' },
      })
      const { projectId, startsAt } = await newest()
      t.equal(startsAt, null)
      t.match((await call('GET', `/projects/${projectId}`)).body, { status, technicianId: null })
    }
  },
)

t.test(
  'no response names staff, and another tenant sees no order [c20-client-order, c20-order-list]',
  async (t) => {
    const { form, order, hold, orders, view, technician, newest } = await orderingStudio(
      api,
      emulator,
    )
    const { token } = await order(await form({ payment: 'NONE' }))
    const seen = JSON.stringify(await view(token))
    t.notMatch(seen, technician.userId)
    t.notMatch(seen, /"(id|customerId|projectId|organizationId)"/)
    const { id } = await newest()
    await hold(await form({ payment: 'NONE' }))
    t.match(await orders(), [{ id }], "a hold isn't listed as an order")
    t.equal((await orders()).length, 1)
    for (const verb of ['confirm', 'decline']) {
      t.equal((await studio.call('POST', `/orders/${id}/${verb}`)).status, 404)
    }
    t.same((await studio.orders(`?id=${id}`)).length, 0)
    t.equal((await studio.stranger('GET', '/orders/unknown')).status, 404)
    t.equal((await studio.stranger('GET', `/orders/${id}`)).status, 404, "an id isn't a token")
  },
)

t.test('a concurrently deleted customer is created again [c20-confirmation]', async (t) => {
  const { form, hold, place, orderBody, newest, call } = await orderingStudio(api, emulator)
  const bookable = await form({ payment: 'NONE', scheduling: 'NONE', confirmation: 'BY_STAFF' })
  for (let round = 0; round < 20; round += 1) {
    const customer = { name: 'Ann', email: `ann-${round}@clients.example` }
    const known = await call('POST', '/customers', customer)
    const { holdToken } = await hold(bookable, null)
    await place(bookable, orderBody(holdToken, { customer }))
    const { id } = await newest()
    const [confirmed, deleted] = await Promise.all([
      call('POST', `/orders/${id}/confirm`),
      pause((round * 2) % 7).then(() => call('DELETE', `/customers/${known.body.id}`)),
    ])
    t.equal(confirmed.status, 200)
    const isKept = confirmed.body.customerId === known.body.id
    t.equal(deleted.status, isKept ? 409 : 204)
  }
})

t.test(
  "an order's amounts are consistent while a payment arrives [c20-client-order]",
  async (t) => {
    const { form, order, view, newest, call } = await orderingStudio(api, emulator)
    const bookable = await form({ payment: 'NONE' })
    const seen = new Set<string>()
    for (let round = 0; round < 8; round += 1) {
      const { token } = await order(bookable)
      const { invoiceId } = await newest()
      const [, views] = await Promise.all([
        call('POST', `/invoices/${invoiceId}/pay`),
        atOnce(20, () => view(token)),
      ])
      for (const { paidAmount, owed } of views) {
        seen.add(`${paidAmount} paid, ${owed?.balanceAmount ?? 0} owed`)
      }
    }
    t.strictSame(
      [...seen].filter((each) => !['0 paid, 25000 owed', '25000 paid, 0 owed'].includes(each)),
      [],
    )
  },
)
