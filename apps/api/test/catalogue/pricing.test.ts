import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call } = studio
const quote = (body: unknown) => call('POST', '/pricing/quote', body)

const gold = await studio.offer('/packages', 29_900, { name: 'Gold' })
const drone = await studio.offer('/add-ons', 4_995, { name: 'Drone' })
const twilight = await studio.offer('/add-ons', 9_000, { name: 'Twilight' })
const line = (description: string, unitAmount: number) => ({
  description,
  quantity: 1,
  unitAmount,
  taxBasisPoints: null,
})

t.test(
  'a quote has a line for the package and each add-on, and the total [c5-quote]',
  async (t) => {
    const chosen = { packageId: gold.id, selectedAddOnIds: [twilight.id, drone.id] }
    const { status, body } = await quote(chosen)
    t.equal(status, 200)
    const lineItems = [line('Gold', 29_900), line('Twilight', 9_000), line('Drone', 4_995)]
    t.strictSame(body, {
      currency: 'USD',
      lineItems,
      subtotalAmount: 43_895,
      discountAmount: 0,
      discountRule: null,
      taxAmount: 0,
      totalAmount: 43_895,
      durationMinutes: null,
    })
    const { body: addOns } = await quote({ packageId: null, selectedAddOnIds: [drone.id] })
    t.strictSame(addOns.lineItems, [line('Drone', 4_995)])
    t.equal(addOns.totalAmount, 4_995)
  },
)

t.test(
  'a percentage discount rounds half up, and a fixed one is capped at the subtotal',
  async (t) => {
    await studio.discount('SHARE', { percentBasisPoints: 1_000 })
    await studio.discount('AMOUNT', { discountAmount: 5_000, currency: 'USD' })
    const priced = async (discountCode: string) => {
      const { body } = await quote({ selectedAddOnIds: [drone.id], discountCode })
      return [body.subtotalAmount, body.discountAmount, body.totalAmount]
    }
    t.strictSame(await priced('share'), [4_995, 500, 4_495])
    t.strictSame(await priced('Amount'), [4_995, 4_995, 0])
  },
)

t.test("a quote matches the project's later invoice [c5-quote]", async (t) => {
  const { id } = await studio.discount('SAME', { percentBasisPoints: 3_333 })
  const chosen = {
    packageId: gold.id,
    selectedAddOnIds: [drone.id, twilight.id],
    discountCode: 'SAME',
  }
  const { body: quoted } = await quote(chosen)
  t.equal(await studio.redemptions(id), 0, "a quote doesn't redeem")
  const { id: customerId } = await studio.customer()
  const { body: project } = await studio.book({ ...chosen, customerId })
  const { body: invoice } = await call('POST', `/projects/${project.id}/invoice`)
  t.match(invoice, quoted)
  t.strictSame(invoice.lineItems, quoted.lineItems)
})

t.test("a quote that can't be priced is refused with the reason", async (t) => {
  const euros = await studio.offer('/add-ons', 100, { currency: 'EUR' })
  await studio.discount('EUROS', { discountAmount: 100, currency: 'EUR' })
  const nothing = 'packageId or selectedAddOnIds is required to compute a price'
  const cases: [object, string][] = [
    [{}, nothing],
    [{ packageId: null, selectedAddOnIds: [] }, nothing],
    [
      { packageId: gold.id, selectedAddOnIds: [euros.id] },
      'packageId and selectedAddOnIds must share a currency, but are in USD, EUR',
    ],
    [
      { packageId: gold.id, discountCode: 'EUROS' },
      'discountCode is in EUR, but packageId and selectedAddOnIds are in USD',
    ],
    [{ packageId: gold.id, discountCode: 'NOPE' }, 'discountCode is unknown or expired'],
  ]
  for (const [body, message] of cases) {
    const response = await quote(body)
    t.equal(response.status, 400)
    t.strictSame(response.body.message, [message])
  }
  await studio.discount('USED', { percentBasisPoints: 1, maxRedemptions: 1 })
  await studio.book({ discountCode: 'USED' })
  t.equal((await quote({ packageId: gold.id, discountCode: 'USED' })).status, 400)
})

t.test("an archived, unknown or foreign offer can't be quoted", async (t) => {
  const gone = await studio.offer('/packages', 1)
  await call('DELETE', `/packages/${gone.id}`)
  const foreign = await (await moneyStudio(service)).offer('/packages', 1)
  for (const packageId of [gone.id, foreign.id, drone.id, randomUUID(), 'nope']) {
    t.equal((await quote({ packageId })).status, 404)
    t.equal(
      (await quote({ packageId: gold.id, selectedAddOnIds: [packageId] })).status,
      packageId === drone.id ? 200 : 404,
    )
  }
})
