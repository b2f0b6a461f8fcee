import { MAX_PAGE_RECORDS, type ProjectStatus } from '@mediajobs/domain'
import type { When } from '../day.ts'
import { type List, read, readByIds, readList } from '../read-record.ts'
import {
  activePeople,
  type Customer,
  customersOf,
  type Person,
  type Project,
  type Round,
} from '../records.ts'
import type { Staff } from '../staff.ts'
import { isRemovedSample } from '../start/sample.ts'
import { readJobs, readTable, type Table } from './table.ts'
import { COLUMNS, filtersOf, isFiltered, isOf, UNASSIGNED, type View } from './view.ts'
import { EDITOR_WORK, isLate, isUnassigned, TECHNICIAN_WORK } from './work.ts'

/** Page size per status. */
const CARDS = 20

export interface Column {
  status: ProjectStatus
  projects: readonly Project[]
  /** Whether there are more jobs than these. */
  hasMore: boolean
  /** The cursor of the next page; `null` to show the status from its start. */
  cursor: string | null
}

/** The data of the board. */
export interface Shown {
  columns: readonly Column[]
  /** In place of the columns. */
  table: Table | undefined
  /** Exact counts; `undefined` where unknown. */
  counts: Partial<Record<ProjectStatus, number>>
  /** Late and unassigned jobs: `3` or `20+`; `undefined` where unknown. */
  quick: { late?: string | undefined; unassigned?: string | undefined }
  /** People to filter by; empty for roles that see only their own jobs. */
  people: readonly Person[]
  nameOf(id: string): string | undefined
  customers: ReadonlyMap<string, Customer>
  /** The newest round of each job in revision, by the job's id. */
  rounds: ReadonlyMap<string, Round>
  /** Whether more jobs were found than were read. */
  isCut: boolean
}

/** A person's board, as requested. */
export interface Page {
  staff: Staff
  view: View
  shown: Shown
  /** The board's URL. */
  here: string
  /** Jobs that stay selected, by id. */
  chosen?: ReadonlySet<string>
}

/** Shared by all cards and rows of a page. */
export interface Cards extends Page {
  when: When
  /** The query of the view that forms return to. */
  back: string
}

/** A board without jobs. */
export const EMPTY: Shown = {
  columns: [],
  table: undefined,
  counts: {},
  quick: {},
  people: [],
  nameOf: () => undefined,
  customers: new Map(),
  rounds: new Map(),
  isCut: false,
}

/** @throws {RefusedRead} */
export async function readBoard(staff: Staff, view: View): Promise<Shown> {
  const mayAssign = staff.may('assignTechnician')
  const isWhole = mayAssign && !isFiltered(view)
  const [{ columns: all, isCut }, table, counts, people] = await Promise.all([
    view.isList ? { columns: [], isCut: false } : readColumns(staff, view),
    view.isList ? readTable(staff, view) : undefined,
    isWhole ? read<Record<ProjectStatus, number>>(staff, '/projects/status-counts') : undefined,
    mayAssign ? activePeople(staff) : [],
  ])
  const columns = withoutRemovedSample(all, counts)
  const projects = table?.projects ?? columns.flatMap((column) => column.projects)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const [customers, rounds, unassigned] = await Promise.all([
    customersOf(staff, projects),
    roundsOf(staff, projects),
    isWhole && !view.isList && !view.status ? countUnassigned(staff, view, columns) : undefined,
    mayAssign ? addNames(staff, projects, names) : undefined,
  ])
  const isAll = !view.isList && !view.status
  return {
    columns,
    table,
    counts: counts ?? (view.cursor || view.isList ? {} : countsOf(columns, isCut)),
    quick: { late: isAll && !isCut ? countLate(columns) : undefined, unassigned },
    people,
    nameOf: (id) => names.get(id),
    customers,
    rounds,
    isCut,
  }
}

/** @param counts updated to match the columns */
function withoutRemovedSample(
  columns: readonly Column[],
  counts: Shown['counts'] | undefined,
): Column[] {
  return columns.map(({ projects, ...column }) => {
    const left = projects.filter((project) => !isRemovedSample(project))
    if (counts?.CANCELLED) counts.CANCELLED -= projects.length - left.length
    return { ...column, projects: left }
  })
}

interface Columns {
  columns: Column[]
  isCut: boolean
}

function readColumns(staff: Staff, view: View): Promise<Columns> {
  return view.words && !view.status ? foundColumns(staff, view) : statusColumns(staff, view)
}

async function statusColumns(staff: Staff, view: View): Promise<Columns> {
  const statuses = view.status ? [view.status] : COLUMNS
  const lists = await Promise.all(statuses.map((status) => listOf(staff, view, status)))
  const columns = lists.map(({ data, nextCursor }, i) => ({
    status: statuses[i] as ProjectStatus,
    projects: data.filter((project) => isOf(view, project)),
    hasMore: nextCursor !== null,
    cursor: nextCursor,
  }))
  return { columns, isCut: false }
}

async function listOf(staff: Staff, view: View, status: ProjectStatus): Promise<List<Project>> {
  const query = filtersOf(staff, view, [status])
  if (!query) return { data: [], nextCursor: null }
  query.set('sort', sortOf(status))
  query.set('limit', String(CARDS))
  if (view.cursor) query.set('cursor', view.cursor)
  return readJobs(staff, query)
}

/** Open jobs oldest first, finished jobs newest first. */
function sortOf(status: ProjectStatus): string {
  return status === 'DELIVERED' || status === 'CANCELLED' ? '-updatedAt' : 'scheduledTime'
}

/** One call for all columns: a search costs far more than a list. */
async function foundColumns(staff: Staff, view: View): Promise<Columns> {
  const everyone = view.who === UNASSIGNED ? { ...view, who: '' } : view
  const query = filtersOf(staff, everyone, view.isLate ? TECHNICIAN_WORK : [])
  if (!query) return { columns: [], isCut: false }
  query.set('sort', 'scheduledTime')
  query.set('limit', String(MAX_PAGE_RECORDS))
  const { data, nextCursor } = await readJobs(staff, query)
  const found = data.filter((project) => isOf(view, project))
  const columns = COLUMNS.map((status) => {
    const projects = found.filter((each) => each.status === status)
    const hasMore = projects.length > CARDS || nextCursor !== null
    return { status, projects: projects.slice(0, CARDS), hasMore, cursor: null }
  })
  return { columns, isCut: nextCursor !== null }
}

function countsOf(columns: readonly Column[], isCut: boolean): Shown['counts'] {
  const whole = columns.filter(({ hasMore }) => !hasMore && !isCut)
  return Object.fromEntries(whole.map(({ status, projects }) => [status, projects.length]))
}

/** The count of late jobs: `3` or `20+`. They come first in their columns. */
function countLate(columns: readonly Column[]): string {
  const counts = columns.map(({ projects, hasMore }) => {
    const late = projects.filter(isLate).length
    return { late, isMore: hasMore && late > 0 && late === projects.length }
  })
  const sum = counts.reduce((total, { late }) => total + late, 0)
  return `${sum}${counts.some(({ isMore }) => isMore) ? '+' : ''}`
}

async function countUnassigned(
  staff: Staff,
  view: View,
  columns: readonly Column[],
): Promise<string> {
  const halves = await Promise.all(
    [TECHNICIAN_WORK, EDITOR_WORK].map(async (statuses) => {
      const shown = columns.filter(({ status }) => statuses.includes(status))
      const projects = shown.flatMap((column) => column.projects)
      if (shown.every(({ hasMore }) => !hasMore)) {
        return { count: projects.filter(isUnassigned).length, isMore: false }
      }
      const query = filtersOf(staff, { ...view, who: UNASSIGNED }, statuses)
      const url = `/projects?${query}&sort=scheduledTime&limit=${CARDS}`
      const { data, nextCursor } = await readList<Project>(staff, url)
      return { count: data.length, isMore: nextCursor !== null }
    }),
  )
  const sum = halves.reduce((total, { count }) => total + count, 0)
  return `${sum}${halves.some(({ isMore }) => isMore) ? '+' : ''}`
}

/** Adds the names of assignees who aren't in `names` because they were deactivated. */
async function addNames(
  staff: Staff,
  projects: readonly Project[],
  names: Map<string, string>,
): Promise<void> {
  const ids = projects.flatMap(({ technicianId, editorId }) => [technicianId, editorId])
  const unknown = ids.filter((id) => id !== null && !names.has(id))
  for (const { id, name } of await readByIds<Person>(staff, '/users', unknown)) names.set(id, name)
}

/** Maximum rounds read, since each costs a call: one per job of a column. */
const MAX_ROUNDS = 20

async function roundsOf(staff: Staff, projects: readonly Project[]): Promise<Shown['rounds']> {
  const returned = projects.filter(({ status }) => status === 'IN_REVISION').slice(0, MAX_ROUNDS)
  const rounds = await Promise.all(
    returned.map(async ({ id }): Promise<[string, Round][]> => {
      const url = `/projects/${id}/revisions?limit=1`
      const { status, body } = await staff.call<List<Round>>({ method: 'GET', url })
      // Best effort: a card works without its round.
      const [round] = status === 200 ? body.data : []
      return round ? [[id, round]] : []
    }),
  )
  return new Map(rounds.flat())
}
