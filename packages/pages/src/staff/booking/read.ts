import type { Schemas } from '@mediajobs/client'
import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { messageOf } from '../../message.ts'
import { type List, RefusedRead, read, readAll } from '../read-record.ts'
import { activePeople, type Customer, type Offer, type Person } from '../records.ts'
import type { Staff } from '../staff.ts'
import { TEXTS } from './texts.ts'
import { hasSelection, NEW_CUSTOMER, selectionOf, type Values } from './values.ts'

export type Quote = Schemas['Quote']

/** Customers that a search shows. */
const FOUND = 10

/** What the form offers. */
export interface Offered {
  packages: readonly Offer[]
  addOns: readonly Offer[]
  technicians: readonly Person[]
  /** The customer that is chosen, and those that were searched for. */
  customers: readonly Customer[]
  hasMoreCustomers: boolean
  /** A price, or why there is none; `undefined` when nothing was chosen. */
  quote: Quote | string | undefined
}

/** @throws {RefusedRead} */
export async function readOffered(staff: Staff, values: Values): Promise<Offered> {
  const { q, customer } = values
  const isKnown = customer !== '' && customer !== NEW_CUSTOMER
  const [packages, addOns, people, chosen, found, quote] = await Promise.all([
    readAll<Offer>(staff, '/packages'),
    readAll<Offer>(staff, '/add-ons'),
    activePeople(staff),
    isKnown ? read<Customer>(staff, `/customers/${encodeURIComponent(customer)}`) : undefined,
    q ? searchCustomers(staff, q) : undefined,
    hasSelection(values) ? quoteOf(staff, values) : undefined,
  ])
  const others = found?.data.filter(({ id }) => id !== chosen?.id) ?? []
  return {
    packages,
    addOns,
    technicians: people.filter(({ role }) => role !== 'EDITOR'),
    customers: chosen ? [chosen, ...others] : others,
    hasMoreCustomers: Boolean(found?.nextCursor),
    quote,
  }
}

async function searchCustomers(staff: Staff, q: string): Promise<List<Customer>> {
  const query = new URLSearchParams({ q, limit: String(FOUND) })
  const url = `/customers?${query}`
  const response = await staff.call<List<Customer> & ErrorBody>({ method: 'GET', url })
  // Words that can't be searched for find nothing.
  if (response.status === 400) return { data: [], nextCursor: null }
  if (response.status !== 200) throw new RefusedRead(response)
  return response.body
}

/** The price of what was chosen, or in words why it has none. */
export async function quoteOf(staff: Staff, values: Values): Promise<Quote | string> {
  const response = await callQuote(staff, values)
  if (response.status === 200) return response.body
  if (response.status === 404) return TEXTS.gone
  if (response.status >= 500 || response.status === 429) throw new RefusedRead(response)
  return messageOf(response.body)
}

function callQuote(staff: Staff, values: Values): Promise<ApiResponse<Quote & ErrorBody>> {
  return staff.call({ method: 'POST', url: '/pricing/quote', payload: selectionOf(values) })
}
