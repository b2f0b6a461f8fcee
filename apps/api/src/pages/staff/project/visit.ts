import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffOfRequest } from '../enter.ts'
import { organizationAddress } from '../own-address.ts'
import type { Staff, StaffCall } from '../staff.ts'

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
  const own = staffOfRequest(request)
  const url = `/projects/${encodeURIComponent(request.params.id)}`
  const here = `${organizationAddress(request, own.organization)}${url}`
  return { request, reply, staff: { ...own, call: patientCall(own) }, url, here }
}

const MAX_TRIES = 4
/** Seconds. Only the window of a session is so short: no other limit is waited for. */
const MAX_WAIT = 1

/**
 * A session has 50 calls a second, and a page makes about 14: a person who opens several pages at once waits a
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
