import { type Sql, type SqlValue, selectList } from '@mediajobs/db'
import { invoices } from '@mediajobs/db/schema'
import type { InvoiceStatus } from '@mediajobs/domain'
import { bytesInTurn, withheldIfLarge } from '../page-bytes.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from '../shared/paging.ts'
import type { Invoice } from './invoice.ts'

/** The list has the invoices that match all the given filters. */
export interface InvoiceFilters {
  /** Any of these. */
  status?: readonly InvoiceStatus[]
  customerId?: string
  projectId?: string
}

// As text: the driver would turn the day into a Date, and so into a time zone.
const SMALL_COLUMNS = `${selectList(invoices, ['dueDate', 'lineItems'])},
  to_char(due_date, 'YYYY-MM-DD') as "dueDate"`
const COLUMNS = `${SMALL_COLUMNS}, ${withheldIfLarge('line_items')} as "lineItems"`
const WHOLE = `
  select ${SMALL_COLUMNS}, line_items as "lineItems"
  from invoices where organization_id = $1 and id = any ($2)`
const BYTES = bytesInTurn(
  'line_items',
  'from invoices where organization_id = $1 and id',
  '$2::uuid[]',
)

/**
 * A page of the organization's invoices, newest first. With one filter, a page costs the same at any
 * size of the list and at any depth.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listInvoices(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: InvoiceFilters & PageRequest,
): Promise<Page<Invoice>> {
  const list = { list: 'invoices', ...filters }
  const after = positionOf(cursor, list)
  const values: SqlValue[] = [orgId]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  const conditions = ['organization_id = $1']
  if (filters.customerId) conditions.push(`customer_id = ${placeholder(filters.customerId)}`)
  if (filters.projectId) conditions.push(`project_id = ${placeholder(filters.projectId)}`)
  if (after) {
    const position = `${placeholder(after.value)}::timestamptz, ${placeholder(after.id)}::uuid`
    conditions.push(`(created_at, id) < (${position})`)
  }
  const size = placeholder(limit + 1)
  const select = `select ${COLUMNS} from invoices where ${conditions.join(' and ')}`
  const order = `order by created_at desc, id desc limit ${size}`
  // One query for each status: the index has the order of one status only.
  const statuses = [...new Set(filters.status)].map(
    (status) => `${select} and status = ${placeholder(status)} ${order}`,
  )
  const text =
    statuses.length > 1
      ? `select * from ((${statuses.join(') union all (')})) as pages
         order by "createdAt" desc, id desc limit ${size}`
      : (statuses[0] ?? `${select} ${order}`)
  const rows = await sql.query<Invoice>(text, values)
  const position = (last: Invoice) => ({ value: last.createdAt, id: last.id })
  return pageOfLarge(rows, limit, list, position, ['lineItems', 'notes'], {
    field: 'lineItems',
    key: 'id',
    measure: (ids) => sql.queryOnce(BYTES, [orgId, ids]),
    read: (ids) => sql.queryOnce(WHOLE, [orgId, ids]),
  })
}
