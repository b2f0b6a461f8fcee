import { organizationAddress, type Query } from '../own-address.ts'
import type { StaffVisit } from '../serve.ts'

export interface CustomerRoute {
  Params: { id: string }
  Querystring: Query
}

/** A request for the page of a customer, or for a change on it. */
export interface CustomerVisit extends StaffVisit<CustomerRoute> {
  /** The customer, as a path of the API. */
  url: string
  /** The address of the page, from the address of the request. */
  here: string
  /** The address of the list. */
  list: string
}

export function customerVisit(visit: StaffVisit<CustomerRoute>): CustomerVisit {
  const id = encodeURIComponent(visit.request.params.id)
  const list = listAddress(visit)
  return { ...visit, url: `/customers/${id}`, here: `${list}/${id}`, list }
}

export function listAddress({ request, staff }: Pick<StaffVisit, 'request' | 'staff'>): string {
  return `${organizationAddress(request, staff.organization)}/customers`
}
