import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { staffOfRequest } from './enter.ts'
import { RefusedRead } from './read-record.ts'
import { sendStaffProblem } from './send-staff-problem.ts'
import type { Staff, StaffCall } from './staff.ts'

/** A request for a page of an organization. */
export interface StaffVisit<Route extends RouteGenericInterface = RouteGenericInterface> {
  request: FastifyRequest<Route>
  reply: FastifyReply
  staff: Staff
}

/** Serves a page that reads several records. What it could not read is the status of the page. */
export function serve<Route extends RouteGenericInterface>(
  handle: (visit: StaffVisit<Route>) => Promise<FastifyReply>,
) {
  return async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const own = staffOfRequest(request)
    const staff = { ...own, call: patientCall(own) }
    try {
      return await handle({ request, reply, staff })
    } catch (error) {
      if (!(error instanceof RefusedRead)) throw error
      return sendStaffProblem(request, reply, staff, error.response)
    }
  }
}

const MAX_TRIES = 4
/** Seconds. Only the window of a session is so short: no other limit is waited for. */
const MAX_WAIT = 1

/**
 * A session has 50 calls a second, and a page makes up to 14: a person who opens several pages at once waits a
 * second, and gets all of them.
 */
function patientCall({ call }: Staff): Staff['call'] {
  return async <Body>(each: StaffCall) => {
    for (let tries = 1; ; tries++) {
      const response = await call<Body>(each)
      const seconds = Number(response.headers['retry-after'])
      const mayWait = each.method === 'GET' && response.status === 429 && seconds <= MAX_WAIT
      if (!mayWait || tries === MAX_TRIES) return response
      await wait(seconds * 1_000)
    }
  }
}
