import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { groupStudio } from '../support/group-studio.ts'

const service = await sharedApp()
const studio = await groupStudio(service)
const { call, group, join, leave, customer, book, offer, discount, brokerage } = studio
const gold = await offer('/packages', 30_000, { name: 'Gold' })
const drone = await offer('/add-ons', 10_000, { name: 'Drone' })
const quote = (body: object) => call('POST', '/pricing/quote', body)
const draft = (id: string) => call('POST', `/projects/${id}/invoice`)

async function member(terms: object) {
  const [{ id: groupId }, { id: customerId }] = [await group(terms), await customer()]
  await join(groupId, customerId)
  return { groupId, customerId }
}

t.test('an offer has the group’s price, or else the catalog’s [c22-price]', async (t) => {
  const { customerId } = await member({ prices: [{ offerId: gold.id, priceAmount: 18_000 }] })
  const choice = { packageId: gold.id, selectedAddOnIds: [drone.id] }
  t.equal((await quote(choice)).body.totalAmount, 40_000)
  const { body } = await quote({ ...choice, customerId })
  t.match(body, {
    totalAmount: 28_000,
    lineItems: [{ unitAmount: 18_000 }, { unitAmount: 10_000 }],
  })
  const { body: project } = await book({ ...choice, customerId })
  t.match((await draft(project.id)).body, { customerId, totalAmount: 28_000, dueDate: null })
  t.match(await quote({ ...choice, customerId: randomUUID() }), {
    status: 404,
    body: { fields: [{ path: 'customerId' }] },
  })
})

t.test('a group’s price applies to any size, but only in its currency [c22-price]', async (t) => {
  const sized = await offer('/packages', 0, {
    sizeTiers: [{ upTo: 2_000, priceAmount: 20_000, durationMinutes: 45 }],
  })
  const { customerId } = await member({ prices: [{ offerId: sized.id, priceAmount: 15_000 }] })
  const choice = { packageId: sized.id, customerId }
  t.equal((await quote(choice)).body.totalAmount, 15_000)
  t.match((await quote({ ...choice, propertySize: 1_500 })).body, {
    totalAmount: 15_000,
    durationMinutes: 45,
  })
  t.equal((await book({ ...choice, propertySize: 9_000 })).status, 201, 'above the last tier')
  t.equal((await book({ packageId: sized.id, propertySize: 9_000 })).status, 400)
  await call('PATCH', `/packages/${sized.id}`, { currency: 'EUR' })
  t.match((await quote({ ...choice, propertySize: 1_500 })).body, {
    totalAmount: 20_000,
    currency: 'EUR',
  })
})

t.test('the larger of a code and the group’s discount applies [c22-discount]', async (t) => {
  await discount('SMALL', { percentBasisPoints: 500 })
  await discount('LARGE', { discountAmount: 9_000, currency: 'USD' })
  const { customerId } = await member({ discountBasisPoints: 1_000 })
  const cases: [object, number][] = [
    [{}, 3_000],
    [{ discountCode: 'SMALL' }, 3_000],
    [{ discountCode: 'LARGE' }, 9_000],
  ]
  for (const [code, discountAmount] of cases) {
    const choice = { packageId: gold.id, customerId, ...code }
    t.equal((await quote(choice)).body.discountAmount, discountAmount)
    const { body: project } = await book(choice)
    t.equal((await draft(project.id)).body.discountAmount, discountAmount)
  }
})

t.test('the group’s discount applies to its agreed prices too [c22-discount]', async (t) => {
  const { customerId } = await member({
    discountBasisPoints: 1_000,
    prices: [{ offerId: gold.id, priceAmount: 20_000 }],
  })
  t.equal((await quote({ packageId: gold.id, customerId })).body.totalAmount, 18_000)
})

t.test('a group that pays for its members gets their invoices [c22-billing]', async (t) => {
  const { broker, agent } = await brokerage({ paymentTerms: 'NET_DAYS', netDays: 30 })
  const { body: project } = await book({ packageId: gold.id, customerId: agent.id })
  const { body } = await draft(project.id)
  t.match(body, { customerId: broker.id, projectId: project.id, projectIds: [] })
  t.ok([studio.day(29), studio.day(30), studio.day(31)].includes(body.dueDate), body.dueDate)
  const { body: own } = await book({ packageId: gold.id, customerId: broker.id })
  t.match(
    (await draft(own.id)).body,
    { customerId: broker.id, dueDate: null },
    'not a member itself',
  )
})

t.test('payment terms count days in the organization’s time zone [c22-billing]', async (t) => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await call('PATCH', '/organization', { timeZone })
    const { agent } = await brokerage({ paymentTerms: 'NET_DAYS', netDays: 1 })
    const { body: project } = await book({ packageId: gold.id, customerId: agent.id })
    const before = tomorrowIn(timeZone)
    const { dueDate } = (await draft(project.id)).body
    t.ok([before, tomorrowIn(timeZone)].includes(dueDate), `${dueDate} in ${timeZone}`)
  }
  await call('PATCH', '/organization', { timeZone: null })
})

/** Tomorrow's date in `timeZone`. */
function tomorrowIn(timeZone: string): string {
  const tomorrow = Date.now() + 86_400_000
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(tomorrow)
}

t.test('earlier bookings of a former member keep their terms [c22-left]', async (t) => {
  const { groupId, customerId } = await member({ discountBasisPoints: 1_000 })
  const { body: before } = await book({ packageId: gold.id, customerId })
  await leave(groupId, customerId)
  const { body: after } = await book({ packageId: gold.id, customerId })
  const { id: next } = await group({ discountBasisPoints: 5_000 })
  t.equal((await draft(after.id)).body.discountAmount, 0)
  const { body: between } = await book({ packageId: gold.id, customerId })
  await join(next, customerId)
  t.equal((await draft(before.id)).body.discountAmount, 3_000)
  t.equal((await draft(between.id)).body.discountAmount, 15_000, 'the group joined next')
  t.equal((await quote({ packageId: gold.id, customerId })).body.discountAmount, 15_000)
})
