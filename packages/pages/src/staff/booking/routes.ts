import { setTimeout as wait } from 'node:timers/promises'
import { isMailAddress } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { messageOf } from '../../for-people.ts'
import { type Form, formOf } from '../../forms.ts'
import { html, nothing } from '../../html.ts'
import { changeOf } from '../change-form.ts'
import { typedTime } from '../day.ts'
import { problem } from '../list.ts'
import { RefusedRead, readList } from '../read-record.ts'
import { type Customer, type Project, readOffers } from '../records.ts'
import { type Notice, recordRefusal, sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay, type Staff, type StaffCall } from '../staff.ts'
import { COMMON } from '../texts.ts'
import { writtenIn } from '../written-fields.ts'
import { bookingPage } from './page.ts'
import { placeOf, pointOf } from './place.ts'
import { priceOf, sizedTerms } from './price.ts'
import {
  hasSelection,
  NEW_CUSTOMER,
  quoteOf,
  readChecked,
  readOffered,
  selectionOf,
  sizeOf,
  type Values,
  valuesOf,
} from './read.ts'
import { technicianChoice } from './technicians.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/projects/new`. docs/contract.md#c12-booking */
export const bookingPages = pagesAt('/projects/new', {
  'GET ': (visit) => show(visit, valuesOf(visit)),
  'GET /check': check,
  'POST ': bookOrShow,
})

/** Handles the form's buttons: search customers, update price and technicians, save as pending, or book. */
async function bookOrShow(visit: StaffVisit): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  requireMay(staff, 'createProject')
  const values = valuesOf(visit)
  const wanted = wantedBy(formOf(request), values)
  if (wanted !== 'book' && wanted !== 'hold') return show(visit, values)
  const saved = await save(staff, values, changeOf(request).idempotencyKey)
  if ('project' in saved) {
    const isBooked = wanted === 'book' && (await confirm(staff, saved.project))
    return reply.redirect(`./${saved.project.id}?done=${isBooked ? 'booked' : 'held'}`, 303)
  }
  reply.code(saved.status)
  if (saved.response) recordRefusal(visit, saved.response)
  return show(visit, saved.values, problem(saved.problem), saved.timeProblem)
}

/** The pressed button. Enter books, or searches if the search text has changed. */
function wantedBy(form: Form, { q, customer }: Values): string | undefined {
  const button = form.text('do')
  if (button !== 'enter') return button
  return customer === '' && q !== (form.text('searched') ?? '') ? 'search' : 'book'
}

async function show(visit: StaffVisit, values: Values, notice?: Notice, timeProblem?: string) {
  requireMay(visit.staff, 'createProject')
  const offered = await readOffered(visit.staff, values)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    notice,
    styles: ['staff/booking/style.css'],
    module: 'staff/booking/browser/main.ts',
    body: bookingPage({ visit, values, offered, timeProblem }),
  })
}

/** The price and the free technicians, for the page's module. */
async function check(visit: StaffVisit) {
  const { staff } = visit
  requireMay(staff, 'createProject')
  const values = valuesOf(visit)
  const size = sizeOf(values)
  const [checked, offers] = await Promise.all([
    readChecked(staff, values),
    // Requested only by forms whose prices depend on the size.
    visit.query.has('terms') ? readOffers(staff) : undefined,
  ])
  return sendStaffPage(visit, {
    title: TEXTS.title,
    body: html`${priceOf(staff, checked.quote)}
<div id="technicians">${technicianChoice(checked, values.technicianId)}</div>
${offers ? sizedTerms(staff, offers, Number.isNaN(size) ? null : size) : nothing}`,
  })
}

/** The created job; or the problem, and the form's new values. */
type Saved =
  | { project: Project }
  | {
      problem: string
      /** The problem of the time, shown at its field. */
      timeProblem?: string
      status: number
      values: Values
      response?: ApiResponse<ErrorBody>
    }

const MAX_TRIES = 5
const WAIT_MS = 400

/**
 * Creates a project, and its customer if new. Validates as much as possible before creating the customer.
 *
 * @param key the form's idempotency key: repeats create nothing
 * @throws {RefusedRead} when the service can't answer now
 */
async function save(staff: Staff, values: Values, key: string | undefined): Promise<Saved> {
  const refuse = (problem: string): Saved => ({ problem, status: 400, values })
  const time = typedTime(values.when, staff.organization.timeZone ?? 'UTC')
  const emailProblem = emailProblemOf(values)
  if ('problem' in time) {
    const problem = [emailProblem, COMMON.marked].filter(Boolean).join(' ')
    return { problem, timeProblem: time.problem, status: 400, values }
  }
  if (emailProblem) return refuse(emailProblem)
  const minutes = values.minutes === '' ? null : Number(values.minutes)
  if (minutes !== null && !Number.isFinite(minutes)) return refuse(TEXTS.badMinutes)
  if (Number.isNaN(sizeOf(values))) return refuse(TEXTS.badSize)
  if (pointOf(values) === undefined) return refuse(TEXTS.badCoordinates)
  const quote = hasSelection(values) ? await quoteOf(staff, values) : undefined
  if (typeof quote === 'string') return refuse(quote)

  const customer = await customerOf(staff, values, key)
  if ('problem' in customer) return customer
  const known = { ...values, customer: customer.id ?? '' }
  const response = await send<Project>(staff, {
    method: 'POST',
    url: '/projects/create',
    idempotencyKey: key,
    payload: {
      ...placeOf(values),
      ...selectionOf(values),
      scheduledTime: time.instant,
      estimatedDuration: minutes,
      customerId: customer.id,
      technicianId: values.technicianId || null,
      ...writtenIn(values),
    },
  })
  if (response.status === 201) return { project: response.body }
  return { ...problemOf(response), values: known }
}

/** Moves a new project to BOOKED; false if refused. A repeat gets a 412, because the version has changed by then. */
async function confirm(staff: Staff, { id, version }: Project): Promise<boolean> {
  const { status } = await staff.call({
    method: 'PATCH',
    url: `/projects/${id}/status`,
    ifMatch: `"${version}"`,
    payload: { status: 'BOOKED' },
  })
  return status === 200 || status === 412
}

function emailProblemOf({ customer, email }: Values): string | undefined {
  const isBad = customer === NEW_CUSTOMER && email !== '' && !isMailAddress(email)
  return isBad ? TEXTS.badEmail : undefined
}

type CustomerOf = { id: string | null } | Exclude<Saved, { project: Project }>

async function customerOf(
  staff: Staff,
  values: Values,
  key: string | undefined,
): Promise<CustomerOf> {
  const { customer, name, email, phone, company } = values
  if (customer === '' && (name || email)) {
    return { problem: TEXTS.unclear, status: 400, values: { ...values, customer: NEW_CUSTOMER } }
  }
  if (customer !== NEW_CUSTOMER) return { id: customer || null }
  const response = await send<Customer>(staff, {
    method: 'POST',
    url: '/customers',
    idempotencyKey: key && `${key}-customer`,
    payload: { name, email, phone: phone || null, company: company || null },
  })
  if (response.status === 201) return { id: response.body.id }
  if (response.status !== 409) return { ...problemOf(response), values }
  const query = new URLSearchParams({ email, limit: '1' })
  const [known] = (await readList<Customer>(staff, `/customers?${query}`)).data
  if (!known) return { ...problemOf(response), values }
  const chosen = { ...values, customer: known.id, name: '', email: '', phone: '', company: '' }
  return { problem: TEXTS.known, status: 409, values: chosen }
}

/** A form sent twice waits for the first request and returns its response. */
async function send<Body>(staff: Staff, call: StaffCall): Promise<ApiResponse<Body & ErrorBody>> {
  for (let tries = 1; ; tries++) {
    const response = await staff.call<Body & ErrorBody>(call)
    if (response.body.code !== 'idempotency_in_progress' || tries === MAX_TRIES) return response
    await wait(WAIT_MS)
  }
}

function problemOf(response: ApiResponse<ErrorBody>) {
  const { status, body } = response
  if (status >= 500 || status === 403) throw new RefusedRead(response)
  const problem = status === 404 ? TEXTS.gone : messageOf(body)
  return { problem, status, response }
}
