import { MAX_PAGE_RECORDS, type ProjectStatus } from '@mediajobs/domain'
import { type List, readList } from '../read-record.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { COLUMNS, filtersOf, isOf, sortOf, UNASSIGNED, type View } from './view.ts'
import { EDITOR_WORK, TECHNICIAN_WORK } from './work.ts'

/** Rows per page, and jobs assigned together. */
export const ROWS = 50

export interface Table {
  projects: readonly Project[]
  /** Cursor of the next page; `null` at the end. */
  cursor: string | null
  /** Whether there are more unassigned jobs. They come from two API lists, so they have no next page. */
  isCut: boolean
}

const OPEN = COLUMNS.filter((status) => status !== 'DELIVERED' && status !== 'CANCELLED')

/** One page of the table. Defaults to the open jobs. */
export async function readTable(staff: Staff, view: View): Promise<Table> {
  if (view.who === UNASSIGNED) return readUnassigned(staff, view)
  const open = view.isLate ? TECHNICIAN_WORK : OPEN
  const statuses = view.status ? [view.status] : view.words && !view.isLate ? [] : open
  const { projects, cursor } = await readPage(staff, view, statuses)
  return { projects, cursor, isCut: false }
}

async function readPage(staff: Staff, view: View, statuses: readonly ProjectStatus[]) {
  const query = filtersOf(staff, view, statuses)
  if (!query) return { projects: [], cursor: null }
  query.set('sort', sortOf(view.sort))
  query.set('limit', String(ROWS))
  if (view.cursor) query.set('cursor', view.cursor)
  const { data, nextCursor } = await readJobs(staff, query)
  return { projects: data.filter((project) => isOf(view, project)), cursor: nextCursor }
}

/** Merges the first rows of two lists. */
async function readUnassigned(staff: Staff, view: View): Promise<Table> {
  const halves = [TECHNICIAN_WORK, EDITOR_WORK]
    .map((statuses) => statuses.filter((each) => !view.status || each === view.status))
    .filter((statuses) => statuses.length > 0)
  const pages = await Promise.all(halves.map((statuses) => readPage(staff, view, statuses)))
  const { field, isDescending } = view.sort
  const order = isDescending ? -1 : 1
  const all = pages
    .flatMap(({ projects }) => projects)
    .sort((a, b) => (a[field] < b[field] ? -order : a[field] > b[field] ? order : 0))
  const isCut = all.length > ROWS || pages.some(({ cursor }) => cursor !== null)
  return { projects: all.slice(0, ROWS), cursor: null, isCut }
}

/**
 * Jobs by API filters. A technician's first page also includes jobs where they only have an additional visit, which
 * count as assigned to them. docs/contract.md#c21-visit-assigned
 */
export async function readJobs(staff: Staff, query: URLSearchParams): Promise<List<Project>> {
  const list = readList<Project>(staff, `/projects?${query}`)
  const technicianId = query.get('technicianId')
  if (technicianId === null || query.has('cursor')) return list
  const visits = new URLSearchParams(query)
  visits.delete('technicianId')
  visits.set('visitTechnicianId', technicianId)
  visits.set('limit', String(MAX_PAGE_RECORDS))
  const [own, visited] = await Promise.all([list, readList<Project>(staff, `/projects?${visits}`)])
  const isOwn = technicianId === staff.userId && staff.role === 'TECHNICIAN'
  const others = visited.data
    .filter((project) => project.technicianId !== technicianId)
    .map((project) => (isOwn ? { ...project, technicianId } : project))
  return { data: [...others, ...own.data], nextCursor: own.nextCursor }
}
