import { organizationAddress, type Query } from '../own-address.ts'
import type { StaffVisit } from '../serve.ts'

export interface ProjectRoute {
  Params: { organizationId: string; id: string }
  Querystring: Query
}

/** A request for the page of a project, or for a change on it. */
export interface Visit extends StaffVisit<ProjectRoute> {
  /** The project, as a path of the API. */
  url: string
  /** The address of the page, from the address of the request. */
  here: string
}

export function visitOf(visit: StaffVisit<ProjectRoute>): Visit {
  const { request, staff } = visit
  const url = `/projects/${encodeURIComponent(request.params.id)}`
  return { ...visit, url, here: `${organizationAddress(request, staff.organization)}${url}` }
}
