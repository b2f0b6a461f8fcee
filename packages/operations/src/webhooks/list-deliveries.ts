// Raw SQL: index walks, whose plan and cost depend on the text.
import { type Sql, type SqlValue, selectList } from '@mediajobs/db'
import { EVENT_PROJECT, IS_NOT_SUCCEEDED, webhookDeliveries } from '@mediajobs/db/schema'
import {
  type EventName,
  MAX_LOOKED_UP_EVENTS,
  MAX_WALKED_DELIVERIES,
  type TEST_EVENT,
  toUtc,
  type WebhookDeliveryStatus,
} from '@mediajobs/domain'
import { LONGEST_TRANSACTION } from '../shared/id-time.ts'
import { cursorAt, type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import type { ListedWebhookDelivery, WebhookDelivery } from './deliveries.ts'
import { getSubscription } from './subscriptions.ts'

export interface DeliveryFilters {
  subscriptionId?: string
  /** Any of these. */
  event?: readonly (EventName | typeof TEST_EVENT)[]
  eventId?: string
  /** Deliveries of this project's events that are still in the log. */
  projectId?: string
  /** Any of these. */
  status?: readonly WebhookDeliveryStatus[]
  /** The last response: any of these codes (`503`) and classes (`5xx`). */
  responseStatus?: readonly string[]
  /** Creation, inclusive. */
  since?: string
  until?: string
  /** Start of the last attempt, inclusive. */
  lastAttemptSince?: string
  lastAttemptUntil?: string
}

const RECEIVERS = `
  select id, url from webhook_subscriptions
  where organization_id = $1 and deleted_at is null and ($2::uuid is null or id = $2)`
const EVENTS_OF_PROJECT = `
  select id from events
  where organization_id = $1 and ${EVENT_PROJECT} = $2 and ($3::uuid is null or id = $3)
  order by id desc limit ${MAX_LOOKED_UP_EVENTS + 1}`

/**
 * The webhook deliveries of all subscriptions, newest first, by id. Reads at most {@link MAX_WALKED_DELIVERIES} rows, so
 * pages of rare deliveries may be short. docs/contract.md#c14-all-deliveries
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export function listAllDeliveries(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: DeliveryFilters & PageRequest,
): Promise<Page<ListedWebhookDelivery>> {
  const list = { list: 'all-webhook-deliveries', ...filters }
  return pageOfDeliveries(sql, orgId, filters, { limit, cursor }, list)
}

/**
 * A subscription's webhook deliveries: see {@link listAllDeliveries}.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
 */
export async function listWebhookDeliveries(
  sql: Sql,
  orgId: string,
  subscriptionId: string,
  { status, ...page }: { status?: WebhookDeliveryStatus[] } & PageRequest,
): Promise<Page<WebhookDelivery>> {
  const list = { list: 'webhook-deliveries', subscriptionId, status: status?.toSorted() }
  positionOf(page.cursor, list)
  await getSubscription(sql, orgId, subscriptionId)
  return pageOfDeliveries(sql, orgId, { subscriptionId, ...(status && { status }) }, page, list)
}

async function pageOfDeliveries(
  sql: Sql,
  orgId: string,
  given: DeliveryFilters,
  { limit, cursor }: PageRequest,
  list: object,
): Promise<Page<ListedWebhookDelivery>> {
  const before = positionOf(cursor, list)?.id
  const filters = canonical(given)
  const [receivers, eventIds] = await Promise.all([
    sql.query<{ id: string; url: string }>(RECEIVERS, [orgId, filters.subscriptionId ?? null]),
    eventsOf(sql, orgId, filters),
  ])
  if (receivers.length === 0 || eventIds?.length === 0) return { data: [], nextCursor: null }
  const urlOf = new Map(receivers.map(({ id, url }) => [id, url]))
  const subscriptionIds = [...urlOf.keys()]
  const search = { ...filters, subscriptionIds, eventIds, before, count: limit + 1 }
  const rows = await findDeliveries(sql, orgId, search)
  const position = (last: WebhookDelivery) => ({ value: last.createdAt, id: last.id })
  const [end] = rows.filter(({ isEnd }) => isEnd)
  const listed = rows
    .filter(({ isMatch, id }) => isMatch && (!end || id >= end.id))
    .map(({ isMatch, isEnd, ...row }) => ({
      ...row,
      subscriptionUrl: urlOf.get(row.subscriptionId) ?? '',
    }))
  const page = pageOf(listed, limit, list, position)
  if (page.nextCursor !== null || !end) return page
  return { ...page, nextCursor: cursorAt(position(end), list) }
}

/** The filters with distinct values and times in UTC. */
function canonical({ event, ...others }: DeliveryFilters): DeliveryFilters {
  const times = TIMES.flatMap((name) => {
    const time = others[name]
    return time === undefined ? [] : [[name, toUtc(time)]]
  })
  return { ...others, ...Object.fromEntries(times), ...(event && { event: [...new Set(event)] }) }
}

const TIMES = ['since', 'until', 'lastAttemptSince', 'lastAttemptUntil'] as const

/** The ids of matching events; undefined without such a filter, or if there are too many. */
async function eventsOf(
  sql: Sql,
  orgId: string,
  { eventId, projectId }: DeliveryFilters,
): Promise<string[] | undefined> {
  if (projectId === undefined) return eventId === undefined ? undefined : [eventId]
  const values = [orgId, projectId, eventId ?? null]
  const found = await sql.query<{ id: string }>(EVENTS_OF_PROJECT, values)
  return found.length > MAX_LOOKED_UP_EVENTS ? undefined : found.map(({ id }) => id)
}

interface DeliverySearch extends DeliveryFilters {
  subscriptionIds: readonly string[]
  /** Undefined: any. */
  eventIds: readonly string[] | undefined
  /** The last id of the previous page. */
  before: string | undefined
  count: number
}

interface FoundDelivery extends WebhookDelivery {
  isMatch: boolean
  /** The walk was cut off here, matching or not; older deliveries may match. */
  isEnd: boolean
}

const FIRST = '1970-01-01T00:00:00Z'
const LAST = '2200-12-31T23:59:59.999Z'

// Filters rows after reading them. The same parameters in every statement, to keep prepared texts few.
const MATCHES = `subscription_id = any ($2::uuid[])
    and created_at between $3::timestamptz and $4::timestamptz
    and ($5::text[] is null or status = any ($5))
    and ($6::text[] is null or event = any ($6))
    and ($7::smallint[] is null or response_status = any ($7) or response_status / 100 = any ($8))
    and ($9::uuid is null or event_id = $9)
    and ($11::timestamptz is null or last_attempt_at >= $11)
    and ($12::timestamptz is null or last_attempt_at <= $12)`
const NEWEST = 'order by id desc limit $10'
const COLUMNS = selectList(webhookDeliveries, ['byHand'])

type Placeholder = (value: SqlValue) => string

/** Finds webhook deliveries at bounded cost, whatever the filters and the size of the log. */
function findDeliveries(sql: Sql, orgId: string, search: DeliverySearch): Promise<FoundDelivery[]> {
  const { codes, classes } = statusCodesOf(search.responseStatus)
  const values: SqlValue[] = [
    orgId,
    search.subscriptionIds,
    search.since ?? FIRST,
    search.until ?? LAST,
    search.status ?? null,
    search.event ?? null,
    codes,
    classes,
    search.eventId ?? null,
    search.count,
    search.lastAttemptSince ?? null,
    search.lastAttemptUntil ?? null,
  ]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  const range = rangeOf(search, placeholder)
  const walks = walksOf(search, placeholder)
  const text = search.eventIds
    ? eventStatement(range, placeholder(search.eventIds))
    : walkStatement(range, walks, search.projectId && placeholder(search.projectId))
  // A prepared plan doesn't know the times: it would expect few rows in a range, and sort them.
  const { since, until, lastAttemptUntil } = search
  const isRange = [since, until, lastAttemptUntil].some((time) => time !== undefined)
  return isRange || walks.length > 1 ? sql.queryOnce(text, values) : sql.query(text, values)
}

/** Conditions on the key, which select the partitions. */
function rangeOf(search: DeliverySearch, placeholder: Placeholder): string {
  const { since, until, lastAttemptUntil, before } = search
  const conditions = ['organization_id = $1']
  if (since !== undefined)
    conditions.push(`id >= uuid_v7_floor(greatest($3::timestamptz, 'epoch'))`)
  if (until !== undefined) conditions.push(createdBy('$4'))
  // An attempt never precedes its delivery.
  if (lastAttemptUntil !== undefined) conditions.push(createdBy('$12'))
  if (before !== undefined) conditions.push(`id < ${placeholder(before)}`)
  return conditions.join(' and ')
}

function createdBy(latest: string): string {
  return `id < uuid_v7_floor(greatest(${latest}::timestamptz, 'epoch') + ${LONGEST_TRANSACTION})`
}

// `offset 0` forces a lookup per event, where the planner might join a whole day with all events. `materialized` forces
// sorting after the search, where it might walk the log in hope of early matches.
function eventStatement(range: string, eventIds: string): string {
  return `
    with found as materialized (
      select delivery.* from unnest(${eventIds}::uuid[]) as wanted (id)
      cross join lateral (
        select * from webhook_deliveries where ${range} and event_id = wanted.id offset 0
      ) as delivery
    )
    select ${COLUMNS}, true as "isMatch", false as "isEnd"
    from found where ${MATCHES} ${NEWEST}`
}

/** The conditions of the walks, each a prefix of an index in list order. */
function walksOf(search: DeliverySearch, placeholder: Placeholder): string[] {
  if (search.eventIds) return []
  if (excludesSucceeded(search)) return [`and ${IS_NOT_SUCCEEDED}`]
  if (search.event) return search.event.map((name) => `and event = ${placeholder(name)}`)
  const [only, ...others] = search.subscriptionIds
  if (only && others.length === 0) return [`and subscription_id = ${placeholder(only)}`]
  return ['']
}

/** Walks an index until the page is full or the limit of rows is reached. */
function walkStatement(
  range: string,
  walks: readonly string[],
  projectId: string | undefined,
): string {
  const rows = Math.ceil(MAX_WALKED_DELIVERIES / walks.length)
  // `limit (select …)`: the planner expects a tenth of the rows and walks an index. With a literal it may sort all.
  const parts = walks.map(
    (condition) => `
      select *, row_number() over (order by id desc) = ${rows} as "isEnd" from (
        select * from webhook_deliveries
        where ${range} ${condition}
        order by id desc limit (select ${rows})
      ) as part`,
  )
  const ofProject = projectId
    ? `and exists (
        select from events
        where organization_id = $1 and id = event_id and ${EVENT_PROJECT} = ${projectId})`
    : ''
  return `
    select ${COLUMNS}, "isMatch", "isEnd"
    from (
      select *, ${MATCHES} ${ofProject} as "isMatch"
      from (${parts.map((part) => `(${part})`).join(' union all ')}) as walked
    ) as compared
    where "isMatch" or "isEnd" ${NEWEST}`
}

/** A filter by response status: a code, `503`, or a class, `5xx`. */
export const RESPONSE_STATUS = /^[1-9]([0-9]{2}|xx)$/

const SUCCESS = '2'

/** The codes and classes of the filter; null without one. */
function statusCodesOf(filter: readonly string[] | undefined) {
  if (!filter) return { codes: null, classes: null }
  const isClass = (value: string) => value.endsWith('xx')
  return {
    codes: filter.filter((value) => !isClass(value)).map(Number),
    classes: filter.filter(isClass).map((value) => Number(value.charAt(0))),
  }
}

/**
 * Whether the filters exclude SUCCEEDED deliveries. So does any response status but a 2xx, because the dispatcher writes
 * both together.
 */
function excludesSucceeded({ status, responseStatus }: DeliveryFilters): boolean {
  if (status && !status.includes('SUCCEEDED')) return true
  return responseStatus?.every((value) => !value.startsWith(SUCCESS)) ?? false
}
