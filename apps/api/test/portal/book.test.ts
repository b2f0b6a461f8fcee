// docs/contract.md#c22-book: a signed-in customer orders on their group's terms.

import { openFixture } from '@mediajobs/dispatcher/testing'
import { openCardApi, sessionIdOf } from '@mediajobs/testing/api/card-studio'
import { type BookableForm, orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'
import { atOnce } from '../support/money-studio.ts'

const fixture = await openFixture(t)
const { api, emulator } = await openCardApi(t, { databaseUrl: fixture.databaseUrl })
await fixture.dispatch({ paymentsApiUrl: emulator.url })

/** An ordering studio with signed-in customers. */
async function portalStudio() {
  const studio = await orderingStudio(api, emulator)
  const { org, call } = studio
  const { make } = org
  let count = 0
  const newCustomer = (more: object = {}) => {
    count += 1
    const email = `member-${count}@${org.organizationId}.test`
    return make('/customers', { name: `Member ${count}`, email, phone: '+1 555 0100', ...more })
  }
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    api.request(method, path, { token, body, headers: { 'x-forwarded-for': anyAddress() } })

  /** A signed-in customer, in a group with these terms if given. */
  async function member(terms: object | null = {}, more: object = {}) {
    const customer = await newCustomer(more)
    const groupId =
      terms &&
      (
        await make('/customer-groups', {
          name: 'Acme Realty',
          billing: 'MEMBER',
          paymentTerms: 'PREPAY',
          ...terms,
        })
      ).id
    const path = `/customer-groups/${groupId}/members/${customer.id}`
    if (groupId) await call('PUT', path, { role: 'MEMBER' })
    const token = await signInToPortal(api, org.organizationId, customer.id)
    const mine = as(token)
    const at = ({ publicId }: BookableForm) => `/portal/book/${publicId}`
    /** Holds a time and returns the body of an order for it. */
    async function body(form: BookableForm, sent: object = {}) {
      const { holdToken } = await studio.hold(form)
      const { customer: _, ...rest } = studio.orderBody(holdToken, sent)
      return rest
    }
    return {
      customer,
      groupId,
      token,
      mine,
      body,
      leave: () => call('DELETE', path),
      see: (form: BookableForm) => mine('GET', at(form)),
      quote: (form: BookableForm, choice: object = {}) =>
        mine('POST', `${at(form)}/quote`, { selection: studio.selection, ...choice }),
      place: (form: BookableForm, sent: object) => mine('POST', `${at(form)}/orders`, sent),
      order: async (form: BookableForm, sent: object = {}) =>
        mine('POST', `${at(form)}/orders`, await body(form, sent)),
    }
  }
  return { ...studio, make, newCustomer, as, member }
}

const studio = await portalStudio()
const { call, make, plan, form, member, newest } = studio
const priced = { prices: [{ offerId: plan.id, priceAmount: 18_000 }], discountBasisPoints: 1_000 }
/** The day `days` days after an instant, in UTC. */
const dayAfter = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * 86_400_000).toISOString().slice(0, 10)

t.test('form and quote have the same prices as a staff quote [c22-book]', async (t) => {
  const it = await form()
  const acme = await member({ ...priced, paymentTerms: 'PREPAY' })
  const { body: shown } = await acme.see(it)
  t.match(shown, {
    payment: 'FULL',
    packages: [{ id: plan.id, priceAmount: 25_000, groupPriceAmount: 18_000 }],
    customer: { id: acme.customer.id, email: acme.customer.email },
    group: { name: 'Acme Realty', paymentTerms: 'PREPAY', discountBasisPoints: 1_000 },
  })
  t.equal(shown.group.billedTo, null)
  const { body: quote } = await acme.quote(it)
  const { dueAmount, ...price } = quote
  t.equal(dueAmount, 16_200)
  const asked = { ...studio.selection, customerId: acme.customer.id }
  const { body: ofStaff } = await call('POST', '/pricing/quote', asked)
  t.same(price, ofStaff)
  const guest = await studio.stranger('POST', `/book/${it.publicId}/quote`, {
    selection: studio.selection,
  })
  t.match(guest.body, { totalAmount: 25_000, dueAmount: 25_000 })
  const { body: public_ } = await studio.stranger('GET', `/book/${it.publicId}`)
  t.notOk('customer' in public_ || 'group' in public_)
  t.notMatch(JSON.stringify(public_), 'groupPriceAmount')
})

t.test(
  "the larger of a code and the group's discount applies, and is redeemed [c22-book]",
  async (t) => {
    const it = await form({ payment: 'NONE' })
    const acme = await member(priced)
    const small = await make('/discounts', { code: 'SMALL', percentBasisPoints: 500 })
    const withCode = { selection: { ...studio.selection, discountCode: 'SMALL' } }
    t.match((await acme.quote(it, withCode)).body, { discountAmount: 1_800 })
    t.equal((await acme.order(it, withCode)).status, 201)
    const { projectId, totalAmount } = await newest()
    t.equal(totalAmount, 16_200)
    t.match((await call('GET', `/projects/${projectId}`)).body, { discountId: small.id })
  },
)

t.test('an offer with a group price can be booked at any size [c22-book, c22-price]', async (t) => {
  const sized = await make('/packages', {
    name: 'By size',
    priceAmount: 0,
    currency: 'USD',
    sizeTiers: [{ upTo: 2_000, priceAmount: 20_000, durationMinutes: 45 }],
  })
  const it = await form({ packageIds: [sized.id], payment: 'NONE' })
  const acme = await member({ prices: [{ offerId: sized.id, priceAmount: 15_000 }] })
  const selection = { packageId: sized.id }
  // From an hour ahead: the first time mustn't pass meanwhile.
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const path = `/portal/book/${it.publicId}`
  const query = new URLSearchParams({ from: inHours(1), to: inHours(7 * 24), ...selection })
  const slots = await acme.mine('GET', `${path}/slots?${query}`)
  t.equal(slots.status, 200)
  const guest = await studio.stranger('GET', `/book/${it.publicId}/slots?${query}`)
  t.equal(guest.status, 400, 'a guest needs a size')
  const { startsAt } = slots.body.data[0]
  const held = await acme.mine('POST', `${path}/holds`, { startsAt, selection })
  t.equal(held.status, 201)
  const { holdToken } = held.body
  const placed = await acme.place(it, {
    holdToken,
    selection,
    address: { addressLine1: '12 Main Street' },
  })
  t.equal(placed.status, 201)
  t.match(await newest(), { totalAmount: 15_000, propertySize: null })
})

const PAYMENTS = [
  ['NONE', 0],
  ['DEPOSIT', 5_000],
  ['FULL', 25_000],
] as const
const TERMS = [
  [{ paymentTerms: 'NET_DAYS', netDays: 30 }, true],
  [{ paymentTerms: 'ON_DELIVERY' }, true],
  [{ paymentTerms: 'PREPAY' }, false],
  [null, false],
] as const

for (const [terms, isLater] of TERMS) {
  for (const [payment, asked] of PAYMENTS) {
    const due = isLater ? 0 : asked
    const name = `${terms?.paymentTerms ?? 'no group'} at a form that asks for ${payment}: ${due} is due`
    t.test(`${name} [c22-book-terms, c22-book-invoice]`, async (t) => {
      const it = await form({
        payment,
        ...(payment === 'DEPOSIT' && { depositBasisPoints: 2_000 }),
      })
      const acme = await member(terms)
      t.equal((await acme.see(it)).body.payment, isLater ? 'NONE' : payment)
      t.equal((await acme.quote(it)).body.dueAmount, due)
      const { status, body } = await acme.order(it)
      t.equal(status, 201)
      t.equal(body.checkoutUrl === null, due === 0)
      const order = await newest()
      const { id: customerId, name, email } = acme.customer
      t.match(order, { dueAmount: due, customerId, customerName: name, customerEmail: email })
      if (due > 0) {
        t.match(order, { status: 'PAYMENT_DUE', projectId: null })
        return
      }
      t.equal(order.status, 'CONFIRMED')
      const { body: invoice } = await call('GET', `/invoices/${order.invoiceId}`)
      const dueDate = terms && 'netDays' in terms ? dayAfter(invoice.sentAt, terms.netDays) : null
      t.match(invoice, { status: 'SENT', customerId, dueDate, totalAmount: 25_000 })
    })
  }
}

t.test(
  'customers with payment terms can order without card payments [c22-book-terms]',
  async (t) => {
    const bare = await portalStudio()
    const it = await bare.form()
    const later = await bare.member({ paymentTerms: 'ON_DELIVERY' })
    const now = await bare.member({ paymentTerms: 'PREPAY' })
    await bare.call('DELETE', '/organization/payment-account')
    t.match(await now.order(it), { status: 409, body: { code: 'card_payments_off' } })
    t.match(await later.order(it), { status: 201, body: { status: 'CONFIRMED' } })
  },
)

t.test("the invoice goes to the group's payer, due by its terms [c22-book-invoice]", async (t) => {
  const it = await form()
  const broker = await studio.newCustomer({ name: 'Acme Accounts' })
  const acme = await member({
    billing: 'GROUP',
    billingCustomerId: broker.id,
    paymentTerms: 'NET_DAYS',
    netDays: 14,
  })
  t.match((await acme.see(it)).body.group, { billedTo: 'Acme Accounts', netDays: 14 })
  const { body: placed } = await acme.order(it)
  const order = await newest()
  t.equal(order.customerId, acme.customer.id)
  const { body: invoice } = await call('GET', `/invoices/${order.invoiceId}`)
  const dueDate = dayAfter(invoice.sentAt, 14)
  t.match(invoice, {
    customerId: broker.id,
    dueDate,
    projectId: order.projectId,
  })
  t.match((await call('GET', `/projects/${order.projectId}`)).body, {
    customerId: acme.customer.id,
    status: 'BOOKED',
  })
  t.match(await studio.view(placed.orderToken), {
    status: 'CONFIRMED',
    dueAmount: 0,
    billedTo: 'Acme Accounts',
    invoiceDueDate: dueDate,
  })
  t.match((await acme.mine('GET', '/portal/orders')).body.data, [{ id: order.id }])
})

t.test("a prepaying member pays the group's invoice [c22-book-invoice]", async (t) => {
  const { member, form, newCustomer, reaches, newest, call } = await portalStudio()
  const it = await form()
  const broker = await newCustomer()
  const acme = await member({ billing: 'GROUP', billingCustomerId: broker.id })
  const { body: placed } = await acme.order(it)
  t.match((await acme.mine('GET', '/portal/orders')).body.data, [{ status: 'PAYMENT_DUE' }])
  emulator.pay(sessionIdOf(placed.checkoutUrl))
  await reaches(placed.orderToken, 'CONFIRMED')
  const { invoiceId, customerId } = await newest()
  t.equal(customerId, acme.customer.id)
  t.match((await call('GET', `/invoices/${invoiceId}`)).body, {
    customerId: broker.id,
    status: 'PAID',
    paidAmount: 25_000,
  })
})

t.test(
  "the session decides the customer, whatever is sent, and the customer isn't changed [c22-book-customer]",
  async (t) => {
    const it = await form({ payment: 'NONE' })
    const acme = await member({ paymentTerms: 'ON_DELIVERY' }, { language: 'es' })
    const { body: before } = await call('GET', `/customers/${acme.customer.id}`)
    const other = await studio.newCustomer()
    const typed = { name: 'Eve', email: other.email }
    t.equal((await acme.order(it, { customer: typed })).status, 201)
    const order = await newest()
    t.match(order, {
      customerId: acme.customer.id,
      customerName: acme.customer.name,
      customerEmail: acme.customer.email,
      customerPhone: '+1 555 0100',
      language: 'es',
    })
    t.same((await call('GET', `/customers/${acme.customer.id}`)).body, before)
    t.equal((await acme.order(it, { language: 'en' })).status, 201)
    t.equal((await newest()).language, 'en')
  },
)

t.test(
  "typing a customer's email doesn't apply their terms [c20-known-email, c22-book-customer]",
  async (t) => {
    const it = await form()
    const acme = await member({ ...priced, paymentTerms: 'NET_DAYS', netDays: 30 })
    const { email } = acme.customer
    const { token } = await studio.order(it, { customer: { name: 'Eve', email } })
    t.match(await studio.view(token), {
      status: 'PAYMENT_DUE',
      totalAmount: 25_000,
      dueAmount: 25_000,
    })
    t.equal((await newest()).customerId, null)
    const free = await form({ payment: 'NONE' })
    await studio.order(free, { customer: { name: 'Eve', email } })
    const { invoiceId, customerId } = await newest()
    t.equal(customerId, acme.customer.id)
    t.match((await call('GET', `/invoices/${invoiceId}`)).body, {
      customerId,
      totalAmount: 25_000,
      dueDate: null,
    })
  },
)

t.test('a repeat returns the same order, only to its customer [c22-book-customer]', async (t) => {
  const { member, form, call, orders, place } = await portalStudio()
  for (const payment of ['NONE', 'FULL']) {
    const it = await form({ payment })
    const acme = await member()
    const sent = await acme.body(it)
    const answers = await atOnce(5, () => acme.place(it, sent))
    t.same([...new Set(answers.map(({ status }) => status))], [201])
    t.equal(new Set(answers.map(({ body }) => body.orderToken)).size, 1)
    await call('PATCH', `/customers/${acme.customer.id}`, { phone: '+1 555 0177', language: 'es' })
    const again = await acme.place(it, sent)
    t.equal(again.body.orderToken, answers[0]?.body.orderToken)
    t.equal((await orders(`?formId=${it.id}`)).length, 1)
    const another = await member()
    t.match(await another.place(it, sent), { status: 409, body: { code: 'order_placed' } })
    const guest = { ...sent, customer: { name: 'Eve', email: 'eve@guests.test' } }
    t.match(await place(it, guest), { status: 409, body: { code: 'order_placed' } })
    const moved = { ...sent, address: { addressLine1: '13 Main Street' } }
    t.match(await acme.place(it, moved), { status: 409, body: { code: 'order_placed' } })
  }
})

t.test(
  'a group price changed meanwhile is a 409 with the new price [c22-book, c20-price]',
  async (t) => {
    const it = await form({ payment: 'NONE' })
    const acme = await member(priced)
    const sent = await acme.body(it, { expectedTotalAmount: 16_200 })
    await call('PATCH', `/customer-groups/${acme.groupId}`, { discountBasisPoints: null })
    t.match(await acme.place(it, sent), {
      status: 409,
      body: { code: 'price_changed', quote: { totalAmount: 18_000, dueAmount: 0 } },
    })
    t.equal((await acme.place(it, { ...sent, expectedTotalAmount: 18_000 })).status, 201)
  },
)

t.test(
  'a customer who leaves the group before confirmation keeps the price, and is billed [c22-book-invoice, c20-agreed]',
  async (t) => {
    const it = await form({ confirmation: 'BY_STAFF' })
    const broker = await studio.newCustomer()
    const terms = { ...priced, billing: 'GROUP', billingCustomerId: broker.id }
    const acme = await member({ ...terms, paymentTerms: 'NET_DAYS', netDays: 30 })
    t.match(await acme.order(it), { status: 201, body: { status: 'REQUESTED' } })
    const { id } = await newest()
    await acme.leave()
    t.equal((await call('POST', `/orders/${id}/confirm`)).status, 200)
    const { invoiceId } = await newest()
    t.match((await call('GET', `/invoices/${invoiceId}`)).body, {
      customerId: acme.customer.id,
      totalAmount: 16_200,
      dueDate: null,
    })
  },
)

t.test('an ended or malformed session is refused, not treated as a guest [c22-book]', async (t) => {
  const it = await form({ payment: 'NONE' })
  const acme = await member(priced)
  const sent = await acme.body(it)
  const at = `/portal/book/${it.publicId}`
  const query = new URLSearchParams({
    from: new Date().toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
    ...studio.selection,
  })
  const calls = [
    ['GET', at],
    ['GET', `${at}/slots?${query}`],
    ['POST', `${at}/quote`, { selection: studio.selection }],
    ['POST', `${at}/holds`, { selection: studio.selection, startsAt: null }],
    ['POST', `${at}/orders`, sent],
  ] as const
  const { org } = studio
  for (const [method, path, body] of calls) {
    const of = (options: object) => api.request(method, path, { body, ...options })
    t.match(await of({}), { status: 401, body: { code: 'credential_missing' } })
    t.match(await of({ key: org.key }), { status: 401, body: { code: 'credential_missing' } })
    for (const token of ['mjc_none', 'x', await org.token()]) {
      t.match(await of({ token }), { status: 401, body: { code: 'session_invalid' } })
    }
    const headers = { authorization: `Basic ${acme.token}` }
    t.match(await of({ headers }), { status: 401, body: { code: 'session_invalid' } })
  }
  t.equal((await acme.mine('DELETE', '/portal/sessions/current')).status, 204)
  t.match(await acme.place(it, sent), { status: 401, body: { code: 'session_invalid' } })
  const guest = { ...sent, customer: { name: 'Eve', email: 'eve@guests.test' } }
  t.equal((await studio.place(it, guest)).status, 201, 'the hold is still there')
})

t.test("a session can't reach another organization's forms or holds [c22-book]", async (t) => {
  const other = await portalStudio()
  const [here, there] = [await form({ payment: 'NONE' }), await other.form({ payment: 'NONE' })]
  const acme = await member()
  t.equal((await acme.see(there)).status, 404)
  t.equal((await acme.quote(there)).status, 404)
  const stranger = await other.member()
  const sent = await stranger.body(there)
  t.equal((await acme.place(there, sent)).status, 404)
  t.equal((await acme.place(here, sent)).status, 404)
  t.equal((await stranger.place(there, sent)).status, 201)
})

t.test(
  'public operations stay public: a session changes nothing there [c22-session]',
  async (t) => {
    const it = await form()
    const acme = await member({ ...priced, paymentTerms: 'ON_DELIVERY' })
    const quote = await acme.mine('POST', `/book/${it.publicId}/quote`, {
      selection: studio.selection,
    })
    t.match(quote, { status: 200, body: { totalAmount: 25_000, dueAmount: 25_000 } })
  },
)

t.test(
  "an abandoned order doesn't prevent deleting its customer [c22-book-customer]",
  async (t) => {
    const { member, form, call, newest, expireHolds } = await portalStudio()
    const it = await form()
    const acme = await member()
    t.equal((await acme.order(it)).status, 201)
    const { id } = await newest()
    const path = `/customers/${acme.customer.id}`
    t.match(await call('DELETE', path), { status: 409, body: { code: 'customer_in_use' } })
    await expireHolds()
    await api.store.sql.query(
      `update orders set status = 'EXPIRED', ended_at = now() where id = $1`,
      [id],
    )
    t.equal((await call('DELETE', path)).status, 204)
    t.match(await newest(), { id, customerId: null })
  },
)
