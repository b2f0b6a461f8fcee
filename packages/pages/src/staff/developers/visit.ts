import type { FastifyReply } from 'fastify'
import { organizationAddress, type Query } from '../own-address.ts'
import { type StaffVisit, serve as serveStaff } from '../serve.ts'
import { type Clock, clockOf } from './clock.ts'

export interface DevelopersRoute {
  Params: { organizationId: string; id?: string }
  Querystring: Query
}

/** A request for a page of developers, or for a change on it. */
export interface Visit extends StaffVisit<DevelopersRoute> {
  /** The address of the pages for developers, from the address of the request. */
  at: string
  /** The id in the address, as a step of a path of the API; empty on a page without one. */
  id: string
  /** The parameters of the address that are not empty. */
  query: URLSearchParams
  clock: Clock
}

/** Serves a page. What it could not read is the status of the page. */
export function serve(handle: (visit: Visit) => Promise<FastifyReply>) {
  return serveStaff<DevelopersRoute>((visit) => handle(visitOf(visit)))
}

function visitOf(visit: StaffVisit<DevelopersRoute>): Visit {
  const { request, staff } = visit
  const sent = Object.entries(request.query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each?.trim() ?? '']),
  )
  const query = new URLSearchParams(sent.filter(([, value]) => value !== ''))
  return {
    ...visit,
    at: `${organizationAddress(request, staff.organization)}/developers`,
    id: encodeURIComponent(request.params.id ?? ''),
    query,
    clock: clockOf(staff, query.get('zone') === 'utc'),
  }
}

/** A query without the parameters that are empty or undefined, written after a `?`; empty for none. */
export function withQuery(
  address: string,
  parameters: Iterable<readonly [string, string | null | undefined]>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) if (value) query.append(name, value)
  return query.size === 0 ? address : `${address}?${query}`
}
