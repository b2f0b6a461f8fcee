import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { type List, RefusedRead, read, readList, readTagged, type Tagged } from '../read-record.ts'
import {
  activePeople,
  type Customer,
  type Delivery,
  type Invoice,
  type Media,
  type Person,
  type Project,
  type Round,
  type StatusChange,
} from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { TEXTS } from './texts.ts'

/** A request for the page of a project, or for a change on it. */
export interface Visit extends StaffVisit {
  /** The project, as a path of the API. */
  url: string
}

/** The visit of the project with the `id` of the path. */
export function projectOf(visit: StaffVisit): Visit {
  const url = `/projects/${visit.id}`
  return { ...visit, url, here: `${visit.home}${url}` }
}

/** What the page of a project shows. */
export interface View extends Pick<Visit, 'staff' | 'here'> {
  project: Project
  customer: Customer | undefined
  media: readonly Media[]
  /** Which part of the files is shown: 1 is the first one. */
  filesPage: number
  rounds: List<Round>
  /** The newest delivery; `undefined` before the first one. */
  delivery: Tagged<Delivery> | undefined
  /** `undefined` for a role that sees no money. */
  invoices: Invoices | undefined
  history: List<StatusChange>
  /** Whether the history begins at an older change. */
  isOlder: boolean
  people: People
}

/** The invoices of a project. */
export interface Invoices {
  /** The one that is not void. */
  live: Tagged<Invoice> | undefined
  voided: readonly Invoice[]
}

const CHANGES = '20'
const ROUNDS = '5'
const INVOICES = '20'

/** @throws {RefusedRead} */
export async function readView(visit: Visit): Promise<View> {
  const { query, staff, url, here } = visit
  const { body: project } = await readTagged<Project>(staff, url)
  const { customerId } = project
  const [customer, media, rounds, delivery, invoices, history] = await Promise.all([
    customerId === null ? undefined : read<Customer>(staff, `/customers/${customerId}`),
    readList<Media>(staff, `${url}/media`),
    readList<Round>(staff, `${url}/revisions?${part(ROUNDS, query.get('rounds'))}`),
    // Before the first delivery this would log a 404.
    project.deliveredAt === null ? undefined : readDelivery(staff, `${url}/delivery`),
    staff.may('listInvoices') ? readInvoices(staff, project.id) : undefined,
    readList<StatusChange>(staff, `${url}/history?${part(CHANGES, query.get('history'))}`),
  ])
  const people = await readPeople(staff, project, [
    ...history.data.map((each) => each.changedByUserId),
    ...rounds.data.map((each) => each.requestedByUserId),
    delivery?.body.deliveredByUserId ?? null,
    delivery?.body.approvedByUserId ?? null,
  ])
  return {
    staff,
    here,
    project,
    customer,
    media: media.data,
    filesPage: Math.max(1, Math.trunc(Number(query.get('files'))) || 1),
    rounds,
    delivery,
    invoices,
    history,
    isOlder: query.has('history'),
    people,
  }
}

function part(limit: string, cursor: string | null): URLSearchParams {
  return new URLSearchParams({ limit, ...(cursor && { cursor }) })
}

async function readDelivery(staff: Staff, url: string): Promise<Tagged<Delivery> | undefined> {
  try {
    return await readTagged<Delivery>(staff, url)
  } catch (error) {
    if (error instanceof RefusedRead && error.response.status === 404) return undefined
    throw error
  }
}

async function readInvoices(staff: Staff, projectId: string): Promise<Invoices> {
  const query = new URLSearchParams({ projectId, limit: INVOICES })
  const list = await readList<Invoice>(staff, `/invoices?${query}`)
  const live = list.data.find(({ status }) => status !== 'VOIDED')
  return {
    live: live && (await readTagged<Invoice>(staff, `/invoices/${live.id}`)),
    voided: list.data.filter(({ status }) => status === 'VOIDED'),
  }
}

/** The people of a project's page. */
interface People {
  /** Who can be assigned; empty for a role that may not assign. */
  assignable: readonly Person[]
  /** The name of a person by id. */
  nameOf(id: string): string
  /** Other jobs of each person around the time of this one. */
  jobsOf(id: string): readonly Project[]
}

/** How far away another job is still shown, in milliseconds: 12 hours. */
const AROUND = 12 * 3_600_000

/** @param more ids of other people whom the page names */
async function readPeople(
  staff: Staff,
  project: Project,
  more: readonly (string | null)[],
): Promise<People> {
  const canAssign = staff.may('updateProject')
  const [assignable, jobs] = await Promise.all([
    canAssign ? activePeople(staff) : [],
    canAssign ? jobsAround(staff, project) : [],
  ])
  const names = new Map(assignable.map(({ id, name }) => [id, name]))
  const { technicianId, editorId, projectManagerId } = project
  const shown = [technicianId, editorId, projectManagerId, ...more]
  const unknown = [...new Set(shown)].filter((id) => id !== null && !names.has(id))
  const others = await Promise.all(unknown.map((id) => read<Person>(staff, `/users/${id}`)))
  for (const person of others) if (person) names.set(person.id, person.name)
  return {
    assignable,
    nameOf: (id) => names.get(id) ?? TEXTS.someone,
    jobsOf: (id) => jobs.filter((job) => job.technicianId === id),
  }
}

async function jobsAround(staff: Staff, { id, scheduledTime }: Project): Promise<Project[]> {
  const time = Date.parse(scheduledTime)
  const query = new URLSearchParams({
    scheduledFrom: new Date(time - AROUND).toISOString(),
    scheduledTo: new Date(time + AROUND).toISOString(),
    sort: 'scheduledTime',
    limit: String(MAX_PAGE_RECORDS),
  })
  const page = await readList<Project>(staff, `/projects?${query}`)
  return page.data.filter((job) => job.id !== id && job.status !== 'CANCELLED')
}
