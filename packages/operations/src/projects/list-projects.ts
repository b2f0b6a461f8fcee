import { type Sql, type SqlValue, selectList } from '@mediajobs/db'
import { isAdditional, projects, projectVisits } from '@mediajobs/db/schema'
import {
  type AddressField,
  MAX_LISTED_VISIT_PROJECTS,
  type ProjectStatus,
  toUtc,
} from '@mediajobs/domain'
import { bytesInTurn, withheldIfLarge } from '../json-bytes.ts'
import { type Page, type PageRequest, pageOf, pageOfLarge, positionOf } from '../shared/paging.ts'
import { findMatch } from '../shared/search.ts'
import type { Project } from './project.ts'
import type { Visit } from './visits.ts'

export const PROJECT_SORTS = [
  'createdAt',
  '-createdAt',
  'scheduledTime',
  '-scheduledTime',
  'updatedAt',
  '-updatedAt',
] as const

/** Roles that a project may lack. */
export const UNASSIGNED_WORK = ['technician', 'editor'] as const
export interface ProjectFilters {
  /** Any of these. */
  status?: readonly ProjectStatus[]
  customerId?: string
  technicianId?: string
  editorId?: string
  projectManagerId?: string
  unassigned?: (typeof UNASSIGNED_WORK)[number]
  /** Has an additional visit by this technician. */
  visitTechnicianId?: string
  /** Inclusive, like the others. */
  scheduledFrom?: string
  scheduledTo?: string
  updatedSince?: string
  /** Word prefixes in the address, the notes or the customer, or a whole `externalId`. */
  q?: string
  /** `-` is descending. */
  sort: (typeof PROJECT_SORTS)[number]
}

type SortField = 'createdAt' | 'scheduledTime' | 'updatedAt'

const COLUMN_OF: Record<SortField, string> = {
  createdAt: 'created_at',
  scheduledTime: 'scheduled_time',
  updatedAt: 'updated_at',
}
const COLUMNS = `${selectList(projects, ['bookingAnswers'])},
  ${withheldIfLarge('booking_answers')} as "bookingAnswers"`
const WHOLE = `
  select ${selectList(projects)} from projects where organization_id = $1 and id = any ($2)`
const BYTES = bytesInTurn(
  'booking_answers',
  'from projects where organization_id = $1 and id',
  '$2::uuid[]',
)

/**
 * The organization's projects. With one filter and any sort, pages cost the same at any size and depth; the cost of `q`
 * grows with its matches.
 *
 * @throws {OperationError} `invalid` for a cursor of another list, or an unsearchable `q`.
 */
export async function listProjects(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: ProjectFilters & PageRequest,
): Promise<Page<Project>> {
  const list = { list: 'projects', ...filters }
  const after = positionOf(cursor, list)
  const descending = filters.sort.startsWith('-')
  const field = filters.sort.replace('-', '') as SortField
  const column = COLUMN_OF[field]

  const values: SqlValue[] = [orgId]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  const conditions = conditionsOf(filters, placeholder)
  if (filters.q !== undefined) {
    const match = await findMatch(sql, 'projects', orgId, filters.q)
    conditions.push(
      'ids' in match
        ? `id = any (${placeholder(match.ids)})`
        : comparedWords(placeholder(match.words), placeholder(filters.q.trim())),
    )
  }
  if (after) {
    const position = `(${placeholder(after.value)}::timestamptz, ${placeholder(after.id)}::uuid)`
    conditions.push(`(${column}, id) ${descending ? '<' : '>'} ${position}`)
  }
  const direction = descending ? 'desc' : 'asc'
  const size = placeholder(limit + 1)
  const orderBy = (name: string) => `order by ${name} ${direction}, id ${direction} limit ${size}`
  const where = ['organization_id = $1', ...conditions].join(' and ')
  const pages = pagesOf(filters.status, placeholder, where).map(
    (page) => `${page} ${orderBy(column)}`,
  )

  // Each combination of filters is another statement: only simple ones are prepared.
  const rows = isQuickList(filters)
    ? await sql.query<Project>(cachedText(pages[0] as string), values)
    : await sql.queryOnce<Project>(unionOf(pages, orderBy(`"${field}"`)), values)
  const position = (last: Project) => ({ value: last[field], id: last.id })
  return pageOfLarge(rows, limit, list, position, ['notes', 'bookingAnswers'], {
    field: 'bookingAnswers',
    key: 'id',
    measure: (ids) => sql.queryOnce(BYTES, [orgId, ids]),
    read: (ids) => sql.queryOnce(WHOLE, [orgId, ids]),
  })
}

// One per filter and sort: building a text takes longer than looking it up.
const quickTexts = new Map<string, string>()

/** The statement that selects `page`, built once. */
function cachedText(page: string): string {
  const text = quickTexts.get(page) ?? `select ${COLUMNS} ${page}`
  quickTexts.set(page, text)
  return text
}

function unionOf(pages: readonly string[], order: string): string {
  const selects = pages.map((page) => `select ${COLUMNS} ${page}`)
  if (selects.length === 1) return selects[0] as string
  return `select * from ((${selects.join(') union all (')})) as pages ${order}`
}

/** SQL: the matches of `findMatch`, compared row by row. */
function comparedWords(words: string, text: string): string {
  const query = `words_query($1, ${words})`
  const customer = 'customers.organization_id = $1 and customers.id = projects.customer_id'
  return `(words @@ ${query} or external_id = ${text} or (
    select (projects.words || customers.words) @@ ${query} from customers where ${customer}))`
}

/**
 * Whether a page costs the same at any size of the list: with at most one filter, and without search words, time ranges or
 * visits, whose cost grows with their matches.
 */
export function isQuickList(filters: Omit<ProjectFilters, 'sort'>): boolean {
  const { status, customerId, technicianId, editorId, projectManagerId, unassigned } = filters
  const { q, scheduledFrom, scheduledTo, updatedSince, visitTechnicianId: visitor } = filters
  if ((q ?? scheduledFrom ?? scheduledTo ?? updatedSince ?? visitor) !== undefined) return false
  const exact = [status, customerId, technicianId, editorId, projectManagerId, unassigned]
  const given = exact.filter((value) => value !== undefined)
  return given.length <= 1 && (status?.length ?? 0) <= 1
}

function conditionsOf(filters: ProjectFilters, placeholder: (value: SqlValue) => string): string[] {
  const { customerId, technicianId, editorId, projectManagerId } = filters
  const conditions: string[] = []
  const add = (test: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`${test} ${placeholder(value)}`)
  }
  add('customer_id =', customerId)
  add('technician_id =', technicianId)
  add('editor_id =', editorId)
  if (filters.visitTechnicianId !== undefined) {
    conditions.push(`id = any (array(
      select project_id from project_visits as v
      where organization_id = $1 and technician_id = ${placeholder(filters.visitTechnicianId)}
        and ${isAdditional('v')}
      order by scheduled_time desc limit ${MAX_LISTED_VISIT_PROJECTS}))`)
  }
  add('project_manager_id =', projectManagerId)
  // Repeats the predicate of a partial index.
  if (filters.unassigned) conditions.push(`${filters.unassigned}_id is null`)
  add('scheduled_time >=', filters.scheduledFrom && toUtc(filters.scheduledFrom))
  add('scheduled_time <=', filters.scheduledTo && toUtc(filters.scheduledTo))
  add('updated_at >=', filters.updatedSince && toUtc(filters.updatedSince))
  return conditions
}

/**
 * A page's FROM clauses: one, or one per status. The index is ordered within a status, so sorting several statuses
 * would read all their projects.
 */
function pagesOf(
  statuses: readonly ProjectStatus[] | undefined,
  placeholder: (value: SqlValue) => string,
  where: string,
): string[] {
  const page = `from projects where ${where}`
  if (!statuses?.length) return [page]
  return [...new Set(statuses)].map((status) => `${page} and status = ${placeholder(status)}`)
}

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
 * Additional visits, earliest first, except canceled ones and those of CANCELLED projects.
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
  const rows = await sql.query<VisitOfProject>(text, values)
  return pageOf(rows, limit, list, ({ scheduledTime, id }) => ({ value: scheduledTime, id }))
}
