import type { Sql } from '@mediajobs/db'
import { MAX_PAGE_BYTES } from '@mediajobs/domain'
import { type Document, followed, operationsOf } from '@mediajobs/testing/api/document'

/** A list, and values for the largest records that any version has accepted. */
export interface LargeList {
  table: string
  /** SQL of JSON members: the values of copy `n` that differ from the copied record. */
  values: string
  /** Whether 100 such records are too large for a page. Default: false. */
  isCut?: boolean
}

const ID = `'id', ids[n]`
// Each character takes six bytes of JSON, the maximum.
const text = (length: number) => `repeat(U&'\\0001', ${length})`
const LINES = `(select json_agg(json_build_object('description', repeat('x', 1000), 'quantity', 1,
  'unitAmount', 1, 'taxBasisPoints', null)) from generate_series(1, 200))`
const ANSWERS = `json_build_array(json_build_object('question', 'Q', 'answer', repeat('x', 950000)))`

const PRICES = `(select json_agg(json_build_object('offerId', gen_random_uuid(), 'priceAmount', 999999999999,
  'currency', 'USD')) from generate_series(1, 200))`

// By path; others are filled by `plainList`.
const LISTS: Record<string, LargeList> = {
  '/projects': {
    table: 'projects',
    values: `${ID}, 'external_id', null, 'notes', ${text(10_000)}, 'booking_answers', ${ANSWERS}`,
    isCut: true,
  },
  '/customers': {
    table: 'customers',
    values: `${ID}, 'external_id', null, 'email', n || '@large.test', 'notes', ${text(10_000)},
      'name', ${text(200)}, 'company', ${text(200)}`,
    isCut: true,
  },
  '/customer-groups': {
    table: 'customer_groups',
    values: `${ID}, 'name', ${text(200)}, 'prices', ${PRICES}`,
  },
  '/customer-groups/{id}/members': {
    table: 'customer_group_members',
    values: `${ID}, 'customer_id', ids[n]`,
  },
  '/order-forms': {
    table: 'order_forms',
    values: `${ID}, 'public_id', lpad(n::text, 22, '0'), 'name', ${text(200)}, 'terms', ${text(10_000)}`,
    isCut: true,
  },
  '/orders': {
    table: 'orders',
    values: `${ID}, 'hold_token_hash', '\\x' || lpad(to_hex(n), 64, '0'),
      'token_hash', '\\x' || lpad(to_hex(n), 64, 'f'), 'project_id', null,
      'answers', json_build_array(json_build_object('question', 'Q', 'answer', ${text(2_500)}))`,
  },
  '/visits': { table: 'project_visits', values: `${ID}, 'is_mirrored', false` },
  '/projects/{id}/visits': { table: 'project_visits', values: `${ID}, 'is_mirrored', false` },
  '/projects/{id}/reschedules': {
    table: 'project_reschedules',
    values: `${ID}, 'reason', ${text(500)}`,
  },
  '/packages': offers('packages'),
  '/add-ons': offers('add_ons'),
  '/discounts': { table: 'discounts', values: `${ID}, 'code', n || ${text(95)}` },
  '/invoices': {
    table: 'invoices',
    values: `${ID}, 'number', null, 'notes', ${text(10_000)}, 'line_items', ${LINES}`,
    isCut: true,
  },
  '/payments': {
    table: 'payments',
    values: `${ID}, 'checkout_id', null, 'method', ${text(100)}, 'failure_code', ${text(100)}`,
  },
  '/payments/{id}/refunds': {
    table: 'refunds',
    values: `${ID}, 'provider_refund_id', null, 'reason', ${text(500)}`,
  },
  '/users/{id}/time-off': { table: 'time_off', values: `${ID}, 'note', ${text(500)}` },
  '/events': { table: 'events', values: `${ID}, 'data', ${ANSWERS} -> 0`, isCut: true },
  '/requests': {
    table: 'api_requests',
    values: `${ID}, 'request_id', repeat('x', 128), 'route', repeat('x', 200)`,
  },
  '/mails': {
    table: 'mails',
    values: `${ID}, 'recipient', repeat('x', 254), 'error', ${text(300)}`,
  },
  '/users': { table: 'memberships', values: `'user_id', ids[n], 'name', ${text(200)}` },
  '/api-keys': {
    table: 'api_keys',
    values: `${ID}, 'name', ${text(100)}, 'key_hash', '\\x' || lpad(to_hex(n), 64, '0')`,
  },
  '/bulk-imports': { table: 'bulk_imports', values: ID },
  '/bulk-imports/{id}/rows': {
    table: 'bulk_import_rows',
    values: `'row', n + 1, 'data', json_build_object('externalId', ${text(10_000)}),
      'messages', array_fill(${text(1_000)}, array[20])`,
    isCut: true,
  },
  '/webhooks/subscriptions': {
    table: 'webhook_subscriptions',
    values: `${ID}, 'url', 'https://large.test/' || n || repeat('x', 2000)`,
  },
  '/webhooks/subscriptions/{id}/deliveries': { table: 'webhook_deliveries', values: ID },
  '/webhooks/deliveries': { table: 'webhook_deliveries', values: ID },
  '/projects/{id}/revisions': {
    table: 'revisions',
    values: `${ID}, 'round', n + 1, 'comment', ${text(10_000)}`,
    isCut: true,
  },
  '/projects/{id}/leads': {
    table: 'leads',
    values: `${ID}, 'name', ${text(200)}, 'message', ${text(2_000)}`,
  },
  '/projects/{id}/history': { table: 'project_status_changes', values: ID },
}

function offers(table: string): LargeList {
  const values = `${ID}, 'description', ${text(10_000)}, 'name', ${text(200)}`
  return { table, values, isCut: true }
}

/** Every list of staff, by its path in the OpenAPI document. */
export function largeLists(document: Document): Record<string, LargeList> {
  const lists = operationsOf(document).filter(
    ({ method, path, operation }) =>
      method === 'GET' &&
      !path.startsWith('/portal/') &&
      JSON.stringify(operation.parameters).includes('/Cursor'),
  )
  return Object.fromEntries(
    lists.map(({ path }) => [path, LISTS[path] ?? plainList(document, path)]),
  )
}

/** A list of records with the longest texts that a create request allows. */
function plainList(document: Document, path: string): LargeList {
  const { schema = {} } = document.paths[path]?.post?.requestBody?.content['application/json'] ?? {}
  const { properties = {} } = followed(document, schema)
  const texts = Object.entries(properties).flatMap(([name, { maxLength }]) =>
    maxLength === undefined || name === 'externalId' ? [] : [{ name, maxLength }],
  )
  const column = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const values = texts.map(
    ({ name, maxLength }) => `, '${column(name)}', left(n || ${text(maxLength)}, ${maxLength})`,
  )
  const noExternalId = 'externalId' in properties ? `, 'external_id', null` : ''
  const characters = texts.reduce((sum, { maxLength }) => sum + maxLength, 0)
  return {
    table: path.slice(1).replace('-', '_'),
    values: `${ID}${noExternalId}${values.join('')}`,
    isCut: 100 * 6 * characters > MAX_PAGE_BYTES,
  }
}

/** Copies a record of an organization `count` times, with the values of `list`. */
export async function fillList(
  sql: Sql,
  orgId: string,
  { table, values }: LargeList,
  count: number,
): Promise<void> {
  await sql.queryOnce(
    `with made as (
       select array_agg(uuid_v7()) as ids from generate_series(1, $2::int)
     ), people as (
       insert into users (id, email)
       select id, id || '@large.test' from made, unnest(ids) as id where '${table}' = 'memberships'
     ), clients as (
       insert into customers (organization_id, id, name, email)
       select $1, id, 'Large', id || '@large.test' from made, unnest(ids) as id
       where '${table}' = 'customer_group_members'
     )
     insert into ${table}
     select copy.* from (select t as first from ${table} as t where organization_id = $1 limit 1) as one,
       generate_series(1, $2::int) as n, made,
       jsonb_populate_record(first, jsonb_build_object(${values})) as copy`,
    [orgId, count],
  )
}
