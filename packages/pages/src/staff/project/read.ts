import { MAX_PAGE_RECORDS, movesOf, termsAtSize } from '@mediajobs/domain'
import type { Quote } from '../booking/read.ts'
import { type When, whenIn } from '../day.ts'
import {
  type List,
  read,
  readAll,
  readByIds,
  readList,
  readTagged,
  readTaggedIfAny,
  type Tagged,
} from '../read-record.ts'
import type {
  Customer,
  Delivery,
  Discount,
  Invoice,
  Media,
  Offer,
  Person,
  Project,
  Reschedule,
  Round,
  StatusChange,
} from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import type { ProjectVisit } from '../visits.ts'
import { TEXTS } from './texts.ts'
import { isCurrent, replacersOf } from './version-chain.ts'

/** A request for a project's page, or a change on it. */
export interface Visit extends StaffVisit {
  /** The project's API path. */
  url: string
}

/** Adds the project of the path's `id` to a visit. */
export function projectOf(visit: StaffVisit): Visit {
  const url = `/projects/${visit.id}`
  return { ...visit, url, here: `${visit.home}${url}` }
}

/** The data of a project's page. */
export interface View extends Pick<Visit, 'request' | 'staff' | 'here'> {
  when: When
  project: Project
  customer: Customer | undefined
  /** Its package and add-ons, if they still exist. */
  offers: readonly Offer[]
  /** `undefined` for roles that may not see money. */
  discount: Discount | undefined
  /** Without the project's discount; `undefined` once it is invoiced, or if it can't be quoted. */
  quote: Quote | undefined
  /** In their order, without earlier versions. */
  media: readonly Media[]
  /** Earlier versions. */
  replaced: readonly Media[]
  hasArchives: boolean
  /** Page of files, from 1. */
  filesPage: number
  rounds: List<Round>
  /** May be on a different page of the list. */
  newestRound: Round | undefined
  /** The newest delivery; `undefined` before the first one. */
  delivery: Tagged<Delivery> | undefined
  /** `undefined` for roles that may not see money. */
  invoices: Invoices | undefined
  /** Its package and add-ons that its invoices lack: they were chosen later. Empty once it is canceled. */
  unbilled: readonly Offer[]
  /** By time. */
  visits: readonly ProjectVisit[]
  /** Newest first; `undefined` for roles that may not see money. */
  reschedules: readonly Reschedule[] | undefined
  history: List<StatusChange>
  /** Whether an older page of the history is shown. */
  isOlder: boolean
  /** A person's name by id. */
  nameOf(id: string): string
  /** The customer's name, if any. */
  clientName: string
}

/** The invoices of a project. */
export interface Invoices {
  /** Those that can be sent, paid or voided, newest first; if there are none, the newest one that isn't void. */
  live: readonly Tagged<Invoice>[]
  others: readonly Invoice[]
  /** Those that aren't void and charge for the work, not for a change of plan; newest first. */
  ofWork: readonly Invoice[]
}

/** The invoices that charge for the work and aren't refunded. */
export function inForce({ ofWork }: Invoices): readonly Invoice[] {
  return ofWork.filter(({ paymentState }) => paymentState !== 'REFUNDED')
}

const CHANGES = '20'
const ROUNDS = '5'
const INVOICES = '20'

/** @throws {RefusedRead} */
export async function readView(visit: Visit): Promise<View> {
  const { request, query, staff, url, here } = visit
  const { body: project } = await readTagged<Project>(staff, url)
  const { customerId, discountId } = project
  const [
    customer,
    offers,
    discount,
    media,
    rounds,
    delivery,
    foundInvoices,
    visits,
    reschedules,
    history,
  ] = await Promise.all([
    customerId === null ? undefined : read<Customer>(staff, `/customers/${customerId}`),
    offersOf(staff, project),
    discountId !== null && staff.may('getDiscount')
      ? read<Discount>(staff, `/discounts/${discountId}`)
      : undefined,
    readList<Media>(staff, `${url}/media?includeReplaced=true`),
    readList<Round>(staff, `${url}/revisions?${part(ROUNDS, query.get('rounds'))}`),
    // Before the first delivery this would log a 404.
    project.deliveredAt === null ? undefined : readTaggedIfAny<Delivery>(staff, `${url}/delivery`),
    staff.may('listInvoices') ? readInvoices(staff, project.id) : undefined,
    readAll<ProjectVisit>(staff, `${url}/visits`),
    staff.may('listReschedules')
      ? readList<Reschedule>(staff, `${url}/reschedules?limit=${CHANGES}`)
      : undefined,
    readList<StatusChange>(staff, `${url}/history?${part(CHANGES, query.get('history'))}`),
  ])
  const newestRound = query.has('rounds')
    ? (await readList<Round>(staff, `${url}/revisions?limit=1`)).data[0]
    : rounds.data[0]
  const invoices = foundInvoices && withWork(foundInvoices, reschedules?.data)
  const [quote, unbilled] = await Promise.all([
    quoteOf(staff, project, offers, invoices),
    unbilledOf(staff, project, offers, invoices),
  ])
  const nameOf = await readNames(staff, [
    project.technicianId,
    project.editorId,
    project.projectManagerId,
    ...visits.map((each) => each.technicianId),
    ...(reschedules?.data ?? []).map((each) => each.changedByUserId),
    ...history.data.map((each) => each.changedByUserId),
    ...rounds.data.map((each) => each.requestedByUserId),
    newestRound?.requestedByUserId ?? null,
    ...replacersOf(rounds.data, media.data),
    delivery?.body.deliveredByUserId ?? null,
    delivery?.body.approvedByUserId ?? null,
  ])
  return {
    request,
    staff,
    here,
    when: whenIn(staff),
    project,
    customer,
    offers,
    discount,
    quote,
    media: media.data.filter(isCurrent),
    replaced: media.data.filter((each) => !isCurrent(each)),
    hasArchives: visit.request.server.host.hasArchives,
    filesPage: Math.max(1, Math.trunc(Number(query.get('files'))) || 1),
    rounds,
    newestRound,
    delivery,
    invoices,
    unbilled,
    visits: visits.sort((a, b) => a.scheduledTime.localeCompare(b.scheduledTime)),
    reschedules: reschedules?.data,
    history,
    isOlder: query.has('history'),
    nameOf,
    clientName: customer?.name ?? TEXTS.client,
  }
}

function part(limit: string, cursor: string | null): URLSearchParams {
  return new URLSearchParams({ limit, ...(cursor && { cursor }) })
}

async function readInvoices(staff: Staff, projectId: string): Promise<Omit<Invoices, 'ofWork'>> {
  const query = new URLSearchParams({ projectId, limit: INVOICES })
  const list = await readList<Invoice>(staff, `/invoices?${query}`)
  const open = list.data.filter(({ status }) => movesOf(status).length > 0)
  const newest = list.data.filter(({ status }) => status !== 'VOIDED').slice(0, 1)
  const live = open.length > 0 ? open : newest
  return {
    live: await Promise.all(live.map(({ id }) => readTagged<Invoice>(staff, `/invoices/${id}`))),
    others: list.data.filter((each) => !live.includes(each)),
  }
}

function withWork(
  { live, others }: Omit<Invoices, 'ofWork'>,
  reschedules: readonly Reschedule[] = [],
): Invoices {
  const fees = new Set(reschedules.map(({ feeInvoiceId }) => feeInvoiceId))
  const all = [...live.map(({ body }) => body), ...others]
  const ofWork = all.filter(({ id, status }) => status !== 'VOIDED' && !fees.has(id))
  return { live, others, ofWork }
}

/** Empty with a statement, whose lines also name the job, and with invoices that have other lines. */
async function unbilledOf(
  staff: Staff,
  { status }: Project,
  offers: readonly Offer[],
  invoices: Invoices | undefined,
): Promise<readonly Offer[]> {
  if (!invoices || status === 'CANCELLED') return []
  const charging = inForce(invoices)
  if (charging.length === 0 || charging.some((each) => each.projectIds.length > 0)) return []
  const lines = charging.flatMap(({ lineItems }) => lineItems)
  const billed = new Set(lines.map(({ description }) => description))
  const rest = offers.filter(({ name }) => !billed.has(name))
  if (rest.length === 0 || rest.length < offers.length) return rest
  const { data } = await readList<Offer>(staff, `/packages?limit=${MAX_PAGE_RECORDS}`)
  return data.some(({ name }) => billed.has(name)) ? rest : []
}

/** The package of a project, then its add-ons. Includes archived ones. */
export async function offersOf(
  staff: Staff,
  { packageId, selectedAddOnIds }: Pick<Project, 'packageId' | 'selectedAddOnIds'>,
): Promise<Offer[]> {
  const found = await Promise.all([
    packageId === null ? undefined : read<Offer>(staff, `/packages/${packageId}`),
    ...(selectedAddOnIds ?? []).map((id) => read<Offer>(staff, `/add-ons/${id}`)),
  ])
  return found.filter((offer) => offer !== undefined)
}

/** Skipped for offers that can't be booked anymore: the refusal would appear in the request log. */
async function quoteOf(
  staff: Staff,
  project: Project,
  offers: readonly Offer[],
  invoices: Invoices | undefined,
): Promise<Quote | undefined> {
  if (!invoices || invoices.ofWork.length > 0) return undefined
  const { packageId, selectedAddOnIds, propertySize, postalCode, lat, lng, customerId } = project
  const isQuotable = offers.every(
    (each) =>
      each.archivedAt === null &&
      each.currency === offers[0]?.currency &&
      termsAtSize(each, propertySize) !== null,
  )
  if (offers.length === 0 || !isQuotable) return undefined
  const place = { postalCode, ...(lat !== null && lng !== null && { lat, lng }) }
  const { status, body } = await staff.call<Quote>({
    method: 'POST',
    url: '/pricing/quote',
    payload: { packageId, selectedAddOnIds, propertySize, customerId, ...place },
  })
  return status === 200 ? body : undefined
}

/** People's names by id. */
export async function readNames(
  staff: Staff,
  ids: readonly (string | null)[],
): Promise<(id: string) => string> {
  const people = await readByIds<Person>(staff, '/users', ids)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? TEXTS.someone
}
