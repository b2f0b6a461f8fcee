import type { Schemas } from '@mediajobs/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import type { Door } from './door.ts'
import { pageBefore, rootOf } from './own-address.ts'
import { sendPersonProblem } from './send-staff-problem.ts'
import type { SessionCookie } from './session-cookie.ts'
import { callWith, type Person, type Staff, type StaffCall, staffOf } from './staff.ts'
import { NO_MEMBER } from './texts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The person in the organization of the address; `null` outside of one. */
    staff: Staff | null
    /** The person, on a page of no organization. */
    person: Person | null
  }
}

/** The person of a page below `/app/{organizationId}/`. */
export function staffOfRequest({ staff }: FastifyRequest): Staff {
  if (!staff) throw new Error('this page is of no organization')
  return staff
}

export function personOfRequest({ person }: FastifyRequest): Person {
  if (!person) throw new Error('this page needs no sign-in')
  return person
}

/** Lets a person with a live session in, to the pages of no organization. Others come to the sign-in. */
export function requirePerson(app: FastifyInstance, cookie: SessionCookie): void {
  app.addHook('onRequest', async (request, reply) => {
    const token = cookie.read(request)
    if (token === undefined) return toSignIn(request, reply)
    const response = await currentPerson(app, request, token)
    if (response.status === 200) request.person = response.body
    else return refuse(request, reply, response, cookie)
  })
}

/**
 * Lets a member into the pages of an organization. It runs before the body of a form is read. The API is asked
 * each time, so that a person who was deactivated is out at the very next request.
 */
export function requireMember(app: FastifyInstance, { cookie, operations }: Door): void {
  app.addHook<{ Params: { organizationId: string } }>('onRequest', async (request, reply) => {
    const token = cookie.read(request)
    if (token === undefined) return toSignIn(request, reply)
    const { organizationId } = request.params
    const call = <Body>(each: StaffCall) =>
      callWith<Body>(app, request, { token, organizationId }, each)
    const [credential, organization] = await Promise.all([
      call<Schemas['Credential'] & ErrorBody>({ method: 'GET', url: '/api-keys/current' }),
      call<Schemas['Organization'] & ErrorBody>({ method: 'GET', url: '/organization' }),
    ])
    if (credential.status === 200 && organization.status === 200) {
      request.staff = staffOf(operations, credential.body, organization.body, call)
      return
    }
    const refused = credential.status === 200 ? organization : credential
    if (![401, 404, 421].includes(refused.status)) {
      return sendPersonProblem(request, reply, refused)
    }
    // The session may be live, and the membership have ended.
    const person = await currentPerson(app, request, token)
    if (person.status !== 200) return refuse(request, reply, person, cookie)
    // The session is of this cell, and the organization was moved.
    if (refused.status === 421) return sendPersonProblem(request, reply, refused)
    const status = refused.status === 401 ? 403 : 404
    return sendPersonProblem(request, reply, { ...refused, status }, NO_MEMBER)
  })
}

export function currentPerson(app: FastifyInstance, request: FastifyRequest, token: string) {
  const call = { method: 'GET', url: '/auth/sessions/current' } as const
  return callWith<Person & ErrorBody>(app, request, { token }, call)
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  cookie: SessionCookie,
) {
  // The sign-in leads on to the cell of the session. Its cookie stays: a proxy may lead the next request there.
  if (response.status === 421) return toSignIn(request, reply)
  if (response.status !== 401) return sendPersonProblem(request, reply, response)
  cookie.clear(reply)
  return toSignIn(request, reply, 'ended')
}

/** Where the person was is kept. What a form contained is not: the sign-in page says so. */
function toSignIn(request: FastifyRequest, reply: FastifyReply, reason?: 'ended') {
  const isForm = request.method === 'POST'
  const next = isForm ? pageBefore(request) : request.url
  const query = new URLSearchParams({
    ...(isForm ? { reason: 'unsaved' } : reason && { reason }),
    ...(next !== undefined && { next }),
  })
  return reply.redirect(`${rootOf(request)}app/sign-in?${query}`, 303)
}
