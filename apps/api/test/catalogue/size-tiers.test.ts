// docs/contract.md#c17: prices and durations by property size, and tax.

import { randomUUID } from 'node:crypto'
import { MAX_SIZE_TIERS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, book } = studio
const quote = (body: object) => call('POST', '/pricing/quote', body)
const change = (id: string, body: object) => call('PATCH', `/projects/${id}`, body)

const tier = (upTo: number, priceAmount: number, durationMinutes: number | null = null) => ({
  upTo,
  priceAmount,
  durationMinutes,
})
const TIERS = [tier(2_000, 25_000, 60), tier(4_000, 32_500, 90), tier(6_000, 40_000)]

const house = await studio.offer('/packages', 1, {
  name: 'House',
  durationMinutes: 120,
  sizeTiers: TIERS,
})
const plan = await studio.offer('/add-ons', 7_500, { name: 'Plan', durationMinutes: 20 })
const drone = await studio.offer('/add-ons', 1, { name: 'Drone', sizeTiers: [tier(3_000, 9_000)] })
const { id: customerId } = await studio.customer()

const required = { status: 400, body: { fields: [{ path: 'propertySize', code: 'required' }] } }
const noPrice = {
  status: 400,
  body: {
    code: 'no_price_for_size',
    fields: [{ path: 'propertySize', code: 'no_price_for_size' }],
  },
}

t.test('a package and an add-on accept tiers, and null removes them [c17-tiers]', async (t) => {
  for (const path of ['/packages', '/add-ons'] as const) {
    const plain = await studio.offer(path, 5_000)
    t.match(plain, { sizeTiers: null, taxBasisPoints: null })
    const at = `${path}/${plain.id}`
    const sent = [{ upTo: 1_000, priceAmount: 0 }, tier(1_001, 2, 3)]
    const changed = await call('PATCH', at, { sizeTiers: sent })
    t.strictSame(changed.body.sizeTiers, [tier(1_000, 0), tier(1_001, 2, 3)])
    t.strictSame((await call('GET', at)).body, changed.body)
    const again = await call('PATCH', at, { sizeTiers: changed.body.sizeTiers })
    t.strictSame(again.body, changed.body, 'nothing changed')
    t.equal((await call('PATCH', at, { sizeTiers: null })).body.sizeTiers, null)
  }
})

t.test('an offer has 1 to 20 tiers, in ascending order [c17-tiers]', async (t) => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => tier(i + 1, 1))
  const offer = { name: 'N', priceAmount: 1, currency: 'USD' }
  const cases: [unknown, string, string][] = [
    [[], 'sizeTiers', 'too_few_items'],
    [many(MAX_SIZE_TIERS + 1), 'sizeTiers', 'too_many_items'],
    [[tier(2, 1), tier(2, 1)], 'sizeTiers[1].upTo', 'too_small'],
    [[tier(2, 1), tier(1, 1)], 'sizeTiers[1].upTo', 'too_small'],
    [[tier(0, 1)], 'sizeTiers[0].upTo', 'too_small'],
    [[tier(10_000_001, 1)], 'sizeTiers[0].upTo', 'too_large'],
    [[tier(1.5, 1)], 'sizeTiers[0].upTo', 'wrong_type'],
    [[tier(1, -1)], 'sizeTiers[0].priceAmount', 'too_small'],
    [[tier(1, 1, 0)], 'sizeTiers[0].durationMinutes', 'too_small'],
    [[{ upTo: 1 }], 'sizeTiers[0].priceAmount', 'required'],
  ]
  for (const [sizeTiers, path, code] of cases) {
    const refused = { status: 400, body: { fields: [{ path, code }] } }
    t.match(await call('POST', '/packages', { ...offer, sizeTiers }), refused, path)
    t.match(await call('PATCH', `/add-ons/${plan.id}`, { sizeTiers }), refused, path)
  }
  const most = await call('POST', '/packages', { ...offer, sizeTiers: many(MAX_SIZE_TIERS) })
  t.equal(most.status, 201)
})

t.test('a quote uses the price and duration of the first matching tier [c17-size]', async (t) => {
  const priced = async (propertySize: number) => {
    const { body } = await quote({ packageId: house.id, propertySize })
    return [body.totalAmount, body.durationMinutes]
  }
  t.strictSame(await priced(1), [25_000, 60])
  t.strictSame(await priced(2_000), [25_000, 60])
  t.strictSame(await priced(2_001), [32_500, 90])
  t.strictSame(await priced(6_000), [40_000, 120], "without a duration, the offer's")
  t.match(await quote({ packageId: house.id, propertySize: 6_001 }), noPrice)
  t.match(await quote({ packageId: house.id }), required)
  t.match(await quote({ packageId: house.id, propertySize: null }), required)
  const chosen = { packageId: house.id, selectedAddOnIds: [drone.id, plan.id] }
  t.match(await quote({ ...chosen, propertySize: 2_500 }), {
    status: 200,
    body: { subtotalAmount: 32_500 + 9_000 + 7_500, durationMinutes: 90 + 20 },
  })
  t.match(await quote({ ...chosen, propertySize: 3_001 }), noPrice, 'each offer needs a price')
  t.match(await quote({ selectedAddOnIds: [plan.id] }), { status: 200 }, 'no tiers, no size')
})

t.test('a project with tiers needs a size with a price [c17-size]', async (t) => {
  t.match(await book({ packageId: house.id }), required)
  t.match(await book({ packageId: house.id, estimatedDuration: 30 }), required)
  t.match(await book({ selectedAddOnIds: [drone.id], propertySize: 3_001 }), noPrice)
  t.match(await book({ propertySize: 9_000_000, selectedAddOnIds: [plan.id] }), { status: 201 })
  const { body: project } = await book({ packageId: house.id, propertySize: 1_850 })
  t.match(project, { propertySize: 1_850, estimatedDuration: 60 })
  t.match(await change(project.id, { propertySize: null }), required)
  t.match(await change(project.id, { propertySize: 6_001 }), noPrice)
  t.match(await change(project.id, { selectedAddOnIds: [drone.id], propertySize: 5_000 }), noPrice)
  const both = await change(project.id, { packageId: null, propertySize: null })
  t.match(both, { status: 200, body: { propertySize: null, packageId: null } })
  t.match(await change(project.id, { packageId: house.id }), required)
  t.match(await change(project.id, { packageId: house.id, propertySize: 3_000 }), { status: 200 })
})

t.test('a project booked before its offer had tiers keeps working [c17-size]', async (t) => {
  const offer = await studio.offer('/packages', 10_000, { name: 'Later', durationMinutes: 45 })
  const { body: project } = await book({ packageId: offer.id, customerId })
  await call('PATCH', `/packages/${offer.id}`, { sizeTiers: [tier(1_000, 20_000, 30)] })
  t.match(await change(project.id, { notes: 'Gate code 1', packageId: offer.id }), { status: 200 })
  const added = await change(project.id, { selectedAddOnIds: [plan.id] })
  t.match(added, { status: 200, body: { estimatedDuration: 65 } })
  t.match(await change(project.id, { selectedAddOnIds: [plan.id, drone.id] }), required)
  t.match(await call('POST', `/projects/${project.id}/invoice`), required)
  t.match(await change(project.id, { propertySize: 1_001 }), noPrice)
  t.match(await change(project.id, { propertySize: 900 }), {
    status: 200,
    body: { estimatedDuration: 50 },
  })
  const invoice = await call('POST', `/projects/${project.id}/invoice`)
  t.match(invoice, { status: 201, body: { totalAmount: 27_500 } })
})

t.test('the length follows the size until it is set manually [c17-duration]', async (t) => {
  const { body: project } = await book({ packageId: house.id, propertySize: 1_000 })
  t.equal(project.estimatedDuration, 60)
  t.equal((await change(project.id, { propertySize: 3_000 })).body.estimatedDuration, 90)
  await change(project.id, { estimatedDuration: 75 })
  t.equal((await change(project.id, { propertySize: 1_000 })).body.estimatedDuration, 75)
  t.equal((await change(project.id, { estimatedDuration: null })).body.estimatedDuration, 60)
  const sent = await book({ packageId: house.id, propertySize: 1_000, estimatedDuration: 15 })
  t.equal(sent.body.estimatedDuration, 15)
})

t.test('an invalid size is reported before a stale version, and after an unknown id', async (t) => {
  const { body: project } = await book({ packageId: house.id, propertySize: 1_000 })
  const stale = await service.request('PATCH', `/projects/${project.id}`, {
    key: studio.org.key,
    headers: { 'if-match': '"7"' },
    body: { propertySize: null },
  })
  t.match(stale, required)
  const unknown = { packageId: house.id, selectedAddOnIds: [randomUUID()] }
  t.equal((await book(unknown)).status, 404)
  t.equal((await quote(unknown)).status, 404)
})

t.test(
  'each line of a quote or invoice has the most specific tax, after the discount [c17-tax]',
  async (t) => {
    const taxed = await moneyStudio(service)
    const own = await taxed.offer('/packages', 10_000, { name: 'Own', taxBasisPoints: 260 })
    const usual = await taxed.offer('/add-ons', 20_000, { name: 'Usual' })
    const exempt = await taxed.offer('/add-ons', 5_000, { name: 'Exempt', taxBasisPoints: 0 })
    await taxed.discount('HALF', { percentBasisPoints: 5_000 })
    const chosen = {
      packageId: own.id,
      selectedAddOnIds: [usual.id, exempt.id],
      discountCode: 'HALF',
    }
    const ratesOf = (body: { lineItems: { taxBasisPoints: number | null }[] }) =>
      body.lineItems.map(({ taxBasisPoints }) => taxBasisPoints)
    const before = (await taxed.call('POST', '/pricing/quote', chosen)).body
    t.strictSame(ratesOf(before), [260, null, 0])
    await taxed.call('PATCH', '/organization', { taxBasisPoints: 810 })
    const { body: quoted } = await taxed.call('POST', '/pricing/quote', chosen)
    t.strictSame(ratesOf(quoted), [260, 810, 0])
    const sums = { subtotalAmount: 35_000, discountAmount: 17_500, taxAmount: 130 + 810 }
    t.match(quoted, { ...sums, totalAmount: 18_440 })
    const customer = await taxed.customer()
    const { body: project } = await taxed.book({ ...chosen, customerId: customer.id })
    const { body: invoice } = await taxed.call('POST', `/projects/${project.id}/invoice`)
    t.strictSame(invoice.lineItems, quoted.lineItems)
    t.match(invoice, { ...sums, totalAmount: 18_440 })
    const byHand = await taxed.invoice({ customerId: customer.id })
    t.equal(byHand.taxAmount, 0, 'lines sent without a rate have none')
    await taxed.call('PATCH', '/organization', { taxBasisPoints: null })
    t.strictSame((await taxed.call('GET', `/invoices/${invoice.id}`)).body, invoice, 'it is a copy')
  },
)

t.test('tax and size unit are settings of the organization [c17-tax]', async (t) => {
  const other = await moneyStudio(service)
  const settings = (body: object) => other.call('PATCH', '/organization', body)
  t.match((await other.call('GET', '/organization')).body, {
    taxBasisPoints: null,
    sizeUnit: 'SQFT',
  })
  const wanted = { taxBasisPoints: 0, sizeUnit: 'SQM' }
  t.match(await settings(wanted), { status: 200, body: wanted })
  for (const [body, path, code] of [
    [{ taxBasisPoints: 10_001 }, 'taxBasisPoints', 'too_large'],
    [{ taxBasisPoints: -1 }, 'taxBasisPoints', 'too_small'],
    [{ sizeUnit: 'ACRE' }, 'sizeUnit', 'not_allowed'],
    [{ sizeUnit: null }, 'sizeUnit', 'not_allowed'],
  ] as const) {
    t.match(await settings(body), { status: 400, body: { fields: [{ path, code }] } })
  }
  t.match((await other.call('GET', '/organization')).body, wanted)
})
