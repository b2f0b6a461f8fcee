import type { Sql } from '@mediajobs/db'
import { type KeyRing, orderTokenRow } from '@mediajobs/domain'
import { notFound } from '../shared/errors.ts'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import type { PortalCaller } from './sessions.ts'

/**
 * SQL: CTEs of customers, each with a time range of projects. `of_group` covers the projects of the group that the
 * customer `$2` of the organization `$1` leads; `seen`, all that they see: these and their own. A project belongs to
 * the group that its customer was in when it was created, or else joined next. So a customer who leaves takes later
 * projects along (`until`), and leaves earlier ones behind.
 */
export const SEEN = `
  led as (
    select group_id from customer_group_members
    where organization_id = $1 and customer_id = $2 and left_at is null and role = 'LEAD'
  ), of_group as (
    select customer_id, since, until from (
      select m.group_id, m.customer_id, m.left_at as until,
        lag(m.left_at) over (partition by m.customer_id order by m.created_at, m.id) as since
      from customer_group_members as m
      where m.organization_id = $1 and m.customer_id in (
        select member.customer_id from customer_group_members as member
        where member.organization_id = $1 and member.group_id in (select group_id from led)
      )
    ) as memberships
    where group_id in (select group_id from led)
  ), seen as (
    select $2::uuid as customer_id, null::timestamptz as since, null::timestamptz as until
    union all
    select customer_id, since, until from of_group where customer_id <> $2
  )`

/** SQL condition: a project of `customer`, made at `created`, is covered by the row `seen`. */
export function isSeen(customer: string, created: string): string {
  return `${customer} = seen.customer_id and (seen.since is null or ${created} >= seen.since)
    and (seen.until is null or ${created} < seen.until)`
}

/** SQL: the rows of `page` for each customer of `seen`, the newest `$3` of all. `page` is ordered by "createdAt" and id. */
export function newestSeen(page: string): string {
  return `with ${SEEN}
    select page.* from seen cross join lateral (${page}) as page
    order by page."createdAt" desc, page.id desc limit $3`
}

/** A signed-in customer's group. */
export interface PortalGroup {
  id: string
  name: string
  role: 'LEAD' | 'MEMBER'
}

const GROUP = `
  select g.id, g.name, m.role from customer_group_members as m
  join customer_groups as g on g.organization_id = m.organization_id and g.id = m.group_id
  where m.organization_id = $1 and m.customer_id = $2 and m.left_at is null`

export async function findPortalGroup(
  sql: Sql,
  { organizationId, customerId }: PortalCaller,
): Promise<PortalGroup | null> {
  const [group] = await sql.query<PortalGroup>(GROUP, [organizationId, customerId])
  return group ?? null
}

/** @throws {OperationError} `not_found`, the same for hidden and missing records. */
export function expectSeen<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw notFound()
  return row
}

/** A list's statements: the first page, and pages after a position (`$4`, `$5`). */
export interface SeenList<Row> {
  name: string
  first: string
  next: string
  positionIn(row: Row): string
}

/** A page of what the caller may see. @throws {OperationError} `invalid` for another list's cursor. */
export async function seenPage<Row extends { id: string }>(
  sql: Sql,
  { organizationId, customerId }: PortalCaller,
  { limit, cursor }: PageRequest,
  { name, first, next, positionIn }: SeenList<Row>,
): Promise<Page<Row>> {
  const list = { list: name, customerId }
  const after = positionOf(cursor, list)
  const values = [organizationId, customerId, limit + 1]
  const rows = after
    ? await sql.query<Row>(next, [...values, after.value, after.id])
    : await sql.query<Row>(first, values)
  return pageOf(rows, limit, list, (row) => ({ value: positionIn(row), id: row.id }))
}

export interface OrderLinks {
  readonly keyRing: KeyRing
  /** Order pages share its origin. */
  readonly deliveryBaseUrl: string
}

/** The URL of the order's page, or null without an order. */
export function orderUrlOf(
  orgId: string,
  orderId: string | null,
  sealed: string | null,
  { keyRing, deliveryBaseUrl }: OrderLinks,
): string | null {
  if (orderId === null || sealed === null) return null
  const token = keyRing.decrypt(sealed, orderTokenRow(orgId, orderId))
  return `${new URL(deliveryBaseUrl).origin}/orders/${token}`
}
