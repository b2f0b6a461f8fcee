import type pg from 'pg'
import { apiKeyId, customerId, memberId, organizationId, subscriptionId } from './identifiers.ts'
import { type InstalledOrganization, PROJECTS_OF_SLOT } from './size.ts'

const MEMBERS_EACH = 8
export const API_KEYS_EACH = 5
export const SUBSCRIPTIONS_EACH = 2
export const CUSTOMERS_OF_SLOT = PROJECTS_OF_SLOT / 10

// The words are those that the trigger of `customers` makes, which would take most of the time of the fill.
// `person` is a word of name and address.
const CUSTOMERS = `
  insert into customers (organization_id, id, name, email, created_at, words)
  select slot.organization_id, ${customerId('slot.n', 'i')}, 'Customer ' || number, 'person' || number || '@example.com',
    $1::timestamptz - (i * 8191 + slot.n) % 26000 * interval '1 hour',
    array_to_tsvector(array[prefix || 'customer', prefix || number, prefix || 'person' || number, prefix || 'example', prefix || 'com'])
  from bench.slots as slot, generate_series(0, ${CUSTOMERS_OF_SLOT - 1}) as i,
    lateral (select slot.n * ${CUSTOMERS_OF_SLOT} + i as number) as numbered`

const ORGANIZATION = organizationId('n')
const STATEMENTS = [
  `insert into organizations (id, name) select ${ORGANIZATION}, 'Studio ' || n from bench.organizations`,
  `insert into users (id, email)
   select ${memberId('n', 'i')}, 'person' || i || '.' || n || '@example.com' from bench.organizations, generate_series(0, ${MEMBERS_EACH - 1}) as i`,
  `insert into memberships (organization_id, user_id, name, role)
   select ${ORGANIZATION}, ${memberId('n', 'i')}, 'Person ' || i, (array['ADMIN', 'MANAGER', 'TECHNICIAN', 'EDITOR'])[1 + i % 4]
   from bench.organizations, generate_series(0, ${MEMBERS_EACH - 1}) as i`,
  `insert into api_keys (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id)
   select ${ORGANIZATION}, ${apiKeyId('n', 'i')}, 'Key ' || i, array['READ'], 'mjk_none', sha256(uuid_send(gen_random_uuid())), ${memberId('n', '0')}
   from bench.organizations, generate_series(0, ${API_KEYS_EACH - 1}) as i`,
  // No server listens at these addresses.
  `insert into webhook_subscriptions (organization_id, id, url, events, secret_encrypted)
   select ${ORGANIZATION}, ${subscriptionId('n', 'i')}, 'http://127.0.0.1:9/' || i, array['CUSTOMER_UPDATED'], ''
   from bench.organizations, generate_series(0, ${SUBSCRIPTIONS_EACH - 1}) as i`,
]

/** Makes the organizations of the installation with their people, keys and subscriptions. */
export async function fillPeople(
  client: pg.Client,
  organizations: readonly InstalledOrganization[],
): Promise<void> {
  await client.query(`
    create schema bench;
    create table bench.organizations (n integer primary key, slots integer not null);
    create table bench.slots (n integer primary key, organization integer not null, organization_id uuid not null, prefix text not null)`)
  await client.query(
    'insert into bench.organizations select * from unnest($1::integer[], $2::integer[])',
    [organizations.map(({ number }) => number), organizations.map(({ slots }) => slots)],
  )
  await client.query(`
    insert into bench.slots
    select row_number() over () - 1, n, ${ORGANIZATION}, words_prefix(${ORGANIZATION})
    from bench.organizations, generate_series(1, slots)`)
  for (const statement of STATEMENTS) await client.query(statement)
  await client.query('analyze')
}

/** Makes the customers. Their indexes may be missing. */
export async function fillCustomers(client: pg.Client, filledAt: string): Promise<void> {
  await client.query(CUSTOMERS, [filledAt])
}
