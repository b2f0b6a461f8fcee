import { newId, openSingleConnection, type Sql } from '@mediajobs/db'
import * as schema from '@mediajobs/db/schema'
import type { Store } from '@mediajobs/outbox'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import {
  documentedLists,
  interfaceLists,
  type LargeStudio,
  newest,
  withoutId,
} from './interface-lists.ts'
import { FEW, rows, STUDIO_RECORDS } from './studio-records.ts'

const NEIGHBORS = 200
/** Past days covered by the event log. */
export const LOGGED_DAYS = 5

/** A UUIDv7 of the time `at`, an SQL expression. */
const idAt = (at: string) =>
  `(substr(uuid_v7_floor(${at})::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`

// A fifth of the projects has no technician, and a fifth no editor: the index is past the array's end. Creates a fifth
// of the projects, so each insert stays far below the statement timeout. A project's three times sort differently.
const projects = (fifth: number) => `
  ${FEW}
  insert into projects (organization_id, id, status, scheduled_time, address_line1, city,
    customer_id, technician_id, editor_id, project_manager_id, created_at, updated_at)
  select studio.id, uuid_v7(),
    (array['PENDING', 'BOOKED', 'SHOOTING', 'EDITING', 'DELIVERED'])[1 + n % 5],
    now() + n * 7919 % 20011 * interval '1 minute', n || ' Harbour Street', 'Springfield',
    customers[1 + n % 4], members[1 + n / 4 % 5], members[1 + n / 16 % 5], members[1 + n / 64 % 4],
    now() - n * interval '1 minute', now() - n * 104729 % 20011 * interval '1 minute'
  from ${rows(4_000, 4, 'few')}, lateral (select i * 5 + ${fifth} as n) as numbered`

const FILL = [
  `insert into organizations (id, name)
   select uuid_v7(), 'Neighbor ' || i from generate_series(1, ${NEIGHBORS}) as i where $1::uuid is not null`,
  `with person as (
     select studio.id as organization_id, uuid_v7() as id, i from ${rows(3_000, 4)}
   ), account as (
     insert into users (id, email) select id, id || '@example.test' from person
   )
   insert into memberships (organization_id, user_id, name, role, active, account_id, accepted_at, created_at)
   select organization_id, id, 'Person ' || i,
     (array['ADMIN', 'MANAGER', 'TECHNICIAN', 'EDITOR'])[1 + i % 4], i % 3 > 0,
     id, now(), now() - i * interval '1 hour'
   from person`,
  `insert into customers (organization_id, id, name, email, created_at)
   select studio.id, uuid_v7(), 'Customer ' || i, 'customer' || i || '@example.test',
     now() - i * interval '1 hour'
   from ${rows(5_000, 5)}`,
  ...[0, 1, 2, 3, 4].map(projects),
  `insert into project_status_counts (organization_id, shard, pending)
   select studio.id, i, 600 from ${rows(32, 8)}`,
  `insert into project_status_changes (organization_id, project_id, id, from_status, to_status)
   select organization_id, project.id, uuid_v7(), 'PENDING', 'BOOKED'
   from projects as project,
     (select id from projects where organization_id = $1 order by id desc limit 1) as newest,
     generate_series(1, case when project.id = newest.id then 3000 else 1 end)`,
  ...STUDIO_RECORDS,
  `with few as materialized (
     select id,
       array(select user_id from memberships where organization_id = studio.id
         order by user_id limit 4) as members,
       array(select id from api_keys where organization_id = studio.id order by id limit 4) as keys
     from organizations as studio
   )
   insert into api_requests (organization_id, id, request_id, method, route, status, code, duration_ms,
     api_key_id, user_id)
   select studio.id, ${idAt("now() - i % 6 * interval '1 day' - i / 6 * interval '5 ms'")}, 'none', 'GET',
     (array['/projects', '/customers/{id}'])[1 + i / 6 % 2], status,
     case when status = 404 then 'not_found' end, 1, keys[1 + i / 12 % 4], members[1 + i / 48 % 4]
   from ${rows(12_000, 6, 'few')},
     lateral (select (array[200, 404, 403, 200])[1 + i / 24 % 4] as status) as made`,
  `insert into sessions (id, token_hash, user_id, expires_at)
   select uuid_v7(), sha256(uuid_send(gen_random_uuid())), user_id, now() + interval '1 day'
   from memberships where $1::uuid is not null`,
  `insert into idempotency_keys (organization_id, credential, route, key, body_hash, created_at)
   select studio.id, gen_random_uuid(), 'none', i::text, '', now() - i * interval '20 seconds'
   from ${rows(3_000, 1)}`,
  `insert into object_removals (organization_id, key, next_attempt_at)
   select studio.id, i::text, now() + interval '1 hour' from ${rows(2_000, 1)}`,
  `insert into webhook_subscriptions (organization_id, id, url, events, secret_encrypted, created_at)
   select studio.id, uuid_v7(), 'https://example.com/' || i, array['CUSTOMER_UPDATED'], '',
     now() - i * interval '1 hour'
   from ${rows(45, 4)}`,
  `${FEW}
   insert into events (organization_id, id, name, data, created_at)
   select studio.id, ${idAt('at')}, (array['PROJECT_CREATED', 'PROJECT_ASSIGNED'])[1 + i / 6 % 2],
     case when i % 35 = 0 then json_build_object('projectId', projects[1]) else '{}' end, at
   from ${rows(12_000, 6, 'few')},
     lateral (select now() - i % 6 * interval '1 day' - i / 6 * interval '5 ms' as at) as times`,
  // All deliveries belong to the organization's newest subscription.
  `with newest as materialized (
     select distinct on (organization_id) organization_id, id from webhook_subscriptions
     order by organization_id, created_at desc
   )
   insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event, status,
     attempts, next_attempt_at, created_at, finished_at, response_status)
   select organization_id, ${idAt('event.created_at')}, newest.id, event.id, event.name,
     case when is_waiting then 'RETRYING' when is_odd then 'FAILED' else 'SUCCEEDED' end,
     1, case when is_waiting then now() + interval '1 hour' end, event.created_at,
     case when not is_waiting then event.created_at end,
     case when is_waiting or is_odd then 500 else 200 end
   from events as event join newest using (organization_id)
   cross join lateral (select hashtext(event.id::text) as hash) as hashed
   cross join lateral (select hash % 10 = 0 as is_odd, hash % 12 = 5 as is_waiting) as kind
   where $1::uuid is not null`,
  `insert into webhook_attempts (organization_id, delivery_id, attempt, started_at, duration_ms)
   select organization_id, id, 1, created_at, 1 from webhook_deliveries where $1::uuid is not null`,
]

// Creates past partitions as make_day_partitions creates future ones.
const PAST_PARTITIONS = `
  do $$
  declare
    day date;
    parent text;
  begin
    for day in select (now() at time zone 'UTC')::date - n from generate_series(2, ${LOGGED_DAYS + 1}) as n
    loop
      foreach parent in array array['events', 'webhook_deliveries', 'webhook_attempts', 'api_requests'] loop
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          parent || '_' || to_char(day, 'YYYYMMDD'), parent,
          uuid_v7_floor(day::timestamp at time zone 'UTC'),
          uuid_v7_floor((day + 1)::timestamp at time zone 'UTC'));
      end loop;
    end loop;
  end
  $$`

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (each) => `_${each.toLowerCase()}`)
const TABLES = Object.values(schema).flatMap((each) =>
  is(each, PgTable) ? [getTableConfig(each)] : [],
)

/** A list without code in interface-lists.ts: `GET /studios` lists `studios`. */
interface PlainList {
  path: string
  table: (typeof TABLES)[number]
  /** Columns by filter name. */
  filters: Map<string, string>
}

function plainLists(studio: LargeStudio): PlainList[] {
  const known = interfaceLists(studio).map(({ path }) => withoutId(path.replace(/\?.*/, '')))
  return [...documentedLists()].flatMap(([path, filters]) => {
    const table = TABLES.find(({ name }) => `/${name.replaceAll('_', '-')}` === path)
    const columns = new Map(filters.map((filter) => [filter, snakeCase(filter)]))
    return table && !known.includes(path) ? [{ path, table, filters: columns }] : []
  })
}

/** SQL that fills a table, given only its schema. Each value of a filter matches a quarter of the records. */
function plainRecords({ table: { name, columns, foreignKeys }, filters }: PlainList): string {
  const isFilter = (column: string) => [...filters.values()].includes(column)
  const needed = columns.filter(
    (each) =>
      each.name !== 'organization_id' &&
      each.name !== 'id' &&
      ((each.notNull && !each.hasDefault) || isFilter(each.name)),
  )
  const values = needed.map((column) => {
    const n = isFilter(column.name) ? 'i % 4' : 'i'
    // A foreign key's columns are copies, so compare names.
    const target = foreignKeys
      .map((each) => each.reference())
      .flatMap(({ columns: own, foreignColumns }) =>
        foreignColumns.filter((_, i) => own[i]?.name === column.name),
      )[0]
    if (!target) return column.dataType === 'string' ? `'Text' || ${n}` : n
    return `(select ${target.name} from ${getTableName(target.table)}
      where organization_id = studio.id order by 1 limit 1 offset ${n})`
  })
  return `
    insert into ${name} (${['organization_id', 'id', 'created_at', ...needed.map((each) => each.name)]})
    select ${['studio.id', 'uuid_v7()', "now() - i * interval '1 hour'", ...values]}
    from ${rows(3_000, 4)}`
}

/** A list, and its pages by each filter that has an index: `?ownerId=` of `studios` has `studios_owner`. */
async function withFilters(sql: Sql, orgId: string, { path, table, filters }: PlainList) {
  const lists = [newest(path, table.name)]
  for (const [filter, column] of filters) {
    const index = `${table.name}_${column.replace(/_id$/, '')}`
    if (!table.indexes.some(({ config }) => config.name === index)) continue
    const text = `select ${column} as value from ${table.name} where organization_id = $1 limit 1`
    const [{ value } = {}] = await sql.queryOnce<{ value: string }>(text, [orgId])
    lists.push(newest(`${path}?${filter}=${value}`, table.name, index))
  }
  return lists
}

const IDS = `
  select
    (select id from customers where organization_id = $1 order by id limit 1) as "customerId",
    (select id from customer_groups where organization_id = $1 order by id limit 1) as "groupId",
    (select user_id from memberships where organization_id = $1 order by user_id limit 1) as "memberId",
    (select id from projects where organization_id = $1 order by id desc limit 1) as "projectId",
    (select id from invoices where organization_id = $1 order by id limit 1) as "invoiceId",
    (select id from payments where organization_id = $1 order by created_at desc limit 1) as "paymentId",
    (select id from orders where organization_id = $1 order by created_at desc limit 1) as "orderId",
    (select form_id from orders where organization_id = $1 order by created_at desc limit 1) as "formId",
    (select id from webhook_subscriptions where organization_id = $1 order by created_at desc limit 1) as "subscriptionId",
    (select id from bulk_imports where organization_id = $1 order by created_at desc limit 1) as "importId",
    (select id from api_keys where organization_id = $1 order by id limit 1) as "apiKeyId"`

/** Fills the organization with years of data, adds neighbors, and analyzes. */
export async function fillLargeStudio(
  { sql, transaction }: Store,
  databaseUrl: string,
  orgId: string,
) {
  // Without a statement timeout: on a busy machine each insert takes many seconds.
  const filling = await openSingleConnection(databaseUrl, 'tests')
  await filling.rows(PAST_PARTITIONS)
  for (const text of FILL) await filling.rows(text, [orgId])
  const [ids] = await sql.queryOnce<LargeStudio & Record<string, string>>(IDS, [orgId])
  if (!ids) throw new Error("the studio wasn't filled")
  const plain = plainLists(ids)
  for (const each of plain) await filling.rows(plainRecords(each), [orgId])
  // Retrying deliveries have jobs.
  await transaction(async (tx) => {
    const jobs = Array.from({ length: 3_000 }, () => ({
      organizationId: orgId,
      deliveryId: newId(),
      subscriptionId: ids.subscriptionId,
      attempt: 2,
      startAfterSeconds: 3_600,
    }))
    await tx.webhookQueue.insert(tx, jobs)
  })
  await filling.rows('analyze')
  await filling.close()
  const lists = await Promise.all(plain.map((each) => withFilters(sql, orgId, each)))
  return { ...ids, plainLists: lists.flat() }
}
