// Raw SQL: one index scan per customer, merged.
import type { Sql } from '@mediajobs/db'
import { IS_UNMATCHED } from '@mediajobs/db/schema'
import {
  MAX_PORTAL_FORMS,
  type OrderSelection,
  type PortalOrder,
  type ProjectStatus,
} from '@mediajobs/domain'
import type { Page, PageRequest } from '../shared/paging.ts'
import type { PortalCaller } from './sessions.ts'
import {
  isSeen,
  newestSeen,
  type OrderLinks,
  orderUrlOf,
  type SeenList,
  seenPage,
} from './visible.ts'

interface OrderRow extends Omit<PortalOrder, 'orderUrl' | 'project'> {
  orderToken: string | null
  /** Status of the order's project. */
  projectStatus: ProjectStatus | null
  scheduledTime: string
  estimatedDuration: number | null
  version: number
}

const columns = (customer: string, name: string) => `
  select o.id, ${customer} as "customerId", ${name} as "customerName", o.status,
    o.project_id as "projectId", o.starts_at as "startsAt", o.order_conflict as "orderConflict",
    o.placed_at as "placedAt", o.address_line1 as "addressLine1", o.city,
    o.total_amount::float8 as "totalAmount", o.currency, o.token_encrypted as "orderToken",
    o.created_at as "createdAt"`

const MINE = 'from customers where organization_id = $1 and id = $2'

// A guest's order gets its customer on confirmation. Until then it is shown to whoever signs in with its email, but not
// to their LEAD: nothing proves that a member placed it.
const pageWith = (position: string) => `
  select page.*, p.status as "projectStatus", p.scheduled_time as "scheduledTime",
    p.estimated_duration as "estimatedDuration", p.version
  from (
    (${newestSeen(`
      ${columns('o.customer_id', 'c.name')}
      from orders as o
      join customers as c on c.organization_id = o.organization_id and c.id = o.customer_id
      where o.organization_id = $1 and ${isSeen('o.customer_id', 'o.created_at')}
        and o.placed_at is not null ${position}
      order by o.created_at desc, o.id desc limit $3`)})
    union all
    (${columns('$2::uuid', `(select name ${MINE})`)}
      from orders as o
      where o.organization_id = $1 and ${IS_UNMATCHED}
        and lower(o.customer_email) = (select lower(email) ${MINE}) ${position}
      order by o.created_at desc, o.id desc limit $3)
  ) as page
  left join projects as p on p.organization_id = $1 and p.id = page."projectId"
  order by page."createdAt" desc, page.id desc limit $3`
const LIST: SeenList<OrderRow> = {
  name: 'portal-orders',
  first: pageWith(''),
  next: pageWith('and (o.created_at, o.id) < ($4::timestamptz, $5::uuid)'),
  positionIn: ({ createdAt }) => createdAt,
}

/** The caller's orders, newest first. @throws {OperationError} `invalid` for a cursor of another list. */
export async function listPortalOrders(
  sql: Sql,
  caller: PortalCaller,
  request: PageRequest,
  links: OrderLinks,
): Promise<Page<PortalOrder>> {
  const page = await seenPage(sql, caller, request, LIST)
  const data = page.data.map(
    ({ orderToken, projectStatus, scheduledTime, estimatedDuration, version, ...row }) => ({
      ...row,
      project: projectStatus && {
        status: projectStatus,
        scheduledTime,
        estimatedDuration,
        version,
      },
      orderUrl: orderUrlOf(caller.organizationId, row.id, orderToken, links),
    }),
  )
  return { ...page, data }
}

/** A form the customer can rebook with. */
export interface PortalOrderForm {
  name: string
  bookUrl: string
}

const FORMS = `
  select f.name, f.public_id as "publicId", (
      select o.selection from orders as o
      where o.organization_id = $1 and o.customer_id = $2 and o.form_id = f.id
      order by o.created_at desc, o.id desc limit 1
    ) as selection
  from order_forms as f
  where f.organization_id = $1 and f.active and f.archived_at is null
  order by f.created_at, f.id limit ${MAX_PORTAL_FORMS}`

interface FormRow {
  name: string
  publicId: string
  selection: OrderSelection | null
}

/** The organization's open order forms, oldest first, with the offers that the caller ordered last. */
export async function listPortalOrderForms(
  sql: Sql,
  { organizationId, customerId }: PortalCaller,
  { deliveryBaseUrl }: Pick<OrderLinks, 'deliveryBaseUrl'>,
): Promise<PortalOrderForm[]> {
  const rows = await sql.query<FormRow>(FORMS, [organizationId, customerId])
  return rows.map(({ name, publicId, selection }) => {
    const url = new URL(`/book/${publicId}`, deliveryBaseUrl)
    if (selection?.packageId) url.searchParams.set('packageId', selection.packageId)
    for (const id of selection?.addOnIds ?? []) url.searchParams.append('addOnIds', id)
    return { name, bookUrl: url.href }
  })
}
