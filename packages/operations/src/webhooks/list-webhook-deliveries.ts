import type { Sql } from '@mediajobs/db'
import { EVENT_PROJECT } from '@mediajobs/db/schema'
import { MAX_LOOKED_UP_EVENTS, toUtc, type WebhookDeliveryStatus } from '@mediajobs/domain'
import { cursorAt, type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import type { DeliveryFilters } from './delivery-filters.ts'
import { findDeliveries } from './find-deliveries.ts'
import { getSubscription } from './get-subscription.ts'
import type { ListedWebhookDelivery, WebhookDelivery } from './webhook-delivery.ts'

interface Receiver {
  id: string
  url: string
}

const RECEIVERS = `
  select id, url from webhook_subscriptions
  where organization_id = $1 and deleted_at is null and ($2::uuid is null or id = $2)`
const EVENTS_OF_PROJECT = `
  select id from events
  where organization_id = $1 and ${EVENT_PROJECT} = $2 and ($3::uuid is null or id = $3)
  order by id desc limit ${MAX_LOOKED_UP_EVENTS + 1}`

/**
 * The webhook deliveries of all subscriptions, newest first: in the order of their ids, which the database
 * makes from its clock. Any filters on any log cost at most {@link MAX_WALKED_DELIVERIES} rows, so a page of
 * rare deliveries may end before its limit. docs/contract.md#c14-all-deliveries
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
 * The webhook deliveries of a subscription, as {@link listAllDeliveries} has them.
 *
 * @param status any of these
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
    sql.query<Receiver>(RECEIVERS, [orgId, filters.subscriptionId ?? null]),
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

/** The same filters: each value once, and times in UTC. */
function canonical({ event, ...others }: DeliveryFilters): DeliveryFilters {
  const times = TIMES.flatMap((name) => {
    const time = others[name]
    return time === undefined ? [] : [[name, toUtc(time)]]
  })
  return { ...others, ...Object.fromEntries(times), ...(event && { event: [...new Set(event)] }) }
}

const TIMES = ['since', 'until', 'lastAttemptSince', 'lastAttemptUntil'] as const

/** The ids of the events that the filters leave. Undefined: no filter names them, or they are too many. */
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
