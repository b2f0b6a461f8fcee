import type pg from 'pg'
import { copyIndexes } from './bare-table.ts'
import { apiKeyId, idAt, memberId, projectId, subscriptionId } from './identifiers.ts'
import { API_KEYS_EACH, SUBSCRIPTIONS_EACH } from './people.ts'
import { slotOf } from './project-rows.ts'
import { type InstallationSize, PROJECTS_OF_SLOT, REQUEST_DAYS, rowsOfDay } from './size.ts'

const DAY_SECONDS = 86_400
/** No row is so near to the end of its day that its id could be of the next one. */
const MARGIN_SECONDS = 60

/** The status of call `k`. */
const STATUS = `,
  lateral (select (array[200, 200, 200, 201, 200, 404, 200, 200])[1 + k % 8] as status) as made`

interface DayTable {
  table: string
  columns: string
  /** SQL of its rows. `$1` is the first moment of the day. */
  rows: string
}

/** Row `k` of a day, its time, the slot and the project that it belongs to, and what `more` adds to the FROM. */
const inDay = (rows: number, size: InstallationSize, more = '') => `
  generate_series(0::bigint, ${rows - 1}) as k,
  lateral (select $1::timestamptz + interval '1 s' * (${MARGIN_SECONDS} + k * ${(DAY_SECONDS - 2 * MARGIN_SECONDS) / rows}) as at) as times,
  lateral (select 1 + (k + ${Math.floor(size.projects / PROJECTS_OF_SLOT)} * (k % 97)) % ${size.projects} as t) as numbered,
  bench.slots as slot${more}
  where slot.n = ${slotOf('t', size)}`

/** The tables of a day. Deliveries are made from the events before them, and attempts from the deliveries. */
function tablesOf(
  size: InstallationSize,
  suffix: string,
  filledAt: string,
  daysAgo: number,
): DayTable[] {
  const { events, requests } = rowsOfDay(size)
  const project = projectId('t', size.projects).replaceAll('$1', `'${filledAt}'`)
  const logs: DayTable[] = [
    {
      table: 'events',
      columns: 'organization_id, id, name, data, created_at',
      rows: `
        select organization_id, ${idAt('at')}, (array['PROJECT_STATUS_CHANGED', 'PROJECT_ASSIGNED', 'PROJECT_CREATED', 'REVISION_REQUESTED'])[1 + k % 4],
          ('{"projectId":"' || ${project} || '","status":"EDITING","previousStatus":"SHOOTING","occurredAt":"' || at || '"}')::json,
          at
        from ${inDay(events, size)}`,
    },
    {
      table: 'webhook_deliveries',
      columns: `organization_id, id, subscription_id, event_id, event, status, attempts, next_attempt_at, last_attempt_at,
        response_status, created_at, finished_at`,
      rows: `
        select organization_id, ${idAt('at')}, ${subscriptionId('owner.n', 'i')}, id, name, status,
          case when status in ('SUCCEEDED', 'RETRYING') then 1 else 6 end,
          case when status = 'RETRYING' then now() + interval '1 day' end, at,
          case when status = 'SUCCEEDED' then 200 else 500 end,
          at, case when status <> 'RETRYING' then at end
        from "events${suffix}" as event
          join bench.organizations as owner on owner.n = ('x' || right(organization_id::text, 8))::bit(32)::integer,
          generate_series(0, ${SUBSCRIPTIONS_EACH - 1}) as i,
          lateral (select created_at as at, get_byte(uuid_send(id), 15) + i as random) as made,
          lateral (select case when random < 5 then 'FAILED' when random < 7 then 'CANCELLED'
            when random < 8 and ${daysAgo} < 2 then 'RETRYING' else 'SUCCEEDED' end as status) as ended`,
    },
    {
      table: 'webhook_attempts',
      columns: 'organization_id, delivery_id, attempt, started_at, duration_ms, response_status',
      rows: `
        select organization_id, id, attempt, created_at + attempt * interval '1 minute', 20 + attempt,
          response_status
        from "webhook_deliveries${suffix}", generate_series(1, attempts) as attempt`,
    },
  ]
  const calls: DayTable = {
    table: 'api_requests',
    columns:
      'organization_id, id, request_id, method, route, status, code, duration_ms, api_key_id, user_id',
    rows: `
      select organization_id, ${idAt('at')}, 'req-' || md5(k::text), (array['GET', 'GET', 'POST'])[1 + k % 3],
        (array['/projects', '/projects/{id}', '/projects/create'])[1 + k % 3], status,
        case when status = 404 then 'not_found' end, 5 + k % 40, ${apiKeyId('slot.organization', `(k % ${API_KEYS_EACH})::integer`)},
        ${memberId('slot.organization', '0')}
      from ${inDay(requests, size, STATUS)}`,
  }
  return daysAgo <= REQUEST_DAYS ? [...logs, calls] : logs
}

/**
 * Fills the partitions of one day, in a transaction of its own. Each is filled as a table of its own, gets its
 * indexes, and is then attached: with `wal_level=minimal` nothing of it is written twice.
 */
export async function fillDay(
  client: pg.Client,
  size: InstallationSize,
  filledAt: string,
  daysAgo: number,
): Promise<void> {
  const { rows } = await client.query<{ day: string; next: string; suffix: string }>(
    `select day::text, (day + 1)::text as next, to_char(day, '_YYYYMMDD') as suffix
     from (select ($1::timestamptz at time zone 'UTC')::date - $2::integer as day) as days`,
    [filledAt, daysAgo],
  )
  const { day = '', next = '', suffix = '' } = rows[0] ?? {}
  const tables = tablesOf(size, suffix, filledAt, daysAgo)
  await client.query('begin')
  for (const { table, columns, rows } of tables) {
    const partition = `${table}${suffix}`
    await client.query(`drop table if exists "${partition}"`)
    await client.query(
      `create table "${partition}" (like ${table} including defaults including constraints including storage)`,
    )
    await client.query(
      `insert into "${partition}" (${columns}) ${rows.replaceAll('$1', `'${day} 00:00:00+00'`)}`,
    )
    await copyIndexes(client, table, partition)
  }
  for (const { table } of tables) {
    await client.query(
      `alter table ${table} attach partition "${table}${suffix}"
       for values from (uuid_v7_floor('${day} 00:00:00+00')) to (uuid_v7_floor('${next} 00:00:00+00'))`,
    )
  }
  await client.query('commit')
  for (const { table } of tables) await client.query(`vacuum (analyze) "${table}${suffix}"`)
}
