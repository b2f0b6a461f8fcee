import { randomUUID } from 'node:crypto'
import type { Transaction } from '@mediajobs/db'
import { sharedApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { groupStudio } from '../support/group-studio.ts'
import { atOnce, statuses } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await groupStudio(service)
const { call, group, join, leave, customer, offer } = studio
const NEEDED = { name: 'Team', billing: 'MEMBER', paymentTerms: 'ON_DELIVERY' }
const create = (body: object) => call('POST', '/customer-groups', { ...NEEDED, ...body })

t.test('a group is created, read, listed, changed and deleted [c22-group]', async (t) => {
  const { id: billingCustomerId } = await customer()
  const { id: offerId } = await offer('/packages', 30_000)
  const sent = {
    name: 'Main Street Realty',
    billing: 'GROUP',
    billingCustomerId,
    paymentTerms: 'NET_DAYS',
    netDays: 30,
    lockDownloads: false,
    discountBasisPoints: 1_000,
  }
  const made = await create({ ...sent, prices: [{ offerId, priceAmount: 18_000 }] })
  t.equal(made.status, 201)
  t.match(made.body, { ...sent, prices: [{ offerId, priceAmount: 18_000, currency: 'USD' }] })
  const path = `/customer-groups/${made.body.id}`
  t.strictSame((await call('GET', path)).body, made.body)
  const { body: listed } = await call('GET', '/customer-groups?limit=1')
  t.strictSame(listed.data, [made.body])
  const terms = { paymentTerms: 'PREPAY', netDays: null, lockDownloads: null, prices: [] }
  t.match((await call('PATCH', path, terms)).body, terms)
  t.equal((await call('DELETE', path)).status, 204)
  t.equal((await call('GET', path)).status, 404)
})

t.test('with only the required fields, all others are null [c22-group]', async (t) => {
  const { body } = await create({})
  t.match(body, {
    billingCustomerId: null,
    netDays: null,
    lockDownloads: null,
    discountBasisPoints: null,
    prices: [],
  })
})

t.test('billing and terms require their related fields [c22-group]', async (t) => {
  const { id: billingCustomerId } = await customer()
  const { id } = await group()
  const refused: [object, string][] = [
    [{ billing: 'GROUP' }, 'billingCustomerId'],
    [{ billingCustomerId }, 'billingCustomerId'],
    [{ paymentTerms: 'NET_DAYS' }, 'netDays'],
    [{ netDays: 30 }, 'netDays'],
    [{ paymentTerms: 'NET_DAYS', netDays: 366 }, 'netDays'],
    [{ discountBasisPoints: 10_001 }, 'discountBasisPoints'],
  ]
  for (const [body, path] of refused) {
    for (const response of [
      await create(body),
      await call('PATCH', `/customer-groups/${id}`, body),
    ]) {
      t.match(response, { status: 400, body: { fields: [{ path }] } }, JSON.stringify(body))
    }
  }
})

t.test(
  'each price is for a distinct known offer, in its currency [c22-group-prices]',
  async (t) => {
    const { id: offerId } = await offer('/add-ons', 5_000)
    const price = { offerId, priceAmount: 4_000 }
    t.match(await create({ prices: [price, { ...price, priceAmount: 1 }] }), {
      status: 400,
      body: { fields: [{ path: 'prices[1].offerId' }] },
    })
    t.match(await create({ prices: [{ ...price, offerId: randomUUID() }] }), {
      status: 404,
      body: { fields: [{ path: 'prices[0].offerId' }] },
    })
    t.match(await create({ prices: [{ ...price, currency: 'EUR' }] }), {
      status: 400,
      body: { fields: [{ path: 'prices[0].currency' }] },
    })
    const { body } = await create({ prices: [{ ...price, currency: 'USD' }] })
    t.strictSame(body.prices, [{ ...price, currency: 'USD' }])
    t.equal((await create({ billing: 'GROUP', billingCustomerId: randomUUID() })).status, 404)
  },
)

t.test('members are added, listed, changed and removed [c22-members]', async (t) => {
  const { id } = await group()
  const [ann, ben] = [await customer(), await customer()]
  t.match(await join(id, ann.id, 'LEAD'), {
    status: 200,
    body: { groupId: id, customerId: ann.id, role: 'LEAD' },
  })
  await join(id, ben.id)
  const path = `/customer-groups/${id}/members`
  const listed = async () =>
    (await call('GET', path)).body.data.map((each: { customerId: string }) => each.customerId)
  t.strictSame(await listed(), [ben.id, ann.id])
  t.equal((await join(id, ann.id, 'MEMBER')).body.role, 'MEMBER')
  t.match((await call('GET', `${path}/${ann.id}`)).body, { customerId: ann.id, role: 'MEMBER' })
  const { body: found } = await call('GET', `/customer-groups?customerId=${ann.id}`)
  t.match(found, { data: [{ id }], nextCursor: null })
  t.equal((await leave(id, ann.id)).status, 204)
  t.equal((await leave(id, ann.id)).status, 404)
  t.equal((await call('GET', `${path}/${ann.id}`)).status, 404)
  t.strictSame(await listed(), [ben.id])
  t.strictSame((await call('GET', `/customer-groups?customerId=${ann.id}`)).body.data, [])
  t.equal((await join(id, ann.id)).status, 200, 'and may rejoin')
})

t.test('a customer is in at most one group, even in a race [c22-members]', async (t) => {
  const { id: customerId } = await customer()
  const ids = await atOnce(4, async () => (await group()).id as string)
  const keys = await atOnce(4, () => studio.org.keyWith('WRITE'))
  const responses = await atOnce(4, (i) =>
    call('PUT', `/customer-groups/${ids[i]}/members/${customerId}`, { role: 'LEAD' }, keys[i]),
  )
  t.strictSame(statuses(responses), { 200: 1, 409: 3 })
  const refused = responses.filter(({ status }) => status === 409)
  for (const { body } of refused) t.equal(body.code, 'customer_in_group')
})

t.test('a member has an ETag, and only known customers join [c22-members]', async (t) => {
  const { id } = await group()
  const { id: customerId } = await customer()
  t.equal((await join(id, randomUUID())).status, 404)
  t.equal((await join(randomUUID(), customerId)).status, 404)
  const path = `/customer-groups/${id}/members/${customerId}`
  const put = (etag: string, role: string) =>
    service.request('PUT', path, {
      key: studio.org.key,
      body: { role },
      headers: { 'if-match': etag },
    })
  t.equal((await put('"none"', 'LEAD')).status, 412, 'not a member yet')
  await join(id, customerId)
  const etag = String((await call('GET', path)).headers.etag)
  t.equal((await put(etag, 'LEAD')).status, 200)
  t.equal((await put(etag, 'MEMBER')).status, 412)
})

t.test('the payer of a group can’t be deleted; a member can [c22-deleted]', async (t) => {
  const { id, broker, agent } = await studio.brokerage()
  t.match(await call('DELETE', `/customers/${broker.id}`), {
    status: 409,
    body: { code: 'customer_in_use' },
  })
  t.equal((await call('DELETE', `/customers/${agent.id}`)).status, 204)
  t.strictSame((await call('GET', `/customer-groups/${id}/members`)).body.data, [])
  t.equal((await call('DELETE', `/customer-groups/${id}`)).status, 204)
  t.equal((await call('DELETE', `/customers/${broker.id}`)).status, 204)
})

/** Waits until `tx` blocks `count` other statements. */
const untilBlocked = (tx: Transaction, count: number) =>
  eventually('all wait for the transaction', async () => {
    const blocked = await tx.query(
      'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    )
    return blocked.length === count
  })

t.test(
  'a concurrently deleted payer is an unknown reference [c22-group, c4-references]',
  async (t) => {
    const [{ id }, { id: billingCustomerId }] = [await group(), await customer()]
    const body = { ...NEEDED, billing: 'GROUP', billingCustomerId }
    const responses = await service.store.transaction(async (tx) => {
      await tx.query('delete from customers where id = $1', [billingCustomerId])
      const responses = [call('PATCH', `/customer-groups/${id}`, body), create(body)]
      await untilBlocked(tx, responses.length)
      return responses
    })
    for (const { status, body } of await Promise.all(responses)) {
      t.match(
        { status, fields: body.fields },
        { status: 404, fields: [{ path: 'billingCustomerId', code: 'unknown_reference' }] },
      )
    }
  },
)

t.test(
  'a concurrently deleted group or payer is no longer billed [c22-billing, c22-deleted]',
  async (t) => {
    const { id, broker, agent } = await studio.brokerage()
    await call('PATCH', '/organization', {
      changePolicy: {
        currency: 'USD',
        rules: [{ on: 'CANCEL', withinHours: 8_784, feeAmount: 5_000 }],
      },
    })
    const { id: packageId } = await offer('/packages', 30_000)
    const book = async () =>
      (await studio.book({ customerId: agent.id, packageId })).body.id as string
    const [drafted, canceled] = [await book(), await book()]
    const responses = await service.store.transaction(async (tx) => {
      await tx.query('delete from customer_groups where id = $1', [id])
      await tx.query('delete from customers where id = $1', [broker.id])
      const responses = [
        call('POST', `/projects/${drafted}/invoice`),
        call('POST', `/projects/${canceled}/cancel`),
      ]
      await untilBlocked(tx, responses.length)
      return responses
    })
    t.strictSame(statuses(await Promise.all(responses)), { 200: 1, 201: 1 })
    for (const project of [drafted, canceled]) {
      t.match(await studio.invoicesOf(project), [{ customerId: agent.id }])
    }
  },
)

t.test('a group has at most 500 members, even in a race [c22-members]', async (t) => {
  const { id } = await group()
  await service.store.sql.query(
    `with made as (
       insert into customers (organization_id, id, name, email)
       select $1, uuid_v7(), 'Many', 'many' || n || '@example.com' from generate_series(1, 499) n
       returning id)
     insert into customer_group_members (organization_id, id, group_id, customer_id, role)
     select $1, uuid_v7(), $2, id, 'MEMBER' from made`,
    [studio.org.organizationId, id],
  )
  const more = await atOnce(3, customer)
  const responses = await atOnce(3, (i) => join(id, more[i].id))
  t.strictSame(statuses(responses), { 200: 1, 409: 2 })
  t.match(
    responses.find(({ status }) => status === 409),
    { body: { code: 'too_many_members' } },
  )
})

t.test('an organization has at most 1,000 groups, even in a race [c22-group]', async (t) => {
  const full = await groupStudio(service)
  await service.store.sql.query(
    `insert into customer_groups (organization_id, id, name, billing, payment_terms)
     select $1, uuid_v7(), 'Many', 'MEMBER', 'PREPAY' from generate_series(1, 999)`,
    [full.org.organizationId],
  )
  const responses = await atOnce(3, () => full.call('POST', '/customer-groups', NEEDED))
  t.strictSame(statuses(responses), { 201: 1, 409: 2 })
  t.match(
    responses.find(({ status }) => status === 409),
    { body: { code: 'too_many_groups' } },
  )
})
