import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { atOnce, moneyStudio, statuses } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, book, eventsOf } = studio
const { id: customerId } = await studio.customer()
const gold = await studio.offer('/packages', 30_000, { name: 'Gold' })
const drone = await studio.offer('/add-ons', 10_000, { name: 'Drone' })
const draft = (projectId: string, key?: string) =>
  call('POST', `/projects/${projectId}/invoice`, undefined, key)
const line = (description: string, unitAmount: number) => ({
  description,
  quantity: 1,
  unitAmount,
  taxBasisPoints: null,
})

t.test(
  'a project is billed for its package, add-ons and discount [c5-invoices-project]',
  async (t) => {
    await studio.discount('BILL', { percentBasisPoints: 1_000 })
    const chosen = { packageId: gold.id, selectedAddOnIds: [drone.id], discountCode: 'BILL' }
    const { body: project } = await book({ customerId, ...chosen })
    const { status, body } = await draft(project.id)
    t.equal(status, 201)
    t.match(body, {
      status: 'DRAFT',
      number: null,
      customerId,
      projectId: project.id,
      currency: 'USD',
      subtotalAmount: 40_000,
      discountAmount: 4_000,
      taxAmount: 0,
      totalAmount: 36_000,
    })
    t.strictSame(body.lineItems, [line('Gold', 30_000), line('Drone', 10_000)])
    t.strictSame((await call('GET', `/invoices/${body.id}`)).body, body)
    const published = await eventsOf(body.id)
    t.strictSame(
      published.map(({ name }) => name),
      ['INVOICE_CREATED'],
    )
    t.same(published[0]?.data.invoice, body)
  },
)

t.test('a draft line is taxed on its amount after the discount', async (t) => {
  await studio.discount('TAXED', { discountAmount: 4_000, currency: 'USD' })
  const chosen = { packageId: gold.id, selectedAddOnIds: [drone.id], discountCode: 'TAXED' }
  const { body: project } = await book({ customerId, ...chosen })
  const { body: invoice } = await draft(project.id)
  const path = `/invoices/${invoice.id}`
  const taxed = [line('Gold', 30_000), { ...line('Drone', 10_000), taxBasisPoints: 1_000 }]
  const sums = {
    subtotalAmount: 40_000,
    discountAmount: 4_000,
    taxAmount: 900,
    totalAmount: 36_900,
  }
  t.match((await call('PATCH', path, { lineItems: taxed })).body, sums)
  const less = await call('PATCH', path, { lineItems: [line('Rest', 1_000)] })
  t.match(less.body, { subtotalAmount: 1_000, discountAmount: 1_000, totalAmount: 0 })
})

t.test(
  'of fifty concurrent calls to bill a project, one succeeds, with one event [c5-invoices-project-once]',
  async (t) => {
    // Several keys: calls with one key queue for its rate limit windows and would rarely overlap.
    const keys = await atOnce(10, () => studio.org.keyWith('WRITE'))
    const { body: project } = await book({ customerId, packageId: gold.id })
    const responses = await atOnce(50, (i) => draft(project.id, keys[i % 10]))
    t.strictSame(statuses(responses), { 201: 1, 409: 49 })
    t.equal(responses.find(({ status }) => status === 409)?.body.code, 'project_has_invoice')
    const { body } = await call('GET', `/invoices?projectId=${project.id}`)
    t.equal(body.data.length, 1)
    t.equal((await eventsOf(body.data[0].id)).length, 1)
  },
)

t.test(
  'a project can be billed again after its invoice was voided [c5-invoices-project-once]',
  async (t) => {
    const { body: project } = await book({ customerId, packageId: gold.id })
    const { body: first } = await draft(project.id)
    await call('POST', `/invoices/${first.id}/send`)
    t.equal((await draft(project.id)).status, 409)
    await call('POST', `/invoices/${first.id}/void`)
    t.equal((await draft(project.id)).status, 201)
    const { body: other } = await book({ customerId, packageId: gold.id })
    await studio.invoice({ customerId, projectId: other.id })
    t.equal((await draft(other.id)).status, 409, 'an invoice created by POST /invoices counts')
  },
)

t.test(
  "a project that can't be billed is refused with a reason [c5-invoices-project]",
  async (t) => {
    const euros = await studio.offer('/add-ons', 100, { currency: 'EUR' })
    await studio.discount('EUROS', { discountAmount: 100, currency: 'EUR' })
    const cases: [object, string][] = [
      [{ packageId: gold.id }, 'customerId of the project is null: an invoice needs a customer'],
      [{ customerId }, 'packageId or selectedAddOnIds is required to compute a price'],
      [
        { customerId, packageId: gold.id, selectedAddOnIds: [euros.id] },
        'packageId and selectedAddOnIds must share a currency, but are in USD, EUR',
      ],
      [
        { customerId, packageId: gold.id, discountCode: 'EUROS' },
        'discountCode is in EUR, but packageId and selectedAddOnIds are in USD',
      ],
    ]
    for (const [booking, message] of cases) {
      const { body: project } = await book(booking)
      const { status, body } = await draft(project.id)
      t.equal(status, 400)
      t.strictSame(body.message, [message])
    }
  },
)

t.test('a project’s offers are billed even if archived meanwhile', async (t) => {
  const silver = await studio.offer('/packages', 20_000, { name: 'Silver' })
  const video = await studio.offer('/add-ons', 5_000, { name: 'Video' })
  const half = await studio.discount('HALF', { percentBasisPoints: 5_000 })
  const chosen = { packageId: silver.id, selectedAddOnIds: [video.id], discountId: half.id }
  const { body: project } = await book({ customerId, ...chosen })
  await call('DELETE', `/packages/${silver.id}`)
  await call('DELETE', `/add-ons/${video.id}`)
  await call('DELETE', `/discounts/${half.id}`)
  t.match((await draft(project.id)).body, { subtotalAmount: 25_000, totalAmount: 12_500 })
})

t.test('a CANCELLED project has no redemption, and is billed without its discount', async (t) => {
  await studio.discount('BACK', { percentBasisPoints: 5_000 })
  const { body: project } = await book({ customerId, packageId: gold.id, discountCode: 'BACK' })
  await call('PATCH', `/projects/${project.id}/status`, { status: 'CANCELLED' })
  t.match((await draft(project.id)).body, { discountAmount: 0, totalAmount: 30_000 })
})

t.test('projects are billed even while their customer is being deleted', async (t) => {
  const { id } = await studio.customer()
  const projects = await Promise.all(
    Array.from(
      { length: 10 },
      async () => (await book({ customerId: id, packageId: gold.id })).body,
    ),
  )
  const responses = await atOnce(20, (i) =>
    i % 2 ? call('DELETE', `/customers/${id}`) : draft(projects[i / 2].id),
  )
  t.strictSame(statuses(responses), { 201: 10, 409: 10 })
})

t.test(
  'a draft keeps its discount rule, and applies it to changed lines [c11-draft-discount]',
  async (t) => {
    await studio.discount('TENTH', { percentBasisPoints: 1_000 })
    await studio.discount('FIXED', { discountAmount: 4_000, currency: 'USD' })
    const drafted = async (discountCode: string) => {
      const { body } = await book({ customerId, packageId: gold.id, discountCode })
      return (await draft(body.id)).body
    }
    const relined = async (id: string, amount: number) => {
      const { body } = await call('PATCH', `/invoices/${id}`, { lineItems: [line('One', amount)] })
      return body.discountAmount
    }
    const tenth = await drafted('TENTH')
    t.strictSame(tenth.discountRule, { percentBasisPoints: 1_000, discountAmount: null })
    t.equal(await relined(tenth.id, 500), 50)
    t.equal(await relined(tenth.id, 20_000), 2_000)
    const fixed = await drafted('FIXED')
    t.strictSame(fixed.discountRule, { percentBasisPoints: null, discountAmount: 4_000 })
    t.equal(await relined(fixed.id, 500), 500)
    t.equal(await relined(fixed.id, 20_000), 4_000)
    t.equal((await drafted('FIXED')).discountAmount, 4_000)
  },
)

t.test(
  'a draft’s currency can change only together with its lines [c11-draft-currency]',
  async (t) => {
    const change = (id: string, body: object) => call('PATCH', `/invoices/${id}`, body)
    const { body: project } = await book({ customerId, packageId: gold.id, discountCode: 'TENTH' })
    const { body: tenth } = await draft(project.id)
    const alone = await change(tenth.id, { currency: 'JPY' })
    t.equal(alone.status, 400)
    t.match(alone.body.message, [/^currency can't change while the lines are in USD/])
    const yen = { currency: 'JPY', lineItems: [line('Gold', 4_000)] }
    t.match(await change(tenth.id, yen), {
      status: 200,
      body: { currency: 'JPY', discountAmount: 400, totalAmount: 3_600 },
    })
    t.equal((await change(tenth.id, { currency: 'JPY' })).status, 200, 'the same currency')
    const { body: other } = await book({ customerId, packageId: gold.id, discountCode: 'FIXED' })
    const { body: fixed } = await draft(other.id)
    t.match(await change(fixed.id, yen), { status: 400, body: { message: [/^currency can't/] } })
  },
)
