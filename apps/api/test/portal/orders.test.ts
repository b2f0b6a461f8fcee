// docs/contract.md#c22-orders docs/contract.md#c22-pages
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { type OrderingStudio, orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import { staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const { api, emulator } = await openCardApi(t)

interface Shown {
  id: string
  status: string
  orderUrl: string
  customerId: string
}

/** An organization with a signed-in customer, and their lists. */
async function portalStudio(email: string) {
  const studio = await orderingStudio(api, emulator)
  const person = async (address: string) => {
    const { body } = await studio.call('POST', '/customers', { name: 'Ann', email: address })
    const id: string = body.id
    const read = async () => {
      const token = await signInToPortal(api, studio.org.organizationId, id)
      return (query = '') => api.request('GET', `/portal/orders${query}`, { token })
    }
    return { id, read }
  }
  const ann = await person(email)
  return { ...studio, person, ann, read: await ann.read() }
}

const shownBy = async (read: (query?: string) => ReturnType<typeof api.request>) => {
  const { status, body } = await read()
  t.equal(status, 200)
  return body.data as Shown[]
}
const statuses = (orders: Shown[]) => orders.map(({ status }) => status)
const of = (email: string) => ({ customer: { name: 'Ann', email } })
const byStaff = (studio: OrderingStudio) =>
  studio.form({ confirmation: 'BY_STAFF', payment: 'NONE' })

t.test(
  'an order without a customer is listed for the customer with its email, case-insensitively [c22-orders]',
  async (t) => {
    const studio = await portalStudio('ann@keys.example')
    const { call, ann, read } = studio
    const form = await byStaff(studio)
    const paid = await studio.form({ payment: 'FULL' })
    const declined = await studio.order(form, of('ANN@Keys.example'))
    const { id: declinedId } = await studio.newest()
    await studio.order(form, of('ann@keys.example'))
    const { id: requestedId } = await studio.newest()
    const due = await studio.order(paid, of('Ann@keys.example'))
    await studio.order(form, of('bob@keys.example'))
    await call('POST', `/orders/${declinedId}/decline`, { reason: 'Too far' })

    const shown = await shownBy(read)
    t.strictSame(statuses(shown), ['PAYMENT_DUE', 'REQUESTED', 'DECLINED'])
    t.strictSame([...new Set(shown.map(({ customerId }) => customerId))], [ann.id])
    t.match(shown[0]?.orderUrl, due.token)
    t.match(shown[2]?.orderUrl, declined.token)

    await call('POST', `/orders/${requestedId}/confirm`, {})
    const after = await shownBy(read)
    t.strictSame(statuses(after), ['PAYMENT_DUE', 'CONFIRMED', 'DECLINED'], 'once each')
    t.equal(after[1]?.id, requestedId)
  },
)

t.test(
  "an order of another organization or with a changed email isn't listed [c22-orders]",
  async (t) => {
    const [one, other] = [await portalStudio('ann@a.example'), await portalStudio('ann@a.example')]
    await one.order(await byStaff(one), of('ann@a.example'))
    t.strictSame(statuses(await shownBy(one.read)), ['REQUESTED'])
    t.strictSame(await shownBy(other.read), [])
    await one.call('PATCH', `/customers/${one.ann.id}`, { email: 'eve@a.example' })
    t.equal((await one.read()).status, 401)
    t.strictSame(await shownBy(await one.ann.read()), [], "the new address isn't verified")
    const next = await one.person('ann@a.example')
    t.strictSame(statuses(await shownBy(await next.read())), ['REQUESTED'])
  },
)

t.test("a LEAD sees a member's order once it is confirmed [c22-orders]", async (t) => {
  const studio = await portalStudio('lead@a.example')
  const member = await studio.person('member@a.example')
  const { body: group } = await studio.call('POST', '/customer-groups', {
    name: 'Keys & Co',
    billing: 'MEMBER',
    paymentTerms: 'ON_DELIVERY',
  })
  for (const [id, role] of [
    [studio.ann.id, 'LEAD'],
    [member.id, 'MEMBER'],
  ]) {
    await studio.call('PUT', `/customer-groups/${group.id}/members/${id}`, { role })
  }
  await studio.order(await byStaff(studio), of('member@a.example'))
  t.strictSame(await shownBy(studio.read), [])
  const { id } = await studio.newest()
  await studio.call('POST', `/orders/${id}/confirm`, {})
  t.match(await shownBy(studio.read), [{ id, status: 'CONFIRMED', customerId: member.id }])
})

t.test('pages have both kinds, newest first [c22-orders, c22-records]', async (t) => {
  const studio = await portalStudio('ann@a.example')
  const [open, form] = [await studio.form({ payment: 'NONE' }), await byStaff(studio)]
  const expected: string[] = []
  for (const each of [open, form, form, open, form]) {
    await studio.order(each, of('ann@a.example'))
    expected.unshift((await studio.newest()).id)
  }
  const found: string[] = []
  for (let query = '?limit=2'; ; ) {
    const { body } = await studio.read(query)
    t.ok(body.data.length <= 2)
    found.push(...body.data.map(({ id }: Shown) => id))
    if (body.nextCursor === null) break
    query = `?limit=2&cursor=${body.nextCursor}`
  }
  t.strictSame(found, expected)
})

t.test('a page lists all orders, including abandoned ones [c22-pages]', async (t) => {
  const studio = await portalStudio('ann@a.example')
  const form = await byStaff(studio)
  const { organizationId } = studio.org
  const browser = staffBrowser(api)
  const token = await signInToPortal(api, organizationId, studio.ann.id)
  browser.cookies.set('__Host-client', `${organizationId}~${token}`)
  const read = async (path: string) => (await browser.open(`/my/${organizationId}${path}`)).text
  t.match(await read('/orders'), 'Nothing here yet.')
  const declined = await studio.order(form, of('ann@a.example'))
  const { id } = await studio.newest()
  await studio.call('POST', `/orders/${id}/decline`, { reason: 'Too far' })
  const requested = await studio.order(form, of('ann@a.example'))

  t.match(await read(''), `href="../my/${organizationId}/orders">All orders</a>`)
  const text = await read('/orders')
  t.match(text, /Waiting for confirmation.*Declined/s)
  t.ok(text.indexOf(`/orders/${requested.token}`) < text.indexOf(`/orders/${declined.token}`))
  t.match(text, `/orders/${declined.token}`)
})

t.test("an order has its job's time, and shows if it's canceled [c22-orders]", async (t) => {
  const studio = await portalStudio('ann@a.example')
  await studio.order(await studio.form({ payment: 'NONE' }), of('ann@a.example'))
  const { projectId, startsAt } = await studio.newest()
  const { organizationId } = studio.org
  const browser = staffBrowser(api)
  const token = await signInToPortal(api, organizationId, studio.ann.id)
  browser.cookies.set('__Host-client', `${organizationId}~${token}`)
  const page = async () => (await browser.open(`/my/${organizationId}/orders`)).text
  const scheduledTime = '2099-05-01T09:00:00.000Z'
  await studio.call('POST', `/projects/${projectId}/reschedule`, { scheduledTime })
  const project = { status: 'BOOKED', scheduledTime, estimatedDuration: 60 }
  t.match(await shownBy(studio.read), [{ startsAt, project }])
  t.match(await page(), /Confirmed · Fri, May 1, 2099, 9:00 AM.*Times are in UTC\./s)
  t.match((await browser.open(`/my/${organizationId}`)).text, 'Times are in UTC.')
  await studio.call('POST', `/projects/${projectId}/cancel`, {})
  t.match(await shownBy(studio.read), [{ status: 'CONFIRMED', project: { status: 'CANCELLED' } }])
  const text = await page()
  t.match(text, 'Canceled · $250.00')
  t.notMatch(text, 'Confirmed')
})

t.test('only an agreed time is shown [c22-orders]', async (t) => {
  const studio = await portalStudio('ann@a.example')
  const { organizationId } = studio.org
  const browser = staffBrowser(api)
  const token = await signInToPortal(api, organizationId, studio.ann.id)
  browser.cookies.set('__Host-client', `${organizationId}~${token}`)
  const page = async () => (await browser.open(`/my/${organizationId}/orders`)).text
  const visits = async () => (await api.request('GET', '/portal/visits', { token })).body.data
  const agree = async () => {
    const { projectId } = await studio.newest()
    const scheduledTime = '2099-05-01T09:00:00.000Z'
    await studio.call('POST', `/projects/${projectId}/reschedule`, { scheduledTime })
    t.match(await page(), 'Confirmed · Fri, May 1, 2099, 9:00 AM')
    t.match(await visits(), [{ projectId, scheduledTime }])
    await studio.call('POST', `/projects/${projectId}/cancel`, {})
  }
  const open = await studio.form({ scheduling: 'OPTIONAL', payment: 'NONE' })
  const { holdToken } = await studio.hold(open, null)
  await studio.place(open, studio.orderBody(holdToken, of('ann@a.example')))
  const { placedAt } = await studio.newest()
  t.match(await shownBy(studio.read), [{ startsAt: null, orderConflict: false, placedAt }])
  t.match(await page(), 'Confirmed · $250.00')
  t.strictSame(await visits(), [])
  await agree()

  const { startsAt } = await studio.order(await byStaff(studio), of('ann@a.example'))
  const { id } = await studio.newest()
  const taken = { scheduledTime: startsAt, technicianId: studio.technician.userId }
  await studio.call('POST', '/projects/create', taken)
  await studio.call('POST', `/orders/${id}/confirm`, {})
  t.match(await shownBy(studio.read), [{ id, startsAt, orderConflict: true }])
  t.match(await page(), 'Confirmed · $250.00')
  t.strictSame(await visits(), [])
  await agree()
})
