import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { staffOfRequest } from './enter.ts'
import { RefusedRead } from './read-record.ts'
import { sendStaffProblem } from './send-staff-problem.ts'
import type { Staff } from './staff.ts'

/** A request for a page of an organization. */
export interface StaffVisit<Route extends RouteGenericInterface = RouteGenericInterface> {
  request: FastifyRequest<Route>
  reply: FastifyReply
  staff: Staff
}

/** Serves a page. A refused read becomes the status of the page. */
export function serve<Route extends RouteGenericInterface>(
  handle: (visit: StaffVisit<Route>) => Promise<FastifyReply>,
) {
  return async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const staff = staffOfRequest(request)
    try {
      return await handle({ request, reply, staff })
    } catch (error) {
      if (!(error instanceof RefusedRead)) throw error
      return sendStaffProblem({ request, reply }, error.response)
    }
  }
}
