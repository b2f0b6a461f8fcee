import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffOfRequest } from '../enter.ts'
import { organizationAddress } from '../own-address.ts'
import type { Staff } from '../staff.ts'

export interface ProjectRoute {
  Params: { organizationId: string; id: string }
  Querystring: Record<string, string | string[] | undefined>
}

/** A request for the page of a project, or for a change on it. */
export interface Visit {
  request: FastifyRequest<ProjectRoute>
  reply: FastifyReply
  staff: Staff
  /** The project, as a path of the API. */
  url: string
  /** The address of the page, from the address of the request. */
  here: string
}

export function visitOf(request: FastifyRequest<ProjectRoute>, reply: FastifyReply): Visit {
  const staff = staffOfRequest(request)
  const url = `/projects/${encodeURIComponent(request.params.id)}`
  return {
    request,
    reply,
    staff,
    url,
    here: organizationAddress(request, staff.organization) + url,
  }
}
