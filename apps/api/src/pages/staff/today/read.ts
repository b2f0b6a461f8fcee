import { PROJECT_STATUSES } from '@mediajobs/domain'
import type { Static } from '@sinclair/typebox'
import type { Customer } from '../../../customers/schemas.ts'
import type { ErrorBody } from '../../../errors.ts'
import type { User } from '../../../users/schemas.ts'
import type { ApiResponse } from '../../call-api.ts'
import type { Day } from '../day.ts'
import type { Project } from '../project-address.ts'
import type { Staff } from '../staff.ts'

interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}
type Contact = Static<typeof Customer>
type Colleague = Static<typeof User>

/** Cards on a page. */
const CARDS = 25
const COLLEAGUES = 100

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
  customers: ReadonlyMap<string, Contact>
  /** The people whom a manager can choose, and whose names the cards have; empty for others. */
  colleagues: readonly Colleague[]
  /** The first shoot after an empty day. */
  next: Project | undefined
}

export type Refused = ApiResponse<ErrorBody>

/** @returns what the API refused, when the list could not be read. */
export async function readView(staff: Staff, view: View): Promise<Shown | Refused> {
  const [list, colleagues] = await Promise.all([
    staff.call<Page<Project> & ErrorBody>({
      method: 'GET',
      url: `/projects?${queryOf(staff, view)}`,
    }),
    colleaguesOf(staff),
  ])
  if (list.status !== 200) return list
  const { data: projects, nextCursor } = list.body
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
  const { status, body } = await staff.call<Page<Project>>({
    method: 'GET',
    url: `/projects?${query}`,
  })
  return status === 200 ? body.data[0] : undefined
}

async function customersOf(
  staff: Staff,
  projects: readonly Project[],
): Promise<ReadonlyMap<string, Contact>> {
  const ids = new Set(projects.flatMap(({ customerId }) => customerId ?? []))
  if (ids.size === 0) return new Map()
  const query = new URLSearchParams({ limit: String(ids.size) })
  for (const id of ids) query.append('id', id)
  const url = `/customers?${query}`
  const { status, body } = await staff.call<Page<Contact>>({ method: 'GET', url })
  // A card without its customer is better than no page.
  return new Map(status === 200 ? body.data.map((customer) => [customer.id, customer]) : [])
}

async function colleaguesOf(staff: Staff): Promise<readonly Colleague[]> {
  if (!staff.may('assignTechnician')) return []
  const url = `/users?active=true&limit=${COLLEAGUES}`
  const { status, body } = await staff.call<Page<Colleague>>({ method: 'GET', url })
  return status === 200 ? body.data : []
}
