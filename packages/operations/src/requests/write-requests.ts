import { type Sql, type SqlValue, UNFLUSHED } from '@mediajobs/db'
import { isFrozen } from '@mediajobs/db/schema'
import type { CallCount, RequestEntry } from './request.ts'

// A crash of the database server may undo the last rows: they are not worth a wait for the disk.
// A move that has frozen an organization writes nothing more of it, and would refuse the whole batch.
// Both inserts join the records that their rows belong to: an organization may be erased meanwhile.
// The ids are made from the clock of the database, whose partitions they must fit.
const WRITE = `
  insert into api_requests (organization_id, id, request_id, method, route, status, code, duration_ms,
    api_key_id, user_id)
  select entry.organization_id, uuid_v7_at(clock_timestamp() - entry.age_ms * interval '1 millisecond'),
    entry.request_id, entry.method, entry.route, entry.status, entry.code, entry.duration_ms,
    entry.api_key_id, entry.user_id
  from unnest($1::uuid[], $2::float8[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[],
    $8::int[], $9::uuid[], $10::uuid[]) as entry (organization_id, age_ms, request_id, method, route,
    status, code, duration_ms, api_key_id, user_id)
  join organizations as o on o.id = entry.organization_id, ${UNFLUSHED}
  where not ${isFrozen('o.id')}`

// In one order: two processes that count the same keys never each wait for the other.
const COUNT = `
  insert into api_key_calls as known (organization_id, api_key_id, day, status, calls)
  select k.organization_id, k.id, (now() at time zone 'UTC')::date, made.status, made.calls
  from unnest($1::uuid[], $2::uuid[], $3::int[], $4::bigint[])
    as made (organization_id, api_key_id, status, calls)
  cross join ${UNFLUSHED}
  join api_keys as k on k.organization_id = made.organization_id and k.id = made.api_key_id
  where not ${isFrozen('k.organization_id')}
  order by k.organization_id, k.id, made.status
  on conflict (organization_id, api_key_id, day, status)
    do update set calls = known.calls + excluded.calls`

/** Adds `entries` to the request log. */
export async function writeRequests(sql: Sql, entries: readonly RequestEntry[]): Promise<void> {
  if (entries.length === 0) return
  const nowMs = performance.now()
  const column = (value: (entry: RequestEntry) => SqlValue) => entries.map(value)
  await sql.query(WRITE, [
    column(({ organizationId }) => organizationId),
    column(({ endedAtMs }) => nowMs - endedAtMs),
    column(({ requestId }) => requestId),
    column(({ method }) => method),
    column(({ route }) => route),
    column(({ status }) => status),
    column(({ code }) => code),
    column(({ durationMs }) => durationMs),
    column(({ apiKeyId }) => apiKeyId),
    column(({ userId }) => userId),
  ])
}

/** Adds `counts` to the calls of this day (UTC). Each key and status is in `counts` once. */
export async function countCalls(sql: Sql, counts: readonly CallCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql.query(COUNT, [
    counts.map(({ organizationId }) => organizationId),
    counts.map(({ apiKeyId }) => apiKeyId),
    counts.map(({ status }) => status),
    counts.map(({ calls }) => calls),
  ])
}
