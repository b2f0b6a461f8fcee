import type { Schemas } from '@mediajobs/client'
import {
  MAX_PAGE_RECORDS,
  PROJECT_STATUSES,
  type ProjectStatus,
  type Role,
} from '@mediajobs/domain'
import { type List, readAll, readList } from './read-record.ts'
import type { Staff } from './staff.ts'

// API records used by pages.

export type Customer = Schemas['Customer']
export type CustomerGroup = Schemas['CustomerGroup']
export type Discount = Schemas['Discount']
export type Delivery = Schemas['ProjectDelivery']
export type Invoice = Schemas['Invoice']
export type Media = Schemas['Media']
export type Offer = Schemas['Offer']
export type Payment = Schemas['Payment']
export type Person = Schemas['User']
export type Project = Schemas['Project']
export type Reschedule = Schemas['Reschedule']
export type Round = Schemas['Revision']
export type Item = Round['items'][number]
export type StatusChange = Schemas['StatusChange']

/** An organization's first 500 active people by name, for a select. */
export async function activePeople(staff: Staff): Promise<Person[]> {
  const people = await readAll<Person>(staff, '/users?active=true')
  return people.sort((a, b) => a.name.localeCompare(b.name))
}

/** A customer's group, for roles that may see groups. */
export async function groupOf(
  staff: Staff,
  customerId: string,
): Promise<CustomerGroup | undefined> {
  if (!staff.may('listCustomerGroups')) return undefined
  const url = `/customer-groups?customerId=${customerId}`
  return (await readList<CustomerGroup>(staff, url)).data[0]
}

/** The customers of projects, by id. */
export async function customersOf(
  staff: Staff,
  projects: readonly Project[],
): Promise<ReadonlyMap<string, Customer>> {
  const ids = [...new Set(projects.flatMap(({ customerId }) => customerId ?? []))]
  const parts: string[][] = []
  for (let i = 0; i < ids.length; i += MAX_PAGE_RECORDS)
    parts.push(ids.slice(i, i + MAX_PAGE_RECORDS))
  const found = await Promise.all(
    parts.map(async (part) => {
      const query = new URLSearchParams(part.map((id): [string, string] => ['id', id]))
      query.set('limit', String(part.length))
      const url = `/customers?${query}`
      const { status, body } = await staff.call<List<Customer>>({ method: 'GET', url })
      // Best effort: a job is shown without its customer.
      return status === 200 ? body.data : []
    }),
  )
  return new Map(found.flat().map((customer) => [customer.id, customer]))
}

/** Assignable people per part of a job: its role first, then managing roles. */
export const ASSIGNABLE = {
  technician: ['TECHNICIAN', 'MANAGER', 'ADMIN'],
  editor: ['EDITOR', 'MANAGER', 'ADMIN'],
  manager: ['MANAGER', 'ADMIN'],
} as const satisfies Record<string, readonly Role[]>

/** Whether a string is a project status. */
export function isStatus(text: string): text is ProjectStatus {
  return (PROJECT_STATUSES as readonly string[]).includes(text)
}
