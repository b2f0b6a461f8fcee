import { newId } from '@mediajobs/db'
import { organizations } from '@mediajobs/db/schema'
import { createTestDatabase } from '@mediajobs/db/testing'
import { openStore } from '@mediajobs/outbox'
import t from 'tap'
import { createCustomer, getCustomer } from '../src/customers.ts'

const { url: databaseUrl } = await createTestDatabase(t)
const store = openStore({ databaseUrl, poolSize: 2, applicationName: 'test', onError() {} })
t.teardown(() => store.close())

async function organization(): Promise<string> {
  const id = newId()
  await store.sql.orm.insert(organizations).values({ id, name: 'Studio' })
  return id
}

const create = (orgId: string, email: string) =>
  store.transaction((tx) => createCustomer(tx, orgId, { name: 'Ann', email }))
const eventsOf = (orgId: string) =>
  store.sql.query('select name from events where organization_id = $1', [orgId])

t.test('a customer and its event are written in one transaction', async (t) => {
  const orgId = await organization()
  const customer = await create(orgId, 'ann@example.test')
  t.strictSame(await getCustomer(store.sql, orgId, customer.id), customer)
  t.strictSame(await eventsOf(orgId), [{ name: 'CUSTOMER_CREATED' }])
})

t.test("another customer's email is a conflict, and nothing is written", async (t) => {
  const orgId = await organization()
  await create(orgId, 'ann@example.test')
  const refused = create(orgId, 'ANN@example.test')
  await t.rejects(refused, { name: 'OperationError', kind: 'conflict', code: 'duplicate_email' })
  t.equal((await eventsOf(orgId)).length, 1)
  await t.resolves(
    create(await organization(), 'ann@example.test'),
    'allowed in another organization',
  )
})

t.test("another organization's customer gives the same error as an unknown one", async (t) => {
  const customer = await create(await organization(), 'ann@example.test')
  const other = await organization()
  const refusals = await Promise.all(
    [customer.id, newId()].map((id) => getCustomer(store.sql, other, id).catch((error) => error)),
  )
  t.match(refusals[0], { kind: 'not_found', code: 'not_found' })
  t.equal(refusals[0].message, refusals[1].message)
})
