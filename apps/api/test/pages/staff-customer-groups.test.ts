// docs/contract.md#c22-groups-page
import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { groupStudio } from '../support/group-studio.ts'

const api = await sharedApp()
const studio = await groupStudio(api)
const { call, org, offer, customer } = studio
await call('PATCH', '/organization', { locale: 'en-US' })
const home = `/app/${org.organizationId}`
const list = `${home}/customer-groups`
const gold = await offer('/packages', 30_000, { name: 'Gold' })
const browser = await browserOf(api, org)
const groupAt = async (location = '') => {
  const id = /customer-groups\/([0-9a-f-]{36})/.exec(location)?.[1] ?? ''
  return (await call('GET', `/customer-groups/${id}`)).body
}

t.test(
  'a manager adds a group with prices from the customers page [c22-groups-page]',
  async (t) => {
    t.match((await browser.open(`${home}/customers`)).text, 'customer-groups"')
    t.match((await browser.open(list)).text, 'No groups yet.')
    const { id: billingCustomerId } = await customer()
    const form = fieldsOf(await browser.open(`${list}/new`), '/new')
    t.match(form, { billing: 'MEMBER', paymentTerms: 'ON_DELIVERY' })
    const sent = {
      ...form,
      name: '<b>Realty</b>',
      billing: 'GROUP',
      billingCustomerId,
      paymentTerms: 'NET_DAYS',
      netDays: '30',
      discountBasisPoints: '12.5',
      [`prices.${gold.id}`]: '180',
    }
    const { location } = await browser.send(`${list}/new`, sent)
    t.match(location, 'done=created')
    t.match((await browser.send(`${list}/new`, sent)).location, 'done=created', 'sent twice')
    t.equal((await call('GET', '/customer-groups')).body.data.length, 1)
    t.match(await groupAt(location), {
      name: '<b>Realty</b>',
      netDays: 30,
      discountBasisPoints: 1_250,
      prices: [{ offerId: gold.id, priceAmount: 18_000 }],
    })
    const listed = await browser.open(list)
    t.match(listed.text, '&lt;b&gt;Realty&lt;/b&gt;')
    t.match(listed.text, '30 days to pay')
  },
)

t.test('the payer can be searched for beyond the newest customers [c22-groups-page]', async (t) => {
  const { body } = await call('POST', '/customers', { name: 'Zoe Older', email: 'zoe@older.test' })
  for (let i = 0; i < 50; i++) await customer()
  const option = `<option value="${body.id}"`
  const page = await browser.open(`${list}/new`)
  t.notMatch(page.text, option)
  t.match(page.text, /<form action="[^"]*customer-groups\/new" class="filters" role="search">/)
  t.match((await browser.open(`${list}/new?q=older`)).text, option)
})

t.test('contradictory fields are explained next to the field [c22-groups-page]', async (t) => {
  const form = fieldsOf(await browser.open(`${list}/new`), '/new')
  const refused = await browser.send(`${list}/new`, { ...form, name: 'A', billing: 'GROUP' })
  t.equal(refused.status, 400)
  t.match(refused.text, 'id="billingCustomerId-problem"')
  const wrong = await browser.send(`${list}/new`, { ...form, name: 'A', netDays: 'soon' })
  t.match(wrong, { status: 400, text: 'id="netDays-problem"' })
  t.match(wrong.text, /<input(?=[^>]* id="netDays")(?=[^>]* autofocus)/, 'in view on a phone')
})

t.test(
  'a change sends changed prices together with unchanged ones [c22-groups-page]',
  async (t) => {
    const other = await offer('/add-ons', 5_000, { name: 'Drone' })
    const { id } = await studio.group({ prices: [{ offerId: gold.id, priceAmount: 20_000 }] })
    const page = `${list}/${id}`
    const form = fieldsOf(await browser.open(page), `/${id}`)
    t.equal(form[`prices.${gold.id}`], '200.00')
    const { location } = await browser.send(page, { ...form, [`prices.${other.id}`]: '40' })
    t.match(location, 'done=saved')
    t.match((await groupAt(page)).prices, [
      { offerId: gold.id, priceAmount: 20_000 },
      { offerId: other.id, priceAmount: 4_000 },
    ])
    const again = fieldsOf(await browser.open(page), `/${id}`)
    await browser.send(page, { ...again, [`prices.${gold.id}`]: '' })
    t.match((await groupAt(page)).prices, [{ offerId: other.id, priceAmount: 4_000 }])
    await call('PATCH', `/customer-groups/${id}`, { name: 'Meanwhile' })
    const stale = await browser.send(page, { ...again, name: 'Mine' })
    t.match(stale, { status: 412, text: 'Meanwhile' })
    t.match((await browser.send(`${page}/delete`)).location, 'done=deleted')
    t.equal((await call('GET', `/customer-groups/${id}`)).status, 404)
  },
)

t.test('members join, change their role and leave [c22-groups-page]', async (t) => {
  const { id } = await studio.group()
  const ann = await customer()
  const page = `${list}/${id}`
  t.match((await browser.open(`${page}?q=nobody+anywhere`)).text, 'No other customers found.')
  const added = await browser.send(`${page}/members`, { customerId: ann.id, role: 'LEAD' })
  t.match(added.location, 'done=joined')
  t.match((await browser.open(page)).text, `customers/${ann.id}"`)
  t.match((await browser.open(`${home}/customers/${ann.id}`)).text, `customer-groups/${id}"`)
  const { id: other } = await studio.group()
  const refused = await browser.send(`${list}/${other}/members`, {
    customerId: ann.id,
    role: 'LEAD',
  })
  t.match(refused, { status: 409, text: 'This customer is in another group.' })
  const member = `${page}/members/${ann.id}`
  t.match((await browser.send(member, { role: 'MEMBER' })).location, 'done=role')
  t.match((await call('GET', `/customer-groups/${id}/members/${ann.id}`)).body, { role: 'MEMBER' })
  t.match((await browser.send(`${member}/remove`)).location, 'done=left')
  t.match((await browser.open(page)).text, 'No members yet.')
})

t.test(
  "a statement is created, opened and sent from the group's page [c22-groups-page]",
  async (t) => {
    const { id, agent } = await studio.brokerage({ paymentTerms: 'NET_DAYS', netDays: 30 })
    const project = await studio.delivered({ customerId: agent.id, packageId: gold.id })
    const bare = await studio.delivered({ customerId: agent.id })
    const page = `${list}/${id}`
    const form = fieldsOf(await browser.open(page), '/statements')
    t.match(form.from, /-01$/, 'the month before')
    const days = studio.around
    const made = await browser.send(`${page}/statements`, { ...form, ...days })
    t.equal(made.status, 200)
    t.match(made.text, 'Statement of 1 job drafted: $300.00.')
    t.match(made.text, 'No price.')
    t.match(made.text, `projects/${bare.id}"`)
    const [invoice] = (await call('GET', `/invoices?projectId=${project.id}`)).body.data
    const address = `projects/${project.id}/invoices/${invoice.id}`
    t.match(made.text, address)
    const opened = await browser.open(`${home}/${address}`)
    t.match(opened.text, '1 Main Street, Springfield: Gold')
    const sent = await browser.send(`${home}/${address}/send`, fieldsOf(opened, '/send'))
    t.equal(sent.status, 303)
    t.match((await call('GET', `/invoices/${invoice.id}`)).body, { status: 'SENT' })
    const job = await browser.open(`${home}/projects/${project.id}`)
    t.match(job.text, 'Statement of')
    t.notMatch(job.text, 'Draft invoice')
    const backwards = { from: '2026-02-02', to: '2026-02-01' }
    const refused = await browser.send(`${page}/statements`, backwards)
    t.match(refused.text, 'The last day must not be before the first.')
    const none = await browser.send(`${page}/statements`, days)
    t.match(none, { status: 409, text: 'Everything delivered on these days' })
  },
)

t.test("a booking's quote has the group's price [c22-groups-page]", async (t) => {
  const { agent } = await studio.brokerage({ prices: [{ offerId: gold.id, priceAmount: 12_300 }] })
  const query = new URLSearchParams({ customer: agent.id, packageId: gold.id })
  t.match((await browser.open(`${home}/projects/new?${query}`)).text, '$123.00')
})

t.test("a delivery's preview follows the group's terms [c22-groups-page]", async (t) => {
  const lockedFor = async (terms: object) => {
    const { agent } = await studio.brokerage(terms)
    const { body: project } = await studio.book({ customerId: agent.id, packageId: gold.id })
    const page = `${home}/projects/${project.id}/preview`
    const { text } = await browser.open(page)
    return /<option value=""[^>]*>([^<]*)/.exec(text)?.[1]
  }
  const locked = await lockedFor({ paymentTerms: 'PREPAY' })
  t.ok(locked)
  t.not(locked, await lockedFor({}))
})

t.test("technicians and editors don't see groups [c22-groups-page]", async (t) => {
  const { id } = await studio.group()
  for (const role of ['TECHNICIAN', 'EDITOR'] as const) {
    const person = await browserOf(api, await api.createMember(org, role))
    t.notMatch((await person.open(`${home}/customers`)).text, 'customer-groups"')
    for (const page of [list, `${list}/new`, `${list}/${id}`]) {
      t.equal((await person.open(page)).status, 403, page)
    }
  }
})
