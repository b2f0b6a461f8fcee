import { type Sql, type SqlValue, selectList } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import { type ProjectStatus, toUtc } from '@mediajobs/domain'
import { bytesInTurn, withheldIfLarge } from '../page-bytes.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from '../shared/paging.ts'
import { findMatch } from '../shared/search.ts'
import type { Project } from './project.ts'

export const PROJECT_SORTS = [
  'createdAt',
  '-createdAt',
  'scheduledTime',
  '-scheduledTime',
  'updatedAt',
  '-updatedAt',
] as const

/** The work of a project for which a person may be missing. */
export const UNASSIGNED_WORK = ['technician', 'editor'] as const

/** The list has the projects that match all the given filters. */
export interface ProjectFilters {
  /** Any of these. */
  status?: readonly ProjectStatus[]
  customerId?: string
  technicianId?: string
  editorId?: string
  projectManagerId?: string
  /** Without this person. */
  unassigned?: (typeof UNASSIGNED_WORK)[number]
  /** Both ends are included. */
  scheduledFrom?: string
  scheduledTo?: string
  /** Included. */
  updatedSince?: string
  /** The first letters of words of the address or the notes. */
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
 * A page of the organization's projects. With one filter and any sort, a page costs the same at any size of
 * the list and at any depth. The cost of `q` grows with the number of its matches.
 *
 * @throws {OperationError} `invalid` for a cursor of another list, or a `q` that can't be searched for.
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
        : `words @@ words_query($1, ${placeholder(match.words)})`,
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
  const text =
    pages.length === 1
      ? (pages[0] as string)
      : `select * from ((${pages.join(') union all (')})) as pages ${orderBy(`"${field}"`)}`

  // Every combination of filters is another statement. Only the simple ones stay prepared.
  const rows = isQuickList(filters)
    ? await sql.query<Project>(text, values)
    : await sql.queryOnce<Project>(text, values)
  const position = (last: Project) => ({ value: last[field], id: last.id })
  return pageOfLarge(rows, limit, list, position, ['notes', 'bookingAnswers'], {
    field: 'bookingAnswers',
    key: 'id',
    measure: (ids) => sql.queryOnce(BYTES, [orgId, ids]),
    read: (ids) => sql.queryOnce(WHOLE, [orgId, ids]),
  })
}

/**
 * Whether a page costs the same at any size of the list. That is so with at most one filter, and without
 * search words and ranges of time: their cost grows with the number of matches.
 */
export function isQuickList(filters: Omit<ProjectFilters, 'sort'>): boolean {
  const { status, customerId, technicianId, editorId, projectManagerId, unassigned } = filters
  const { q, scheduledFrom, scheduledTo, updatedSince } = filters
  if ((q ?? scheduledFrom ?? scheduledTo ?? updatedSince) !== undefined) return false
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
  add('project_manager_id =', projectManagerId)
  // The words of a partial index: a placeholder would not find it.
  if (filters.unassigned) conditions.push(`${filters.unassigned}_id is null`)
  add('scheduled_time >=', filters.scheduledFrom && toUtc(filters.scheduledFrom))
  add('scheduled_time <=', filters.scheduledTo && toUtc(filters.scheduledTo))
  add('updated_at >=', filters.updatedSince && toUtc(filters.updatedSince))
  return conditions
}

/**
 * The list as one select, or one for each status: the index has the order of one status only. A sort over
 * several statuses would read all their projects.
 */
function pagesOf(
  statuses: readonly ProjectStatus[] | undefined,
  placeholder: (value: SqlValue) => string,
  where: string,
): string[] {
  const select = `select ${COLUMNS} from projects where ${where}`
  if (!statuses?.length) return [select]
  return [...new Set(statuses)].map((status) => `${select} and status = ${placeholder(status)}`)
}
