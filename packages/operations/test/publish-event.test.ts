import { createTestDatabase } from '@mediajobs/db/testing'
import { openStore, publishEvent } from '@mediajobs/outbox'
import t from 'tap'
import { createCustomer } from '../src/customers.ts'
import { createOrganization } from '../src/organizations/create-organization.ts'

const { url: databaseUrl } = await createTestDatabase(t)
const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'test', onError() {} })
t.teardown(() => store.close())
const { organization } = await store.transaction((tx) =>
  createOrganization(tx, { name: 'Test Studio', ownerEmail: 'owner@example.test' }),
)
const organizationId = organization.id
const customer = await store.transaction((tx) =>
  createCustomer(tx, organizationId, { name: 'Ada', email: 'ada@example.test' }),
)
const ofCustomer = { occurredAt: customer.updatedAt, customerId: customer.id, customer }

async function payloads(name: string): Promise<string[]> {
  const text = 'select data::text as data from events where organization_id = $1 and name = $2'
  const rows = await store.sql.query<{ data: string }>(text, [organizationId, name])
  return rows.map(({ data }) => data)
}

t.test('payload fields are sent in the order published', async (t) => {
  await store.transaction(async (tx) =>
    publishEvent(tx, organizationId, 'CUSTOMER_UPDATED', { ...ofCustomer, changed: ['name'] }),
  )
  const [payload = '{}'] = await payloads('CUSTOMER_UPDATED')
  const fields = ['event', 'orgId', 'occurredAt', 'customerId', 'customer', 'changed']
  t.strictSame(Object.keys(JSON.parse(payload)), fields)
})

t.test('the compiler refuses a payload without a field, and an unknown event', async (t) => {
  const before = await payloads('CUSTOMER_UPDATED')
  const rolledBack = store.transaction(async (tx) => {
    // @ts-expect-error: `changed` is missing
    publishEvent(tx, organizationId, 'CUSTOMER_UPDATED', ofCustomer)
    // @ts-expect-error: unknown event
    publishEvent(tx, organizationId, 'CUSTOMER_FORGOTTEN', ofCustomer)
    throw new Error('rolled back')
  })
  await t.rejects(rolledBack)
  t.strictSame(await payloads('CUSTOMER_UPDATED'), before)
})
