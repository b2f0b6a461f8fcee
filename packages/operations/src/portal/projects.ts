// Raw SQL: one index scan per customer, merged.
import type { Sql } from '@mediajobs/db'
import { isAdditional } from '@mediajobs/db/schema'
import type { PortalProject, PortalVisit } from '@mediajobs/domain'
import type { Page, PageRequest } from '../shared/paging.ts'
import type { PortalCaller } from './sessions.ts'
import {
  expectSeen,
  isSeen,
  newestSeen,
  type OrderLinks,
  orderUrlOf,
  SEEN,
  type SeenList,
  seenPage,
} from './visible.ts'

interface ProjectRow extends Omit<PortalProject, 'orderUrl'> {
  orderId: string | null
  orderToken: string | null
}

const ADDRESS = `p.address_line1 as "addressLine1", p.address_line2 as "addressLine2", p.city, p.region,
  p.postal_code as "postalCode", p.country_code as "countryCode"`

const COLUMNS = `p.id, p.customer_id as "customerId", c.name as "customerName", p.status,
  p.scheduled_time as "scheduledTime", ${ADDRESS}, o.id as "orderId", o.token_encrypted as "orderToken",
  p.delivered_at as "deliveredAt", p.approved_at as "approvedAt", p.created_at as "createdAt"`

const TABLES = `projects as p
  join customers as c on c.organization_id = p.organization_id and c.id = p.customer_id
  left join orders as o on o.organization_id = p.organization_id and o.project_id = p.id`

const IS_SEEN = `p.organization_id = $1 and ${isSeen('p.customer_id', 'p.created_at')}`

const pageWith = (position: string) =>
  newestSeen(`
    select ${COLUMNS} from ${TABLES} where ${IS_SEEN} ${position}
    order by p.created_at desc, p.id desc limit $3`)
const LIST: SeenList<ProjectRow> = {
  name: 'portal-projects',
  first: pageWith(''),
  next: pageWith('and (p.created_at, p.id) < ($4::timestamptz, $5::uuid)'),
  positionIn: ({ createdAt }) => createdAt,
}

/** The caller's projects, newest first. @throws {OperationError} `invalid` for a cursor of another list. */
export async function listPortalProjects(
  sql: Sql,
  caller: PortalCaller,
  request: PageRequest,
  links: OrderLinks,
): Promise<Page<PortalProject>> {
  const page = await seenPage(sql, caller, request, LIST)
  return { ...page, data: page.data.map((row) => shown(caller.organizationId, row, links)) }
}

const ONE = `with ${SEEN} select ${COLUMNS} from seen, ${TABLES} where ${IS_SEEN} and p.id = $3`

/** @throws {OperationError} `not_found`. */
export async function getPortalProject(
  sql: Sql,
  { organizationId, customerId }: PortalCaller,
  id: string,
  links: OrderLinks,
): Promise<PortalProject> {
  const rows = await sql.query<ProjectRow>(ONE, [organizationId, customerId, id])
  return shown(organizationId, expectSeen(rows), links)
}

function shown(
  orgId: string,
  { orderId, orderToken, ...row }: ProjectRow,
  links: OrderLinks,
): PortalProject {
  return { ...row, orderUrl: orderUrlOf(orgId, orderId, orderToken, links) }
}

type VisitRow = Omit<PortalVisit, 'orderUrl'> & Pick<ProjectRow, 'orderId' | 'orderToken'>

const visitColumns = (id: string, kind: string, time: string, minutes: string) => `
  select ${id} as id, p.id as "projectId", ${kind} as kind, p.customer_id as "customerId",
    c.name as "customerName", ${time} as "scheduledTime", ${minutes} as "durationMinutes", ${ADDRESS},
    o.id as "orderId", o.token_encrypted as "orderToken"`

// Includes the last hour, for clients wondering where their photographer is.
const IS_AHEAD = `> now() - interval '1 hour'`
const IS_OPEN = `p.status in ('PENDING', 'BOOKED', 'SHOOTING')`
// Until staff agree on a time, an order's project has the time when it was ordered, or the slot that was taken.
const IS_AGREED = `(o.id is null or p.scheduled_time <> coalesce(o.starts_at, o.placed_at)
  or (o.starts_at is not null and not (o.order_conflict and p.status = 'PENDING')))`

const visitsWith = (position: (time: string, id: string) => string) => `with ${SEEN}
  select * from (
    (select page.* from seen cross join lateral (
      ${visitColumns('p.id', 'null', 'p.scheduled_time', 'p.estimated_duration')}
      from ${TABLES} where ${IS_SEEN} and p.scheduled_time ${IS_AHEAD} and ${IS_OPEN} and ${IS_AGREED}
        ${position('p.scheduled_time', 'p.id')}
      order by p.scheduled_time, p.id limit $3
    ) as page order by page."scheduledTime", page.id limit $3)
    union all
    (${visitColumns('v.id', 'v.kind', 'v.scheduled_time', 'v.duration_minutes')}
      from project_visits as v
      join (${TABLES}) on p.organization_id = v.organization_id and p.id = v.project_id
      where v.organization_id = $1 and v.scheduled_time ${IS_AHEAD} and ${isAdditional('v')}
        and v.status = 'PLANNED' and p.status <> 'CANCELLED'
        and exists (select from seen where ${IS_SEEN})
        ${position('v.scheduled_time', 'v.id')}
      order by v.scheduled_time, v.id limit $3)
  ) as visits order by "scheduledTime", id limit $3`
const VISITS: SeenList<VisitRow> = {
  name: 'portal-visits',
  first: visitsWith(() => ''),
  next: visitsWith((time, id) => `and (${time}, ${id}) > ($4::timestamptz, $5::uuid)`),
  positionIn: ({ scheduledTime }) => scheduledTime,
}

/**
 * The caller's upcoming appointments, soonest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listPortalVisits(
  sql: Sql,
  caller: PortalCaller,
  request: PageRequest,
  links: OrderLinks,
): Promise<Page<PortalVisit>> {
  const page = await seenPage(sql, caller, request, VISITS)
  const data = page.data.map(({ orderId, orderToken, ...row }) => ({
    ...row,
    orderUrl: orderUrlOf(caller.organizationId, orderId, orderToken, links),
  }))
  return { ...page, data }
}
