import { events } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { asc, eq } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const { call } = org
const create = (body: unknown, key = org.key) => call('POST', '/customers', body, key)

async function eventsOf(customerId: string) {
  const rows = await service.store.sql.orm
    .select({ name: events.name, data: events.data })
    .from(events)
    .where(eq(events.organizationId, org.organizationId))
    .orderBy(asc(events.id))
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  return (rows as { name: string; data: any }[]).filter(
    ({ data }) => data.customerId === customerId,
  )
}

t.test(
  'a customer is created with all fields, and CUSTOMER_CREATED has them [i2-customer-invoice-events, i6-customer-created, c5-customers, c5-customers-events]',
  async (t) => {
    const sent = {
      name: 'Ann Agent',
      email: 'Ann@Example.com',
      phone: '+41 44 123 45 67',
      company: 'Keys & Co',
      notes: 'Prefers mornings',
      externalId: 'crm-7',
      language: 'es',
    }
    const { status, body } = await create(sent)
    t.equal(status, 201)
    t.match(body, sent)
    t.strictSame((await call('GET', `/customers/${body.id}`)).body, body)
    const [event, ...more] = await eventsOf(body.id)
    t.strictSame(more, [])
    t.match(event, {
      name: 'CUSTOMER_CREATED',
      data: { orgId: org.organizationId, customer: sent },
    })
    t.same(event?.data.customer, body)
  },
)

t.test('only name and email are required; the rest is null [c1-names-null]', async (t) => {
  const { body } = await create({ name: 'B', email: 'b@example.com' })
  t.match(body, { phone: null, company: null, notes: null, externalId: null, language: null })
  t.equal((await create({ name: 'C', email: 'c@example.com', language: 'fr' })).status, 400)
})

t.test(
  'an email is unique in an organization, case-insensitively [i2-customer-email, i7-409, c5-customers-email]',
  async (t) => {
    t.equal((await create({ name: 'N', email: 'same@example.com' })).status, 201)
    const taken = await create({ name: 'N', email: 'SAME@example.com' })
    t.match(taken, { status: 409, body: { code: 'duplicate_email' } })
    const other = await service.createOrg()
    t.equal((await create({ name: 'N', email: 'same@example.com' }, other.key)).status, 201)
  },
)

t.test(
  'CUSTOMER_UPDATED is sent only after a change, and names the changed fields [i6-customer-updated, c5-customers-events]',
  async (t) => {
    const { body } = await create({ name: 'Old', email: 'old@example.com', phone: '1' })
    const path = `/customers/${body.id}`
    const same = await call('PATCH', path, { name: 'Old', phone: '1' })
    t.strictSame(same.body, body)
    const { body: changed } = await call('PATCH', path, { name: 'New', phone: null, notes: null })
    t.match(changed, { name: 'New', phone: null, email: 'old@example.com' })
    const updates = (await eventsOf(body.id)).slice(1)
    t.equal(updates.length, 1)
    t.match(updates[0], { name: 'CUSTOMER_UPDATED', data: { changed: ['name', 'phone'] } })
    const taken = await call('PATCH', path, { email: 'B@example.com' })
    t.equal(taken.status, 409)
    t.equal((await eventsOf(body.id)).length, 2, 'a refused change sends no event')
  },
)

t.test(
  'a customer of a project cannot be deleted; any other is deleted for good [c5-customers-in-use]',
  async (t) => {
    const { body } = await create({ name: 'D', email: 'd@example.com' })
    const path = `/customers/${body.id}`
    const project = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
      customerId: body.id,
    })
    const refused = await call('DELETE', path)
    t.equal(refused.status, 409)
    t.equal(refused.body.code, 'customer_in_use')
    await call('PATCH', `/projects/${project.body.id}/assign-customer`, { customerId: null })
    t.equal((await call('DELETE', path)).status, 204)
    t.equal((await call('DELETE', path)).status, 404)
    t.equal((await call('GET', path)).status, 404)
  },
)

t.test(
  'the list is newest first, and is filtered by words and by email [c5-customers]',
  async (t) => {
    const own = await service.createOrg()
    for (const [name, company] of [
      ['Zoë Müller', 'Acme'],
      ['Bob Stone', null],
      ['Cy Acmeson', null],
    ]) {
      await create(
        { name, company, email: `${name?.slice(0, 2).toLowerCase()}x@list.test` },
        own.key,
      )
    }
    const names = async (query: string) => {
      const { body } = await call('GET', `/customers?${query}`, undefined, own.key)
      return body.data.map(({ name }: { name: string }) => name)
    }
    t.strictSame(await names(''), ['Cy Acmeson', 'Bob Stone', 'Zoë Müller'])
    t.strictSame(await names('q=acme'), ['Cy Acmeson', 'Zoë Müller'])
    t.strictSame(await names(`q=${encodeURIComponent('MÜLL')}`), ['Zoë Müller'])
    t.strictSame(await names('email=BOX@list.test'), ['Bob Stone'])
    t.strictSame(await names('email=bo'), [])
    const page = await call('GET', '/customers?limit=2', undefined, own.key)
    const rest = await call('GET', `/customers?cursor=${page.body.nextCursor}`, undefined, own.key)
    t.equal(rest.body.data[0].name, 'Zoë Müller')
    t.equal((await call('GET', '/customers?name=x')).status, 400)
  },
)

t.test('each invalid field has a separate message', async (t) => {
  const { status, body } = await create({ name: '', email: 'nobody', phone: 5 })
  t.equal(status, 400)
  t.strictSame(body.message.toSorted(), [
    'email must be an e-mail address',
    'name must not be empty',
    'phone must be a string or null',
  ])
  t.strictSame((await create({})).body.message, ['name is required', 'email is required'])
})
