// Raw SQL: lists whose plan depends on their filters, and batches.
import { type Sql, type SqlValue, UNFLUSHED } from '@mediajobs/db'
import { isFrozen } from '@mediajobs/db/schema'
import { PROBLEM_CODES, type ProblemCode } from '@mediajobs/domain'
import { instantOfId, inTimeRange, type TimeRange } from './shared/id-time.ts'
import { type Page, type PageRequest, pageOf, positionOf } from './shared/paging.ts'

/** A call to log. */
export interface RequestEntry {
  organizationId: string
  /** The `x-request-id` of the response. */
  requestId: string
  method: string
  /** The OpenAPI path template, never the path, which may contain a secret. */
  route: string
  /** 499 if the client disconnected early. */
  status: number
  code: string | null
  durationMs: number
  /** `null` for a session. */
  apiKeyId: string | null
  userId: string
  /** By `performance.now()`. */
  endedAtMs: number
}

/** A logged call. */
export interface LoggedRequest
  extends Omit<RequestEntry, 'organizationId' | 'durationMs' | 'endedAtMs'> {
  id: string
  /** The end of the call, from the id, by which the list is sorted. */
  at: string
  milliseconds: number
}

export interface RequestFilters extends TimeRange {
  /** Any of these: a status like `404`, or a class like `4XX`. */
  status?: readonly string[]
  /** Any of these. */
  code?: readonly ProblemCode[]
  route?: string
  apiKeyId?: string
  userId?: string
}

type Row = Omit<LoggedRequest, 'at'>

const COLUMNS = `id, request_id as "requestId", method, route, status, code,
  duration_ms as milliseconds, api_key_id as "apiKeyId", user_id as "userId"`

/**
 * The organization's request log, newest first, by id. Filters are indexed; a `code` is searched within its status.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listRequests(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: RequestFilters & PageRequest,
): Promise<Page<LoggedRequest>> {
  const list = { list: 'requests', ...filters }
  const after = positionOf(cursor, list)
  const values: SqlValue[] = [orgId]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  const equals = (column: string, value: string | undefined) =>
    value === undefined ? [] : [`${column} = ${placeholder(value)}`]
  const conditions = [
    'organization_id = $1',
    ...inTimeRange(filters, placeholder),
    ...equals('route', filters.route),
    ...equals('api_key_id', filters.apiKeyId),
    ...equals('user_id', filters.userId),
    ...(filters.code ? [`code = any (${placeholder(filters.code)})`] : []),
    ...(after ? [`id < ${placeholder(after.id)}`] : []),
  ]
  const newest = `order by id desc limit ${placeholder(limit + 1)}`
  const pages = alternatives(filters).map((status) => {
    const ofStatus = status === null ? [] : [inStatus(status, placeholder)]
    return `select ${COLUMNS} from api_requests where ${[...conditions, ...ofStatus].join(' and ')} ${newest}`
  })
  const [only = '', ...more] = pages
  // Not prepared with several filters: too many variants.
  const rows =
    more.length === 0 && Object.keys(filters).length <= 1
      ? await sql.query<Row>(only, values)
      : await sql.queryOnce<Row>(
          `select * from ((${pages.join(') union all (')})) as pages ${newest}`,
          values,
        )
  const requests = rows.map((row) => ({ ...row, at: instantOfId(row.id) }))
  return pageOf(requests, limit, list, (last) => ({ value: last.at, id: last.id }))
}

const isClass = (status: string) => status.endsWith('XX')

/** Disjoint statuses and classes, a page each; `null` for all. */
function alternatives({ status, code }: RequestFilters): readonly (string | null)[] {
  if (status === undefined) {
    return code === undefined ? [null] : [...new Set(code.map((each) => `${PROBLEM_CODES[each]}`))]
  }
  const classes = new Set(status.filter(isClass))
  const single = status.filter((each) => !isClass(each) && !classes.has(`${each[0]}XX`))
  return [...classes, ...new Set(single)]
}

function inStatus(status: string, placeholder: (value: SqlValue) => string): string {
  return isClass(status)
    ? `status / 100 = ${placeholder(Number(status[0]))}`
    : `status = ${placeholder(Number(status))}`
}

// UNFLUSHED: losing a few rows in a crash is cheaper than waiting for the disk. Skips frozen organizations, which would
// fail the batch, and joins parent records, which may be erased concurrently. Ids use the database's clock, to fit its
// partitions.
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

/** Adds `entries` to the request log. */
export async function writeRequests(sql: Sql, entries: readonly RequestEntry[]): Promise<void> {
  if (entries.length === 0) return
  const nowMs = performance.now()
  const column = (name: keyof RequestEntry) => entries.map((entry) => entry[name])
  await sql.query(WRITE, [
    column('organizationId'),
    entries.map(({ endedAtMs }) => nowMs - endedAtMs),
    column('requestId'),
    column('method'),
    column('route'),
    column('status'),
    column('code'),
    column('durationMs'),
    column('apiKeyId'),
    column('userId'),
  ])
}

/** A key's calls with one response status. */
export interface CallCount {
  organizationId: string
  apiKeyId: string
  status: number
  calls: number
}

// Ordered, to avoid deadlocks.
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

/** Adds `counts`, distinct by key and status, to today's calls (UTC). */
export async function countCalls(sql: Sql, counts: readonly CallCount[]): Promise<void> {
  if (counts.length === 0) return
  const column = (name: keyof CallCount) => counts.map((count) => count[name])
  await sql.query(COUNT, [
    column('organizationId'),
    column('apiKeyId'),
    column('status'),
    column('calls'),
  ])
}

/** A known but refused key: revoked, expired, or of a deactivated person. */
interface RefusedKey {
  /** Index in the list of hashes. */
  place: number
  organizationId: string
  apiKeyId: string
  userId: string
}

const FIND = `
  select (refused.place - 1)::int as place, k.organization_id as "organizationId", k.id as "apiKeyId",
    k.created_by_user_id as "userId"
  from unnest($1::bytea[]) with ordinality as refused (key_hash, place)
  join api_keys as k on k.key_hash = refused.key_hash`

/** Finds keys by hash. Omits unknown ones, which belong to no organization. */
export async function findRefusedKeys(
  sql: Sql,
  keyHashes: readonly Buffer[],
): Promise<RefusedKey[]> {
  if (keyHashes.length === 0) return []
  return sql.query<RefusedKey>(FIND, [keyHashes])
}
