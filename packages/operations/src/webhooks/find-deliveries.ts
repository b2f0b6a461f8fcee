import { type Sql, type SqlValue, selectList } from '@mediajobs/db'
import { EVENT_PROJECT, IS_NOT_SUCCEEDED, webhookDeliveries } from '@mediajobs/db/schema'
import { MAX_WALKED_DELIVERIES } from '@mediajobs/domain'
import { LONGEST_TRANSACTION } from '../shared/id-time.ts'
import type { DeliveryFilters } from './delivery-filters.ts'
import { isOnlyWithoutSuccess, statusCodesOf } from './response-status.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

/** What to find: one page, newest first. */
export interface DeliverySearch extends DeliveryFilters {
  /** The subscriptions whose deliveries are shown. */
  subscriptionIds: readonly string[]
  /** The events that the filters leave. Undefined: the events are not looked up. */
  eventIds: readonly string[] | undefined
  /** The id before which the page begins. */
  before: string | undefined
  /** The most rows. */
  count: number
}

export interface FoundDelivery extends WebhookDelivery {
  isMatch: boolean
  /** The walk ends here, and older deliveries may match. This one need not match. */
  isEnd: boolean
}

const FIRST = '1970-01-01T00:00:00Z'
const LAST = '2200-12-31T23:59:59.999Z'

// These are only compared with the rows that were read. The parameters are the same in every statement, so
// that few texts are prepared.
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

/** The webhook deliveries of {@link DeliverySearch}. Its cost has a bound, with any filters and any log. */
export function findDeliveries(
  sql: Sql,
  orgId: string,
  search: DeliverySearch,
): Promise<FoundDelivery[]> {
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
    ? ofEvents(range, placeholder(search.eventIds))
    : walking(range, walks, search.projectId && placeholder(search.projectId))
  // Without the times, the plan of a prepared statement expects a range to have few rows, and sorts them.
  const { since, until, lastAttemptUntil } = search
  const isRange = [since, until, lastAttemptUntil].some((time) => time !== undefined)
  return isRange || walks.length > 1 ? sql.queryOnce(text, values) : sql.query(text, values)
}

/** The conditions on the key. They choose the days that are read. */
function rangeOf(search: DeliverySearch, placeholder: Placeholder): string {
  const { since, until, lastAttemptUntil, before } = search
  const conditions = ['organization_id = $1']
  if (since !== undefined)
    conditions.push(`id >= uuid_v7_floor(greatest($3::timestamptz, 'epoch'))`)
  if (until !== undefined) conditions.push(createdBy('$4'))
  // No attempt comes before its delivery.
  if (lastAttemptUntil !== undefined) conditions.push(createdBy('$12'))
  if (before !== undefined) conditions.push(`id < ${placeholder(before)}`)
  return conditions.join(' and ')
}

function createdBy(latest: string): string {
  return `id < uuid_v7_floor(greatest(${latest}::timestamptz, 'epoch') + ${LONGEST_TRANSACTION})`
}

// `offset 0` makes one look-up for each event. Otherwise the planner may read a whole day and compare it with all
// events. `materialized` finds the deliveries first and sorts them then. Otherwise the planner may walk the log in
// the order of the list, because it expects to find them soon.
function ofEvents(range: string, eventIds: string): string {
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

/** The conditions of the walks to make. Each must be the beginning of an index with the order of the list. */
function walksOf(search: DeliverySearch, placeholder: Placeholder): string[] {
  if (search.eventIds) return []
  if (isOnlyWithoutSuccess(search)) return [`and ${IS_NOT_SUCCEEDED}`]
  if (search.event) return search.event.map((name) => `and event = ${placeholder(name)}`)
  const [only, ...others] = search.subscriptionIds
  if (only && others.length === 0) return [`and subscription_id = ${placeholder(only)}`]
  return ['']
}

/** Reads along an index until the page is full, or until it has read so many rows that it must end. */
function walking(range: string, walks: readonly string[], projectId: string | undefined): string {
  const rows = Math.ceil(MAX_WALKED_DELIVERIES / walks.length)
  // `limit (select …)`: the planner then expects to read a tenth of the rows, and walks an index. With a number
  // it may sort all rows instead.
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
