import type { Schemas } from '@mediajobs/client'
import { PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'
import type { Day } from '../day.ts'
import { readAll, readList } from '../read-record.ts'
import { activePeople, type Customer, customersOf, type Person, type Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import type { Absence } from '../time-off.ts'
import { additionalVisits, inOrder, projectsOf } from '../visits.ts'

/** Cards on a page. */
const CARDS = 25

/** The shoots of a day, or an editor's queue. */
export interface View {
  day: Day
  /** `null` for all technicians. Not used in an editor's queue. */
  technicianId: string | null
  isQueue: boolean
  cursor: string | null
}

/** The data of the page. */
export interface Shown {
  projects: Project[]
  nextCursor: string | null
  customers: ReadonlyMap<string, Customer>
  /** Active people, to name technicians and to choose from; empty without the right to assign. */
  colleagues: readonly Person[]
  /** The first shoot after an empty day. */
  next: Pick<Project, 'scheduledTime'> | undefined
  /** Time off of the day. */
  away: readonly Away[]
}

interface Away {
  /** Null: the viewer's. */
  name: string | null
  absence: Absence
}

/** @throws {RefusedRead} */
export async function readView(staff: Staff, view: View): Promise<Shown> {
  const isFirst = view.isQueue && view.cursor === null
  const [returned, { data, nextCursor }, visited, colleagues, away] = await Promise.all([
    isFirst ? readAll<Project>(staff, `/projects?${queueOf(staff, ['IN_REVISION'])}`) : [],
    readList<Project>(staff, `/projects?${queryOf(staff, view)}`),
    view.isQueue || view.cursor !== null ? [] : visitsOn(staff, view),
    staff.may('assignTechnician') ? activePeople(staff) : [],
    awayOn(staff, view),
  ])
  const projects = view.isQueue ? [...returned, ...data] : inOrder(data, visited)
  const [customers, next] = await Promise.all([
    customersOf(staff, projects),
    projects.length === 0 && !view.isQueue ? nextAfter(staff, view) : undefined,
  ])
  return { projects, nextCursor, customers, colleagues, next, away }
}

function queryOf(staff: Staff, { day, technicianId, isQueue, cursor }: View): URLSearchParams {
  const query = isQueue
    ? queueOf(staff, [
        ...(staff.organization.editorsStart ? (['UPLOADED'] as const) : []),
        'EDITING',
        'IN_REVIEW',
      ])
    : new URLSearchParams({ sort: 'scheduledTime' })
  query.set('limit', String(CARDS))
  if (cursor !== null) query.set('cursor', cursor)
  if (isQueue) return query
  query.set('scheduledFrom', day.from)
  query.set('scheduledTo', day.to)
  if (technicianId !== null) query.set('technicianId', technicianId)
  return query
}

/** An editor's jobs. Revisions come first, whatever their date. */
function queueOf(staff: Staff, statuses: readonly ProjectStatus[]): URLSearchParams {
  const query = new URLSearchParams({ sort: 'scheduledTime', editorId: staff.userId })
  for (const status of statuses) query.append('status', status)
  return query
}

/** The day's additional visits, shown on the first page. */
async function visitsOn(staff: Staff, { day, technicianId }: View): Promise<Project[]> {
  const filters = { scheduledFrom: day.from, scheduledTo: day.to, technicianId }
  return projectsOf(staff, (await additionalVisits(staff, filters, 1)).data)
}

async function nextAfter(
  staff: Staff,
  { day, technicianId }: View,
): Promise<Pick<Project, 'scheduledTime'> | undefined> {
  const query = new URLSearchParams({ sort: 'scheduledTime', limit: '1', scheduledFrom: day.end })
  for (const status of PROJECT_STATUSES) if (status !== 'CANCELLED') query.append('status', status)
  if (technicianId !== null) query.set('technicianId', technicianId)
  const [{ data }, visits] = await Promise.all([
    readList<Project>(staff, `/projects?${query}`),
    additionalVisits(staff, { scheduledFrom: day.end, technicianId, limit: '1' }, 1),
  ])
  return inOrder<Pick<Project, 'scheduledTime'>>(data, visits.data)[0]
}

/** Which of the shown people have time off that day; empty if there are too many to check. */
async function awayOn(staff: Staff, { day, technicianId, isQueue }: View): Promise<Away[]> {
  const query = new URLSearchParams({ from: day.from, to: day.end })
  const userId = isQueue ? staff.userId : technicianId
  if (userId !== null) query.set('technicianId', userId)
  const url = `/availability?${query}`
  const { status, body } = await staff.call<Schemas['Availability']>({ method: 'GET', url })
  if (status !== 200) return []
  return body.data.flatMap(({ technicianId: id, name, timeOff }) =>
    timeOff.map((absence) => ({ name: id === staff.userId ? null : name, absence })),
  )
}
