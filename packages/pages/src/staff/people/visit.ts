import { outranks } from '@mediajobs/domain'
import { organizationAddress, type Query } from '../own-address.ts'
import type { Person } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'

export interface PersonRoute {
  Params: { id: string }
  Querystring: Query
}

/** A request for the page of a person, or for a change on it. */
export interface PersonVisit extends StaffVisit<PersonRoute> {
  /** The person, as a path of the API. */
  url: string
  /** The address of the page, from the address of the request. */
  here: string
  /** The address of the list. */
  list: string
}

export function personVisit(visit: StaffVisit<PersonRoute>): PersonVisit {
  const id = encodeURIComponent(visit.request.params.id)
  const list = listAddress(visit)
  return { ...visit, url: `/users/${id}`, here: `${list}/${id}`, list }
}

export function listAddress({ request, staff }: Pick<StaffVisit, 'request' | 'staff'>): string {
  return `${organizationAddress(request, staff.organization)}/people`
}

/** Whether a person may change another one. docs/contract.md#c2-users-rank */
export function mayChange(staff: Staff, { role }: Pick<Person, 'role'>): boolean {
  return staff.may('updateUser') && !outranks(role, staff.role)
}
