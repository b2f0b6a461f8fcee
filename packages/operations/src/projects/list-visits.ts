// SQL text, one per combination of filters.
import { type Sql, type SqlValue, selectList } from '@mediajobs/db'
import { isAdditional, projectVisits } from '@mediajobs/db/schema'
import { type AddressField, toUtc } from '@mediajobs/domain'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import type { Project } from './project.ts'
import type { Visit } from './visits.ts'

export interface VisitFilters {
  technicianId?: string
  /** Only unassigned ones. */
  unassigned?: 'technician'
  /** Inclusive, like the other. */
  scheduledFrom?: string
  scheduledTo?: string
}

/** A visit, with the fields of its project that calendars show. */
export interface VisitOfProject extends Visit {
  project: Pick<
    Project,
    'status' | AddressField | 'customerId' | 'packageId' | 'editorId' | 'projectManagerId'
  >
}

// Joins the project's address and people onto the page's rows.
const SELECT = `
  select ${selectList(projectVisits)}, (
    select json_build_object('status', status, 'addressLine1', address_line1,
      'addressLine2', address_line2, 'city', city, 'region', region, 'postalCode', postal_code,
      'countryCode', country_code, 'customerId', customer_id, 'packageId', package_id,
      'editorId', editor_id, 'projectManagerId', project_manager_id)
    from projects where organization_id = $1 and id = v.project_id
  ) as project
  from project_visits as v
  where organization_id = $1 and ${isAdditional('v')} and exists (
      select from projects
      where organization_id = $1 and id = v.project_id and status <> 'CANCELLED'
    )`

/**
 * Additional visits, earliest first, without canceled ones and those of CANCELLED projects.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listVisits(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: VisitFilters & PageRequest,
): Promise<Page<VisitOfProject>> {
  const list = { list: 'all-visits', ...filters }
  const after = positionOf(cursor, list)
  const { technicianId, unassigned, scheduledFrom, scheduledTo } = filters
  const values: SqlValue[] = [orgId]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  // Only the filters in use: a generic plan would mistake an open range for a short one.
  const conditions: string[] = []
  if (technicianId) conditions.push(`technician_id = ${placeholder(technicianId)}`)
  if (unassigned) conditions.push('technician_id is null')
  if (scheduledFrom) conditions.push(`scheduled_time >= ${placeholder(toUtc(scheduledFrom))}`)
  if (scheduledTo) conditions.push(`scheduled_time <= ${placeholder(toUtc(scheduledTo))}`)
  if (after) {
    const position = `${placeholder(after.value)}::timestamptz, ${placeholder(after.id)}::uuid`
    conditions.push(`(scheduled_time, id) > (${position})`)
  }
  const where = conditions.map((condition) => `and ${condition}`).join(' ')
  // The planner doesn't treat IS NULL as a constant, so sort by the column that the index has.
  const order = `${unassigned ? 'technician_id, ' : ''}scheduled_time, id`
  const text = `${SELECT} ${where} order by ${order} limit ${placeholder(limit + 1)}`
  const rows = await sql.query<VisitOfProject & Record<string, never>>(text, values)
  return pageOf(rows, limit, list, ({ scheduledTime, id }) => ({ value: scheduledTime, id }))
}
