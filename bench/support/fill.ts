import { generateApiKey, hashSecret } from '@mediajobs/domain'
import type pg from 'pg'

export interface BenchKey {
  key: string
  organizationId: string
}

export interface Fill {
  organizations: number
  projectsEach: number
  keysEach: number
}

export const DATA: Fill = { organizations: 1_000, projectsEach: 1_000, keysEach: 5 }

/** Has as many keys as `DATA`, so none comes near its rate limit. */
export const QUICK_DATA: Fill = { organizations: 100, projectsEach: 30, keysEach: 50 }

const ORGANIZATION = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const PERSON = `('00000000-0000-7001-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/**
 * Creates organizations numbered from `first`, each with one person, keys and projects. Returns the keys in random
 * order, so consecutive requests come from different organizations.
 */
export async function fill(client: pg.Client, what: Fill, first = 1): Promise<BenchKey[]> {
  const last = first + what.organizations - 1
  const range = `generate_series(${first}, ${last}) as n`
  await client.query(
    `insert into organizations (id, name) select ${ORGANIZATION}, 'Studio ' || n from ${range}`,
  )
  await client.query(
    `insert into users (id, email) select ${PERSON}, 'person' || n || '@example.com' from ${range}`,
  )
  await client.query(
    `insert into memberships (organization_id, user_id, name, role, account_id, accepted_at)
     select ${ORGANIZATION}, ${PERSON}, 'Person', 'ADMIN', ${PERSON}, now() from ${range}`,
  )
  await insertProjects(client, range, what.projectsEach)
  const keys = await insertKeys(client, first, what)
  await client.query('vacuum analyze')
  return keys
}

// One project a minute, oldest first: ids and creation times grow together, as in production.
async function insertProjects(client: pg.Client, range: string, each: number): Promise<void> {
  await client.query(
    `insert into projects (organization_id, id, status, scheduled_time, address_line1, city, region,
       postal_code, country_code, notes, media_types, estimated_duration, created_at, updated_at)
     select ${ORGANIZATION}, uuid_v7(), 'PENDING', made + interval '3 days', i || ' Harbour Street',
       'Springfield', 'OR', '97403', 'US', 'Lockbox at the side door', array['PHOTO', 'VIDEO'], 90,
       made, made
     from ${range}, generate_series(1, ${each}) as i,
       lateral (select now() - (${each} - i) * interval '1 minute' as made) as times
     order by i`,
  )
  await client.query(
    `insert into project_status_counts (organization_id, shard, pending)
     select ${ORGANIZATION}, 0, ${each} from ${range}`,
  )
}

async function insertKeys(client: pg.Client, first: number, what: Fill): Promise<BenchKey[]> {
  const keys = Array.from({ length: what.organizations * what.keysEach }, (_, i): BenchKey => {
    const n = first + Math.floor(i / what.keysEach)
    const organizationId = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    return { key: generateApiKey(), organizationId }
  })
  await client.query(
    `insert into api_keys
       (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id, last_used_at)
     select organization_id, uuid_v7(), 'Bench', array['ADMIN'], 'mjk_bench', hash, user_id, now()
     from unnest($1::uuid[], $2::bytea[]) as made (organization_id, hash)
     join memberships using (organization_id)`,
    [keys.map(({ organizationId }) => organizationId), keys.map(({ key }) => hashSecret(key))],
  )
  return shuffled(keys)
}

function shuffled<Item>(items: Item[]): Item[] {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1))
    const [a, b] = [items[i] as Item, items[j] as Item]
    items[i] = b
    items[j] = a
  }
  return items
}

/** Adds technicians who work in `hours`. Default: office hours. */
export async function addTechnicians(
  client: pg.Client,
  organizationId: string,
  count: number,
  hours?: object,
): Promise<void> {
  await client.query(
    `with made as (
       insert into users (id, email) select uuid_v7(), 'technician' || n || '@example.com'
       from generate_series(1, ${count}) as n returning id)
     insert into memberships (organization_id, user_id, name, role, working_hours)
     select $1::text::uuid, id, 'Technician', 'TECHNICIAN', $2::json from made`,
    [organizationId, hours ? JSON.stringify(hours) : null],
  )
}

/**
 * A function that calls the api with the keys in turn, so none comes near its rate limit. It throws if the api refuses
 * the call.
 */
export function callerOf(apiUrl: string, keys: readonly Pick<BenchKey, 'key'>[]) {
  let calls = 0
  return async (method: string, path: string, body: object): Promise<Record<string, string>> => {
    const { key = '' } = keys[calls++ % keys.length] ?? {}
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const response = await fetch(apiUrl + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
}

/** Creates a webhook subscription for each organization. Nothing listens at its URL. */
export async function subscribeEach(client: pg.Client): Promise<void> {
  await client.query(
    `insert into webhook_subscriptions (organization_id, id, url, events, secret_encrypted)
     select id, uuid_v7(), 'http://127.0.0.1:9/', array['PROJECT_CREATED'], 'none' from organizations`,
  )
}
