import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { one } from '../own-address.ts'
import { type List, read, readList, readTagged, type Tagged } from '../read-record.ts'
import type {
  Customer,
  Delivery,
  Invoice,
  Media,
  Project,
  Round,
  StatusChange,
} from '../records.ts'
import type { Staff } from '../staff.ts'
import { type People, readPeople } from './people.ts'
import type { Visit } from './visit.ts'

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

/** @returns what the API refused, when the project could not be read. */
export async function readView(visit: Visit): Promise<View | ApiResponse<ErrorBody>> {
  const { request, staff, url, here } = visit
  const response = await staff.call<Project & ErrorBody>({ method: 'GET', url })
  if (response.status !== 200) return response
  const project = response.body
  const { customerId } = project
  const [customer, media, rounds, delivery, invoices, history] = await Promise.all([
    customerId === null ? undefined : read<Customer>(staff, `/customers/${customerId}`),
    readList<Media>(staff, `${url}/media`),
    readList<Round>(staff, `${url}/revisions?${part(ROUNDS, one(request.query, 'rounds'))}`),
    // Before the first delivery there is none: the call would be an error in the log of requests.
    project.deliveredAt === null ? undefined : readTagged<Delivery>(staff, `${url}/delivery`),
    staff.may('listInvoices') ? readInvoices(staff, project.id) : undefined,
    readList<StatusChange>(staff, `${url}/history?${part(CHANGES, one(request.query, 'history'))}`),
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
    filesPage: Math.max(1, Math.trunc(Number(request.query.files)) || 1),
    rounds,
    delivery,
    invoices,
    history,
    isOlder: request.query.history !== undefined,
    people,
  }
}

function part(limit: string, cursor: string | undefined): URLSearchParams {
  return new URLSearchParams({ limit, ...(cursor && { cursor }) })
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
