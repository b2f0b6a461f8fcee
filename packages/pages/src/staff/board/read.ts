import { MAX_PAGE_RECORDS, PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'
import { type Day, dayIn } from '../day.ts'
import { type List, read, readList } from '../read-record.ts'
import { activePeople, type Person, type Project } from '../records.ts'
import type { Staff } from '../staff.ts'

/** Maps the `who` parameter to the API filter. */
const FILTERS = {
  technician: 'technicianId',
  editor: 'editorId',
  manager: 'projectManagerId',
  without: 'unassigned',
} as const

type WhoKind = keyof typeof FILTERS

/** The view of the board, all of it in the URL. */
export interface View {
  /** Search words; empty for all jobs. */
  words: string
  /** `technician.` and an id, `without.editor` …; empty for everyone. */
  who: string
  day: Day | undefined
  /** The one status that is shown as a list; `undefined` for all columns. */
  status: ProjectStatus | undefined
  cursor: string | undefined
}

export function viewOf({ organization }: Staff, query: URLSearchParams): View {
  const status = query.get('status')
  const day = query.get('day')
  return {
    words: query.get('q') ?? '',
    who: query.get('who') ?? '',
    day: day ? dayIn(organization.timeZone, day) : undefined,
    status: PROJECT_STATUSES.find((each) => each === status),
    cursor: query.get('cursor') ?? undefined,
  }
}

/** The address of a view; with another status, from the beginning of its list or from a cursor. */
export function addressOf(
  view: View,
  { status, cursor }: { status?: ProjectStatus | undefined; cursor?: string | undefined } = {},
): string {
  const query = new URLSearchParams({
    ...(view.words && { q: view.words }),
    ...(view.who && { who: view.who }),
    ...(view.day && { day: view.day.name }),
    ...(status && { status }),
    ...(cursor && { cursor }),
  })
  return `?${query}`
}

export function isFiltered({ words, who, day }: View): boolean {
  return words !== '' || who !== '' || day !== undefined
}

/** API filters. People who can't assign see their own jobs. */
function filtersOf(staff: Staff, view: View): URLSearchParams {
  const query = new URLSearchParams()
  if (view.words) query.set('q', view.words)
  if (view.day) {
    query.set('scheduledFrom', view.day.from)
    query.set('scheduledTo', view.day.to)
  }
  if (!staff.may('assignTechnician')) {
    query.set(staff.role === 'EDITOR' ? 'editorId' : 'technicianId', staff.userId)
    return query
  }
  const [kind = '', id = ''] = view.who.split('.', 2)
  if (Object.hasOwn(FILTERS, kind)) query.set(FILTERS[kind as WhoKind], id)
  return query
}

/** Page size per status. */
const CARDS = 20

/** Columns, in workflow order. */
export const COLUMNS: readonly ProjectStatus[] = [
  'PENDING',
  'BOOKED',
  'SHOOTING',
  'UPLOADED',
  'EDITING',
  'IN_REVIEW',
  'IN_REVISION',
  'DELIVERED',
  'CANCELLED',
]

export interface Column {
  status: ProjectStatus
  projects: readonly Project[]
  /** Whether there are more jobs than these. */
  hasMore: boolean
  /** The cursor of the next page; `null` to start over. */
  cursor: string | null
}

/** The data of the board. */
export interface Shown {
  columns: readonly Column[]
  /** Exact counts; `undefined` where unknown. */
  counts: Partial<Record<ProjectStatus, number>>
  /** People to filter by; empty for roles that see only their own jobs. */
  people: readonly Person[]
  nameOf(id: string): string | undefined
  /** Whether more jobs were found than were read. */
  isCut: boolean
}

/** The board for a person, of a request. */
export interface Page {
  staff: Staff
  view: View
  shown: Shown
  /** The address of the board. */
  here: string
}

/** @throws {RefusedRead} */
export async function readBoard(staff: Staff, view: View): Promise<Shown> {
  const mayAssign = staff.may('assignTechnician')
  const isWhole = mayAssign && !isFiltered(view)
  const [{ columns, isCut }, counts, people] = await Promise.all([
    view.words && !view.status ? foundColumns(staff, view) : statusColumns(staff, view),
    isWhole ? read<Record<ProjectStatus, number>>(staff, '/projects/status-counts') : undefined,
    mayAssign ? activePeople(staff) : [],
  ])
  const names = new Map(people.map(({ id, name }) => [id, name]))
  if (mayAssign) await addNames(staff, columns, names)
  return {
    columns,
    counts: counts ?? (view.cursor ? {} : countsOf(columns, isCut)),
    people,
    nameOf: (id) => names.get(id),
    isCut,
  }
}

interface Columns {
  columns: Column[]
  isCut: boolean
}

async function statusColumns(staff: Staff, view: View): Promise<Columns> {
  const statuses = view.status ? [view.status] : COLUMNS
  const lists = await Promise.all(statuses.map((status) => listOf(staff, view, status)))
  const columns = lists.map(({ data: projects, nextCursor }, i) => ({
    status: statuses[i] as ProjectStatus,
    projects,
    hasMore: nextCursor !== null,
    cursor: nextCursor,
  }))
  return { columns, isCut: false }
}

function listOf(staff: Staff, view: View, status: ProjectStatus): Promise<List<Project>> {
  const query = filtersOf(staff, view)
  query.set('status', status)
  query.set('sort', sortOf(status))
  query.set('limit', String(CARDS))
  if (view.cursor) query.set('cursor', view.cursor)
  return readList<Project>(staff, `/projects?${query}`)
}

/** Open jobs oldest first, finished jobs newest first. */
function sortOf(status: ProjectStatus): string {
  return status === 'DELIVERED' || status === 'CANCELLED' ? '-updatedAt' : 'scheduledTime'
}

/** One call for all columns: a search costs far more than a list. */
async function foundColumns(staff: Staff, view: View): Promise<Columns> {
  const query = filtersOf(staff, view)
  query.set('sort', 'scheduledTime')
  query.set('limit', String(MAX_PAGE_RECORDS))
  const { data, nextCursor } = await readList<Project>(staff, `/projects?${query}`)
  const columns = COLUMNS.map((status) => {
    const projects = data.filter((each) => each.status === status)
    const hasMore = projects.length > CARDS || nextCursor !== null
    return { status, projects: projects.slice(0, CARDS), hasMore, cursor: null }
  })
  return { columns, isCut: nextCursor !== null }
}

function countsOf(columns: readonly Column[], isCut: boolean): Shown['counts'] {
  const whole = columns.filter(({ hasMore }) => !hasMore && !isCut)
  return Object.fromEntries(whole.map(({ status, projects }) => [status, projects.length]))
}

/** Assignees may be deactivated. */
async function addNames(
  staff: Staff,
  columns: readonly Column[],
  names: Map<string, string>,
): Promise<void> {
  const ids = columns
    .flatMap(({ projects }) => projects)
    .flatMap(({ technicianId, editorId }) => [technicianId ?? [], editorId ?? []].flat())
  const unknown = [...new Set(ids)].filter((id) => !names.has(id)).slice(0, MAX_PAGE_RECORDS)
  if (unknown.length === 0) return
  const query = new URLSearchParams(unknown.map((id): [string, string] => ['id', id]))
  query.set('limit', String(MAX_PAGE_RECORDS))
  const { data } = await readList<Person>(staff, `/users?${query}`)
  for (const { id, name } of data) names.set(id, name)
}
