import type { Schemas } from '@mediajobs/client'
import { MAX_ADD_ONS, MAX_DURATION_MINUTES } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { messageOf } from '../../for-people.ts'
import { formOf } from '../../forms.ts'
import { type TypedTime, typedTime } from '../day.ts'
import { SEARCH_LIMITS } from '../header.ts'
import { type List, RefusedRead, read } from '../read-record.ts'
import { activePeople, type Customer, type Offers, readOffers } from '../records.ts'
import { searchWords } from '../search-words.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { WRITTEN_NAMES } from '../written-fields.ts'
import { pointOf } from './place.ts'
import { type Candidate, candidatesFor, type Time } from './technicians.ts'
import { TEXTS } from './texts.ts'

/** The form's single-valued fields. */
const FIELDS = [
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'countryCode',
  'coordinates',
  'when',
  'minutes',
  'filled-minutes',
  'q',
  'customer',
  'name',
  'email',
  'phone',
  'company',
  'packageId',
  'discountCode',
  'technicianId',
  'propertySize',
  ...WRITTEN_NAMES,
] as const

type FieldName = (typeof FIELDS)[number]

/** The input of a booking form. Texts are trimmed, and empty if missing. */
export type Values = Record<FieldName, string> & { addOnIds: readonly string[] }

/** Value of `customer` for a new one. */
export const NEW_CUSTOMER = 'new'

/** From the form, or else from the URL, so other pages can link to a prefilled form. */
export function valuesOf({ request, query }: StaffVisit): Values {
  const sent = request.method === 'POST' ? request.body : query
  const form = formOf({ body: sent })
  const text = (name: string) => form.text(name)?.trim() ?? ''
  const fields = FIELDS.map((name) => [name, text(name)])
  const values = Object.fromEntries(fields) as Record<FieldName, string>
  // A prefilled length isn't the person's choice: it follows the package.
  const minutes = values.minutes === values['filled-minutes'] ? '' : values.minutes
  // One more than the API accepts, so that it refuses the excess.
  const addOnIds = [...new Set(form.texts('addOnIds'))].slice(0, MAX_ADD_ONS + 1)
  return { ...values, minutes, addOnIds }
}

/** The selection shared by quotes and bookings. */
export function selectionOf(values: Values) {
  const { packageId, addOnIds, discountCode } = values
  return {
    packageId: packageId || null,
    selectedAddOnIds: addOnIds.length > 0 ? addOnIds : null,
    discountCode: discountCode || null,
    propertySize: sizeOf(values),
  }
}

/** The size as typed; `NaN` if it isn't a number. */
export function sizeOf({ propertySize }: Values): number | null {
  return propertySize === '' ? null : Number(propertySize)
}

/** Whether there is anything to quote. */
export function hasSelection({ packageId, addOnIds }: Values): boolean {
  return packageId !== '' || addOnIds.length > 0
}

export type Quote = Schemas['Quote']

/** Customers shown per search. */
const FOUND = 10

/** Derived from the selection so far. */
export interface Checked {
  /** What is wrong with the time, if one was entered. */
  timeProblem: string | undefined
  /** A price, or the reason there is none; `undefined` without a selection. */
  quote: Quote | string | undefined
  candidates: readonly Candidate[]
}

/** The form's options. */
export interface Offered extends Checked, Offers {
  /** The selected customer and the search results. */
  customers: readonly Customer[]
  hasMoreCustomers: boolean
}

/** @throws {RefusedRead} */
export async function readOffered(staff: Staff, values: Values): Promise<Offered> {
  const { q, customer } = values
  const isKnown = customer !== '' && customer !== NEW_CUSTOMER
  const [offers, chosen, found, checked] = await Promise.all([
    readOffers(staff),
    isKnown ? read<Customer>(staff, `/customers/${encodeURIComponent(customer)}`) : undefined,
    q ? searchCustomers(staff, q) : undefined,
    readChecked(staff, values),
  ])
  const others = found?.data.filter(({ id }) => id !== chosen?.id) ?? []
  return {
    ...offers,
    customers: chosen ? [chosen, ...others] : others,
    hasMoreCustomers: Boolean(found?.nextCursor),
    ...checked,
  }
}

/** The price, and the technicians who are free. @throws {RefusedRead} */
export async function readChecked(staff: Staff, values: Values): Promise<Checked> {
  const [quote, people] = await Promise.all([
    hasSelection(values) ? quoteOf(staff, values) : undefined,
    activePeople(staff),
  ])
  const typed = typedTime(values.when, staff.organization.timeZone ?? 'UTC')
  const time = timeOf(values, quote, typed)
  return {
    quote,
    timeProblem: values.when !== '' && 'problem' in typed ? typed.problem : undefined,
    candidates: await candidatesFor(staff, people, values.technicianId, time),
  }
}

/** The time of the shoot; `undefined` until known. */
function timeOf(values: Values, quote: Checked['quote'], time: TypedTime): Time | undefined {
  const { minutes } = values
  const ofSelection = typeof quote === 'object' ? quote.durationMinutes : null
  const length = minutes === '' ? ofSelection : Number(minutes)
  const isValid =
    length === null || (Number.isInteger(length) && length > 0 && length <= MAX_DURATION_MINUTES)
  if ('problem' in time || !isValid) return undefined
  const { postalCode } = values
  return { scheduledTime: time.instant, estimatedDuration: length, postalCode, ...pointOf(values) }
}

export async function searchCustomers(
  staff: Staff,
  q: string,
  limit = FOUND,
): Promise<List<Customer>> {
  const nothing = { data: [], nextCursor: null }
  const words = searchWords(q, SEARCH_LIMITS)
  if (words.length === 0) return nothing
  const query = new URLSearchParams({ q: words.join(' '), limit: String(limit) })
  const url = `/customers?${query}`
  const response = await staff.call<List<Customer> & ErrorBody>({ method: 'GET', url })
  // An unsearchable term finds nothing.
  if (response.status === 400) return nothing
  if (response.status !== 200) throw new RefusedRead(response)
  return response.body
}

/** The price of the selection, or the reason there is none. */
export async function quoteOf(staff: Staff, values: Values): Promise<Quote | string> {
  if (Number.isNaN(sizeOf(values))) return TEXTS.badSize
  const response = await staff.call<Quote & ErrorBody>({
    method: 'POST',
    url: '/pricing/quote',
    payload: {
      ...selectionOf(values),
      postalCode: values.postalCode || null,
      ...pointOf(values),
      customerId: values.customer === NEW_CUSTOMER ? null : values.customer || null,
    },
  })
  if (response.status === 200) return response.body
  if (response.status === 404) return TEXTS.gone
  if (response.status >= 500 || response.status === 429) throw new RefusedRead(response)
  return messageOf(response.body)
}
