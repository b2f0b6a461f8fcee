import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { groupStudio } from '../support/group-studio.ts'
import { atOnce } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await groupStudio(service)
const { call, brokerage, delivered, statement, offer, discount, invoicesOf, eventsOf } = studio
const gold = await offer('/packages', 30_000, { name: 'Gold' })
const drone = await offer('/add-ons', 10_000, { name: 'Drone', taxBasisPoints: 1_000 })
const NET = { paymentTerms: 'NET_DAYS', netDays: 30 }
const send = (id: string) => call('POST', `/invoices/${id}/send`)
const draft = (id: string) => call('POST', `/projects/${id}/invoice`)

t.test('one draft bills everything delivered to the group [c22-statement]', async (t) => {
  const { id, broker, agent } = await brokerage({ ...NET, discountBasisPoints: 1_000 })
  const first = await delivered({
    customerId: agent.id,
    packageId: gold.id,
    selectedAddOnIds: [drone.id],
  })
  await discount('HALF', { percentBasisPoints: 5_000 })
  const second = await delivered({
    customerId: agent.id,
    packageId: gold.id,
    discountCode: 'HALF',
  })
  const { body: booked } = await studio.book({ customerId: agent.id, packageId: gold.id })
  const { status, body } = await statement(id)
  t.equal(status, 201)
  t.strictSame(body.leftOut, [])
  t.match(body.invoice, {
    status: 'DRAFT',
    customerId: broker.id,
    projectId: null,
    projectIds: [first.id, second.id],
    currency: 'USD',
    lineItems: [
      { description: 'Ann, 1 Main Street, Springfield: Gold (−10%)', unitAmount: 27_000 },
      { description: 'Ann, 1 Main Street, Springfield: Drone (−10%)', unitAmount: 9_000 },
      { description: 'Ann, 1 Main Street, Springfield: Gold (−50%)', unitAmount: 15_000 },
    ],
    totalAmount: 51_900,
  })
  t.not(body.invoice.dueDate, null)
  t.notOk(body.invoice.projectIds.includes(booked.id))
  const published = await eventsOf(body.invoice.id)
  t.strictSame(
    published.map(({ name }) => name),
    ['INVOICE_CREATED'],
  )
  t.same(published[0]?.data.invoice, body.invoice)
  for (const project of [first, second]) {
    t.match(await invoicesOf(project.id), [{ id: body.invoice.id }])
    t.match(await draft(project.id), { status: 409, body: { code: 'project_has_invoice' } })
  }
})

t.test('repeated and concurrent statements bill nothing twice [c22-statement-once]', async (t) => {
  const { id, agent } = await brokerage(NET)
  const projects: string[] = []
  for (let n = 0; n < 4; n++) {
    projects.push((await delivered({ customerId: agent.id, packageId: gold.id })).id)
  }
  const keys = await atOnce(8, () => studio.org.keyWith('WRITE'))
  const responses = await atOnce(8, (i) =>
    // Drafts of single projects race the statements.
    i < 4
      ? statement(id, studio.around, keys[i])
      : call('POST', `/projects/${projects[i - 4]}/invoice`, undefined, keys[i]),
  )
  t.ok(responses.every(({ status }) => status === 201 || status === 409))
  for (const project of projects) t.equal((await invoicesOf(project)).length, 1)
  t.match(await statement(id), { status: 409, body: { code: 'nothing_to_bill' } })
})

t.test('voiding a statement frees its projects [c22-statement-void]', async (t) => {
  const { id, agent } = await brokerage(NET)
  const project = await delivered({ customerId: agent.id, packageId: gold.id })
  const { body: first } = await statement(id)
  await send(first.invoice.id)
  t.equal((await call('POST', `/invoices/${first.invoice.id}/void`)).status, 200)
  t.match((await call('GET', `/invoices/${first.invoice.id}`)).body, {
    status: 'VOIDED',
    projectIds: [project.id],
  })
  const { body: second } = await statement(id)
  t.strictSame(second.invoice.projectIds, [project.id])
  t.equal((await invoicesOf(project.id)).length, 2, 'both are invoices of the project')
})

t.test('a fully refunded statement frees its projects [c22-statement-void]', async (t) => {
  const { id, agent } = await brokerage(NET)
  const project = await delivered({ customerId: agent.id, packageId: gold.id })
  const { body: first } = await statement(id)
  await send(first.invoice.id)
  t.match((await call('POST', `/invoices/${first.invoice.id}/pay`)).body, { status: 'PAID' })
  t.equal((await statement(id)).status, 409)
  const { body: payments } = await call('GET', `/payments?invoiceId=${first.invoice.id}`)
  await call('POST', `/payments/${payments.data[0].id}/refunds`)
  const { body: second } = await statement(id)
  t.strictSame(second.invoice.projectIds, [project.id])
  t.match(await draft(project.id), { status: 409 })
})

t.test('a project with a separate invoice is omitted [c22-statement]', async (t) => {
  const { id, agent } = await brokerage(NET)
  const billed = await delivered({ customerId: agent.id, packageId: gold.id })
  await draft(billed.id)
  const other = await delivered({ customerId: agent.id, packageId: gold.id })
  t.strictSame((await statement(id)).body.invoice.projectIds, [other.id])
})

t.test(
  'unpriced jobs and those in other currencies are reported [c22-statement-left-out]',
  async (t) => {
    const { id, agent } = await brokerage(NET)
    const euros = await offer('/packages', 20_000, { currency: 'EUR' })
    const bare = await delivered({ customerId: agent.id })
    t.match(await statement(id), {
      status: 409,
      body: { code: 'nothing_to_bill', message: new RegExp(bare.id) },
    })
    const dollars = await delivered({ customerId: agent.id, packageId: gold.id })
    const other = await delivered({ customerId: agent.id, packageId: euros.id })
    const { body } = await statement(id)
    t.strictSame(body.invoice.projectIds, [dollars.id])
    t.match(body.leftOut, [
      { projectId: bare.id, reason: 'NO_PRICE' },
      { projectId: other.id, reason: 'OTHER_CURRENCY' },
    ])
    t.match((await statement(id)).body.invoice, { projectIds: [other.id], currency: 'EUR' })
  },
)

t.test(
  'a statement has at most 200 lines; the next one has the rest [c22-statement]',
  async (t) => {
    const { id, agent } = await brokerage(NET)
    await service.store.sql.query(
      `insert into projects (organization_id, id, status, scheduled_time, delivered_at, customer_id, package_id)
     select $1, uuid_v7(), 'DELIVERED', now(), now() - n * interval '1 second', $2, $3
     from generate_series(1, 203) n`,
      [studio.org.organizationId, agent.id, gold.id],
    )
    const { body } = await statement(id)
    t.equal(body.invoice.lineItems.length, 200)
    t.equal(body.invoice.totalAmount, 200 * 30_000)
    t.equal(body.leftOut.length, 3)
    t.equal(body.leftOut[0].reason, 'NO_ROOM')
    t.equal((await statement(id)).body.invoice.lineItems.length, 3)
  },
)

t.test('days are whole days in the organization’s time zone [c22-statement]', async (t) => {
  const { id, agent } = await brokerage(NET)
  await call('PATCH', '/organization', { timeZone: 'Europe/Zurich' })
  const project = await delivered({ customerId: agent.id, packageId: gold.id })
  const at = (instant: string) =>
    service.store.sql.query('update projects set delivered_at = $1 where id = $2', [
      instant,
      project.id,
    ])
  const of = (from: string, to: string) => statement(id, { from, to })
  // Clocks change that night: the day has 23 hours.
  await at('2026-03-28T22:59:59.999Z')
  t.equal((await of('2026-03-29', '2026-03-29')).status, 409)
  await at('2026-03-29T22:00:00.000Z')
  t.equal((await of('2026-03-29', '2026-03-29')).status, 409)
  await at('2026-03-29T21:59:59.999Z')
  t.strictSame((await of('2026-03-29', '2026-03-29')).body.invoice.projectIds, [project.id])
  t.match(await of('2026-03-29', '2026-03-28'), { status: 400, body: { fields: [{ path: 'to' }] } })
  t.match(await of('2025-03-29', '2026-03-30'), { status: 400, body: { fields: [{ path: 'to' }] } })
  await call('PATCH', '/organization', { timeZone: null })
})

t.test('a former member is billed once for earlier bookings [c22-left]', async (t) => {
  const one = await brokerage(NET)
  const two = await brokerage(NET)
  const before = await delivered({ customerId: one.agent.id, packageId: gold.id })
  await studio.leave(one.id, one.agent.id)
  const after = await delivered({ customerId: one.agent.id, packageId: gold.id })
  await studio.join(two.id, one.agent.id)
  t.strictSame((await statement(two.id)).body.invoice.projectIds, [after.id])
  t.strictSame((await statement(one.id)).body.invoice.projectIds, [before.id])
})

t.test('only groups that pay for their members have statements [c22-statement]', async (t) => {
  const { id } = await studio.group()
  t.match(await statement(id), { status: 409, body: { code: 'group_bills_members' } })
})

t.test('a statement covers at most 366 days [c22-statement]', async (t) => {
  const { id } = await brokerage()
  const until = (to: string) => statement(id, { from: '2026-01-01', to })
  t.match(await until('2027-01-01'), { status: 409, body: { code: 'nothing_to_bill' } })
  t.match(await until('2027-01-02'), {
    status: 400,
    body: { message: ['to must be at most 365 days after from'] },
  })
})

t.test('a draft statement can be changed, except for its projects [c22-statement]', async (t) => {
  const { id, agent } = await brokerage(NET)
  const project = await delivered({ customerId: agent.id, packageId: gold.id })
  const { invoice } = (await statement(id)).body
  const path = `/invoices/${invoice.id}`
  t.match(await call('PATCH', path, { projectId: project.id }), {
    status: 400,
    body: { fields: [{ path: 'projectId' }] },
  })
  t.match((await call('PATCH', path, { dueDate: '2026-12-31', projectId: null })).body, {
    dueDate: '2026-12-31',
    projectIds: [project.id],
  })
})

t.test(
  'long lines fill a statement sooner, and every project is still billed [c22-statement]',
  async (t) => {
    const { id, agent } = await brokerage(NET)
    const named = await offer('/packages', 1_000, { name: 'ü'.repeat(200) })
    await service.store.sql.query(
      `insert into projects (organization_id, id, status, scheduled_time, delivered_at, customer_id, package_id, address_line1, city)
     select $1, uuid_v7(), 'DELIVERED', now(), now(), $2, $3, repeat('ü', 200), repeat('ü', 200)
     from generate_series(1, 150) n`,
      [studio.org.organizationId, agent.id, named.id],
    )
    const billed: number[] = []
    for (;;) {
      const { status, body } = await statement(id)
      if (status !== 201) break
      billed.push(body.invoice.projectIds.length)
    }
    t.ok(billed.length > 1, `${billed} projects`)
    t.equal(
      billed.reduce((sum, count) => sum + count),
      150,
    )
  },
)
