// SQL text: a text for each index.
import { type Sql, selectList } from '@mediajobs/db'
import { isBeside, projectVisits } from '@mediajobs/db/schema'
import { type AddressField, toUtc } from '@mediajobs/domain'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import type { Project } from './project.ts'
import type { Visit } from './visits.ts'

export interface VisitFilters {
  technicianId?: string
  /** Those that have no technician. */
  unassigned?: 'technician'
  /** Inclusive, like the other. */
  scheduledFrom?: string
  scheduledTo?: string
}

/** A visit, and what its project adds to a calendar. */
export interface VisitOfProject extends Visit {
  project: Pick<
    Project,
    'status' | AddressField | 'customerId' | 'packageId' | 'editorId' | 'projectManagerId'
  >
}

const visitsWhere = (condition: string, order = 'scheduled_time, id') => `
  select ${selectList(projectVisits)}, (
    select json_build_object('status', status, 'addressLine1', address_line1,
      'addressLine2', address_line2, 'city', city, 'region', region, 'postalCode', postal_code,
      'countryCode', country_code, 'customerId', customer_id, 'packageId', package_id,
      'editorId', editor_id, 'projectManagerId', project_manager_id)
    from projects where organization_id = $1 and id = v.project_id
  ) as project
  from project_visits as v
  where organization_id = $1 and ${isBeside('v')} and ${condition}
    and scheduled_time >= coalesce($3, '-infinity')::timestamptz
    and scheduled_time <= coalesce($4, 'infinity')::timestamptz
    and (scheduled_time, id) > (coalesce($5, '-infinity')::timestamptz, $6::uuid)
    and exists (
      select from projects
      where organization_id = $1 and id = v.project_id and status <> 'CANCELLED'
    )
  order by ${order} limit $7`

const OF_EVERYONE = visitsWhere('$2::uuid is null')
const OF_TECHNICIAN = visitsWhere('technician_id = $2')
// For the planner, null is no constant: the order of the index that has the column.
const OF_NOBODY = visitsWhere(
  '$2::uuid is null and technician_id is null',
  'technician_id, scheduled_time, id',
)
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * The visits beside the projects' own appointments, the earliest first, without cancelled ones and those of CANCELLED
 * projects.
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
  const { technicianId = null, unassigned, scheduledFrom, scheduledTo } = filters
  // Nobody has none.
  if (unassigned && technicianId !== null) return { data: [], nextCursor: null }
  const rows = await sql.query<VisitOfProject & Record<string, never>>(
    unassigned ? OF_NOBODY : technicianId === null ? OF_EVERYONE : OF_TECHNICIAN,
    [
      orgId,
      technicianId,
      scheduledFrom === undefined ? null : toUtc(scheduledFrom),
      scheduledTo === undefined ? null : toUtc(scheduledTo),
      after?.value ?? null,
      after?.id ?? NO_ID,
      limit + 1,
    ],
  )
  return pageOf(rows, limit, list, ({ scheduledTime, id }) => ({ value: scheduledTime, id }))
}
