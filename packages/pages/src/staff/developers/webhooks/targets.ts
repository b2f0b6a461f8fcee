import { MAX_FILTER_VALUES } from '@mediajobs/domain'
import { addressLine } from '../../../format.ts'
import { read, readList } from '../../read-record.ts'
import type { Customer, Project } from '../../records.ts'
import type { Staff } from '../../staff.ts'
import { TEXTS } from './texts.ts'

/** The jobs and customers of a filter, or of a draft of it. */
export interface Targets {
  projectIds?: readonly string[]
  customerIds?: readonly string[]
}

/** What a person reads in place of an id. */
export type Names = ReadonlyMap<string, string>

export const LISTS = { projectIds: '/projects', customerIds: '/customers' } as const
export type TargetList = keyof typeof LISTS

/** Jobs whose addresses a page reads: the API reads them one by one. Others are shown by their id. */
const NAMED_PROJECTS = 10

/** @throws {RefusedRead} */
export async function readNames(staff: Staff, targets: Targets | null): Promise<Names> {
  const { projectIds = [], customerIds = [] } = targets ?? {}
  const lists = await Promise.all([
    ...projectIds
      .slice(0, NAMED_PROJECTS)
      .map(async (id) => [[id, await projectName(staff, id)] as const]),
    customerNames(staff, customerIds.slice(0, MAX_FILTER_VALUES)),
  ])
  return new Map(lists.flat())
}

async function projectName(staff: Staff, id: string): Promise<string> {
  const project = await read<Project>(staff, `/projects/${encodeURIComponent(id)}`)
  return project ? nameOfProject(project) : TEXTS.gone(id)
}

async function customerNames(staff: Staff, ids: readonly string[]) {
  if (ids.length === 0) return []
  const query = new URLSearchParams({ limit: `${ids.length}` })
  for (const id of ids) query.append('id', id)
  const { data } = await readList<Customer>(staff, `/customers?${query}`)
  const found = new Map(data.map((customer) => [customer.id, nameOfCustomer(customer)]))
  return ids.map((id) => [id, found.get(id) ?? TEXTS.gone(id)] as const)
}

export function nameOfProject(project: Project): string {
  return addressLine(project) || project.id
}

export function nameOfCustomer({ name, company, email }: Customer): string {
  return [name, company, email].filter(Boolean).join(', ')
}
