import { newId, openSingleConnection, type Sql } from '@mediajobs/db'
import type { Store } from '@mediajobs/outbox'
import { type InterfaceList, type LargeStudio, newest, plainPaths } from './interface-lists.ts'
import { FEW, rows, STUDIO_RECORDS } from './studio-records.ts'

const NEIGHBOURS = 200
/** Past days covered by the event log. */
export const LOGGED_DAYS = 5

/** A UUIDv7 of that time. */
const idAt = (at: string) =>
  `(substr(uuid_v7_floor(${at})::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`

// A fifth of the projects has no technician, and a fifth no editor: the array ends before. The statement
// makes a fifth of the projects, so that each insert stays far below the time limit of a statement. The three
// times of a project are in different orders.
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
   select uuid_v7(), 'Neighbour ' || i from generate_series(1, ${NEIGHBOURS}) as i where $1::uuid is not null`,
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
  // The large studio has one subscription.
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

const NEEDED = `
  select a.attname as name, a.atttypid = 'text'::regtype as "isText", f.confrelid::regclass as referenced,
    (select attname from pg_attribute
     where attrelid = f.confrelid and attnum = f.confkey[array_position(f.conkey, a.attnum)]) as key
  from pg_attribute as a
  left join pg_constraint as f
    on f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = any(f.conkey)
  where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname not in ('id', 'organization_id')
    and (a.attnotnull and not a.atthasdef or a.attname = any($2))`

interface NeededColumn {
  name: string
  isText: boolean
  referenced: string | null
  key: string | null
}

const snakeCase = (name: string) => name.replace(/[-A-Z]/g, (each) => `_${each.toLowerCase()}`)
const tableOf = (path: string) => path.slice(1).replaceAll('-', '_')

/** SQL that fills a table, given only its schema. A fourth of the records has each value of a filter. */
async function plainRecords(sql: Sql, path: string, filters: string[]): Promise<string> {
  const table = tableOf(path)
  const columns = filters.map(snakeCase)
  const needed = await sql.queryOnce<NeededColumn>(NEEDED, [table, columns])
  const values = needed.map(({ name, isText, referenced, key }) => {
    const n = columns.includes(name) || referenced ? 'i % 4' : 'i'
    if (!referenced) return isText ? `'Text' || ${n}` : n
    return `(select ${key} from ${referenced} where organization_id = studio.id order by 1 limit 1 offset ${n})`
  })
  return `
    insert into ${table} (${['organization_id', 'id', 'created_at', ...needed.map(({ name }) => name)]})
    select ${['studio.id', 'uuid_v7()', "now() - i * interval '1 hour'", ...values]}
    from ${rows(3_000, 4)}`
}

/** A plain list, and its pages by each filter that has an index: `?ownerId=` of `studios` has `studios_owner`. */
async function plainLists(
  sql: Sql,
  orgId: string,
  path: string,
  filters: string[],
): Promise<InterfaceList[]> {
  const table = tableOf(path)
  const lists = filters.map(async (filter) => {
    const column = snakeCase(filter)
    const index = `${table}_${column.replace(/_id$/, '')}`
    const [has] = await sql.queryOnce('select from pg_indexes where indexname = $1', [index])
    if (!has) return []
    const [{ value } = {}] = await sql.queryOnce<{ value: string }>(
      `select ${column} as value from ${table} where organization_id = $1 limit 1`,
      [orgId],
    )
    return newest(`${path}?${filter}=${value}`, table, index)
  })
  return [newest(path, table), ...(await Promise.all(lists)).flat()]
}

const IDS = `
  select
    (select id from customers where organization_id = $1 order by id limit 1) as "customerId",
    (select id from customer_groups where organization_id = $1 order by id limit 1) as "groupId",
    (select user_id from memberships where organization_id = $1 order by user_id limit 1) as "memberId",
    (select id from projects where organization_id = $1 order by id desc limit 1) as "projectId",
    (select id from invoices where organization_id = $1 order by id limit 1) as "invoiceId",
    (select id from payments where organization_id = $1 order by created_at desc limit 1) as "paymentId",
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
  const paths = plainPaths()
  const plain = await Promise.all(paths.map((each) => plainRecords(sql, ...each)))
  // Without a time limit: on a busy machine each takes many seconds.
  const filling = await openSingleConnection(databaseUrl, 'tests')
  await filling.rows(PAST_PARTITIONS)
  for (const text of [...FILL, ...plain]) await filling.rows(text, [orgId])
  const [ids] = await sql.queryOnce<LargeStudio & Record<string, string>>(IDS, [orgId])
  if (!ids) throw new Error("the studio wasn't filled")
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
  const lists = await Promise.all(paths.map((each) => plainLists(sql, orgId, ...each)))
  return { ...ids, plainLists: lists.flat() }
}
