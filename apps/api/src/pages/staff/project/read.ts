import type { Static } from '@sinclair/typebox'
import type { Customer } from '../../../customers/schemas.ts'
import type { ErrorBody } from '../../../errors.ts'
import type { ProjectDelivery, StatusChange } from '../../../projects/schemas.ts'
import type { ApiResponse } from '../../call-api.ts'
import type { Project } from '../project-address.ts'
import type { Staff } from '../staff.ts'
import { type People, readPeople } from './people.ts'
import type { Visit } from './visit.ts'

export interface List<Item> {
  data: Item[]
  nextCursor: string | null
}

/** What the page of a project shows. A part is `undefined` when it could not be read. */
export interface View extends Pick<Visit, 'staff' | 'here'> {
  project: Project
  customer: Static<typeof Customer> | undefined
  history: List<Static<typeof StatusChange>> | undefined
  /** Whether the history begins at an older change. */
  isOlder: boolean
  people: People
  /** The newest delivery; `undefined` before the first one. */
  delivery: Tagged<Delivery> | undefined
}

/** A record, and the state that a form of it sends. */
export interface Tagged<Body> {
  body: Body
  etag: string
}

export type Delivery = Static<typeof ProjectDelivery>

const CHANGES = 20

/** @returns what the API refused, when the project could not be read. */
export async function readView({
  request,
  staff,
  url,
  here,
}: Visit): Promise<View | ApiResponse<ErrorBody>> {
  const response = await staff.call<Project & ErrorBody>({ method: 'GET', url })
  if (response.status !== 200) return response
  const project = response.body
  const cursor = [request.query.history].flat()[0]
  const query = new URLSearchParams({ limit: String(CHANGES), ...(cursor && { cursor }) })
  const [customer, history, delivery] = await Promise.all([
    project.customerId === null
      ? undefined
      : read<Static<typeof Customer>>(staff, `/customers/${project.customerId}`),
    read<List<Static<typeof StatusChange>>>(staff, `${url}/history?${query}`),
    readTagged<Delivery>(staff, `${url}/delivery`),
  ])
  const people = await readPeople(staff, project, [
    ...(history?.data.map((each) => each.changedByUserId) ?? []),
    delivery?.body.deliveredByUserId ?? null,
    delivery?.body.approvedByUserId ?? null,
  ])
  const isOlder = cursor !== undefined
  return { staff, here, project, customer, history, isOlder, people, delivery }
}

/** A record, or `undefined` for every refusal. */
export async function read<Body>(staff: Staff, url: string): Promise<Body | undefined> {
  const { status, body } = await staff.call<Body>({ method: 'GET', url })
  return status === 200 ? body : undefined
}

/** The same with the ETag of the record. */
export async function readTagged<Body>(
  staff: Staff,
  url: string,
): Promise<Tagged<Body> | undefined> {
  const { status, headers, body } = await staff.call<Body>({ method: 'GET', url })
  return status === 200 ? { body, etag: String(headers.etag) } : undefined
}
