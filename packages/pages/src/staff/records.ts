import type { Schemas } from '@mediajobs/client'
import { PROJECT_STATUSES, type ProjectStatus, type Role } from '@mediajobs/domain'
import { RefusedRead, readAll, readByIds, readList } from './read-record.ts'
import type { Staff } from './staff.ts'

// API records used by pages.

export type Customer = Schemas['Customer']
export type CustomerGroup = Schemas['CustomerGroup']
export type Discount = Schemas['Discount']
export type Delivery = Schemas['ProjectDelivery']
export type Invoice = Schemas['Invoice']
export type Media = Schemas['Media']
export type Offer = Schemas['Offer']
export type OrderForm = Schemas['OrderForm']
export type Organization = Schemas['Organization']
export type Payment = Schemas['Payment']
export type Person = Schemas['User']
export type Project = Schemas['Project']
export type Refund = Schemas['Refund']
export type Reschedule = Schemas['Reschedule']
export type Round = Schemas['Revision']
export type Item = Round['items'][number]
export type StatusChange = Schemas['StatusChange']

/** An organization's first 500 active people, sorted by name, for a select. */
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
  const ids = projects.map(({ customerId }) => customerId)
  const found = await readByIds<Customer>(staff, '/customers', ids).catch((error: unknown) => {
    // Best effort: a job is shown without its customer.
    if (error instanceof RefusedRead) return []
    throw error
  })
  return new Map(found.map((customer) => [customer.id, customer]))
}

/** Assignable people per part of a job: its role first, then managing roles. */
export const ASSIGNABLE = {
  technician: ['TECHNICIAN', 'MANAGER', 'ADMIN'],
  editor: ['EDITOR', 'MANAGER', 'ADMIN'],
  manager: ['MANAGER', 'ADMIN'],
} as const satisfies Record<string, readonly Role[]>

/** The active people who may shoot, by name. */
export async function activeTechnicians(staff: Staff): Promise<Person[]> {
  const roles: readonly Role[] = ASSIGNABLE.technician
  return (await activePeople(staff)).filter(({ role }) => roles.includes(role))
}

/** People who may have a part of a job, its role first. */
export function assignable(people: readonly Person[], part: keyof typeof ASSIGNABLE): Person[] {
  return ASSIGNABLE[part].flatMap((role) => people.filter((person) => person.role === role))
}

/** What can be booked. */
export interface Offers {
  packages: readonly Offer[]
  addOns: readonly Offer[]
}

/** @throws {RefusedRead} */
export async function readOffers(staff: Staff): Promise<Offers> {
  const [packages, addOns] = await Promise.all([
    readAll<Offer>(staff, '/packages'),
    readAll<Offer>(staff, '/add-ons'),
  ])
  return { packages, addOns }
}

export function isStatus(text: string): text is ProjectStatus {
  return (PROJECT_STATUSES as readonly string[]).includes(text)
}
