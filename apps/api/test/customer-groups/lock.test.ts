import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { groupStudio } from '../support/group-studio.ts'

const api = await testApp(t, { trustProxy: true })
const studio = await groupStudio(api)
const { call, brokerage, delivered, statement, offer, invoicesOf } = studio
const gold = await offer('/packages', 30_000, { name: 'Gold' })
const NET = { paymentTerms: 'NET_DAYS', netDays: 30 }

t.test(
  'the group’s setting overrides the organization’s, and the customer’s overrides both [c22-lock]',
  async (t) => {
    const cases: [
      organization: boolean | null,
      group: object,
      customer: boolean | null,
      boolean,
    ][] = [
      [null, { paymentTerms: 'ON_DELIVERY' }, null, false],
      [true, { paymentTerms: 'ON_DELIVERY' }, null, true],
      [true, { paymentTerms: 'ON_DELIVERY', lockDownloads: false }, null, false],
      [null, { paymentTerms: 'ON_DELIVERY', lockDownloads: true }, null, true],
      [null, { paymentTerms: 'ON_DELIVERY', lockDownloads: true }, false, false],
      [null, { paymentTerms: 'PREPAY' }, null, true],
      [true, { paymentTerms: 'PREPAY', lockDownloads: false }, null, false],
      [true, NET, null, false],
      [true, { ...NET, lockDownloads: true }, null, true],
      [null, NET, true, true],
    ]
    for (const [organization, terms, customer, isLocked] of cases) {
      await call('PATCH', '/organization', { lockDownloads: organization })
      const { agent, broker } = await brokerage(terms)
      await call('PATCH', `/customers/${agent.id}`, { lockDownloads: customer })
      const project = await delivered({ customerId: agent.id, packageId: gold.id })
      t.equal(project.locked, isLocked, JSON.stringify([organization, terms, customer]))
      const invoices = await invoicesOf(project.id)
      t.match(invoices, isLocked ? [{ status: 'SENT', customerId: broker.id }] : [])
    }
    await call('PATCH', '/organization', { lockDownloads: null })
  },
)

t.test("a project with locked downloads isn't on a statement [c22-lock]", async (t) => {
  const { id, agent } = await brokerage({ ...NET, lockDownloads: true })
  await delivered({ customerId: agent.id, packageId: gold.id })
  t.match(await statement(id), { status: 409, body: { code: 'nothing_to_bill' } })
})

t.test('a statement’s payment unlocks its deliveries [c22-statement-lock]', async (t) => {
  const { id, agent } = await brokerage(NET)
  const projects = [
    await delivered({ customerId: agent.id, packageId: gold.id }),
    await delivered({ customerId: agent.id, packageId: gold.id }),
  ]
  const { invoice } = (await statement(id)).body
  const again = (projectId: string) =>
    call('POST', `/projects/${projectId}/deliver`, { requirePayment: true })
  t.match(await again(projects[0].id), { status: 409, body: { code: 'invoice_needed' } }, 'a draft')
  const { body: sent } = await call('POST', `/invoices/${invoice.id}/send`)
  const links = []
  for (const project of projects) {
    const { body } = await again(project.id)
    t.equal(body.locked, true)
    links.push(body.deliveryToken)
  }
  const open = (token: string) => api.request('GET', `/deliveries/${token}`)
  t.match((await open(links[0])).body.lock, {
    balanceAmount: 60_000,
    invoiceNumber: sent.number,
  })
  const { body: payable } = await api.request('GET', `/pay/${links[0]}`)
  t.match(payable, { balanceAmount: 60_000, number: sent.number, notes: null })
  t.strictSame(payable.lineItems, [], "not the group's other jobs")
  await call('POST', `/invoices/${invoice.id}/pay`, { paymentAmount: 30_000 })
  t.not((await open(links[0])).body.lock, null)
  await call('POST', `/invoices/${invoice.id}/pay`)
  for (const link of links) t.equal((await open(link)).body.lock, null)
  const { body: events } = await call('GET', '/events?event=DELIVERY_UNLOCKED')
  t.equal(events.data.length, 2)
})

t.test('voiding a statement unlocks its deliveries [c22-statement-lock]', async (t) => {
  const { id, agent } = await brokerage(NET)
  const project = await delivered({ customerId: agent.id, packageId: gold.id })
  const { invoice } = (await statement(id)).body
  await call('POST', `/invoices/${invoice.id}/send`)
  const { body } = await call('POST', `/projects/${project.id}/deliver`, { requirePayment: true })
  await call('POST', `/invoices/${invoice.id}/void`)
  t.equal((await api.request('GET', `/deliveries/${body.deliveryToken}`)).body.lock, null)
})
