import { PROJECT_STATUSES } from '@mediajobs/domain'
import { activePeople } from '../active-people.ts'
import type { Day } from '../day.ts'
import { type List, readList } from '../read-record.ts'
import type { Customer, Person, Project } from '../records.ts'
import type { Staff } from '../staff.ts'

/** Cards on a page. */
const CARDS = 25

/** What the page shows: the shoots of a day, or an editor's work. */
export interface View {
  day: Day
  /** `null` for all technicians, and for an editor. */
  technicianId: string | null
  isQueue: boolean
  cursor?: string | undefined
}

/** What the page knows. */
export interface Shown {
  projects: Project[]
  nextCursor: string | null
  customers: ReadonlyMap<string, Customer>
  /** The people whom a manager can choose, and whose names the cards have; empty for others. */
  colleagues: readonly Person[]
  /** The first shoot after an empty day. */
  next: Project | undefined
}

/** @throws {RefusedRead} */
export async function readView(staff: Staff, view: View): Promise<Shown> {
  const [{ data: projects, nextCursor }, colleagues] = await Promise.all([
    readList<Project>(staff, `/projects?${queryOf(staff, view)}`),
    staff.may('assignTechnician') ? activePeople(staff) : [],
  ])
  const [customers, next] = await Promise.all([
    customersOf(staff, projects),
    projects.length === 0 && !view.isQueue ? nextAfter(staff, view) : undefined,
  ])
  return { projects, nextCursor, customers, colleagues, next }
}

function queryOf(staff: Staff, { day, technicianId, isQueue, cursor }: View): URLSearchParams {
  const query = new URLSearchParams({ sort: 'scheduledTime', limit: String(CARDS) })
  if (cursor !== undefined) query.set('cursor', cursor)
  if (isQueue) {
    query.set('editorId', staff.userId)
    for (const status of ['EDITING', 'IN_REVISION', 'IN_REVIEW']) query.append('status', status)
    return query
  }
  query.set('scheduledFrom', day.from)
  query.set('scheduledTo', day.to)
  if (technicianId !== null) query.set('technicianId', technicianId)
  return query
}

async function nextAfter(staff: Staff, { day, technicianId }: View): Promise<Project | undefined> {
  const query = new URLSearchParams({ sort: 'scheduledTime', limit: '1', scheduledFrom: day.end })
  for (const status of PROJECT_STATUSES) if (status !== 'CANCELLED') query.append('status', status)
  if (technicianId !== null) query.set('technicianId', technicianId)
  return (await readList<Project>(staff, `/projects?${query}`)).data[0]
}

async function customersOf(
  staff: Staff,
  projects: readonly Project[],
): Promise<ReadonlyMap<string, Customer>> {
  const ids = new Set(projects.flatMap(({ customerId }) => customerId ?? []))
  if (ids.size === 0) return new Map()
  const query = new URLSearchParams({ limit: String(ids.size) })
  for (const id of ids) query.append('id', id)
  const url = `/customers?${query}`
  const { status, body } = await staff.call<List<Customer>>({ method: 'GET', url })
  // A card without its customer is better than no page.
  return new Map(status === 200 ? body.data.map((customer) => [customer.id, customer]) : [])
}
