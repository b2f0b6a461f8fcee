import type { Schemas } from '@mediajobs/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { formatFor } from '../format.ts'
import type { Auth, SessionCookie } from './auth.ts'
import { pageBefore, rootOf } from './own-address.ts'
import { sendStaffProblem } from './send-staff-page.ts'
import { callWith, type Person, type Staff, type StaffCall, staffOf } from './staff.ts'
import { LANGUAGE, NO_MEMBER } from './texts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor of an organization's page, or of the account page with a single organization; `null` elsewhere. */
    staff: Staff | null
    /** The visitor of a page outside any organization; `null` elsewhere. */
    person: Person | null
  }
}

/** The visitor of a page below `/app/{organizationId}/`. */
export function staffOfRequest({ staff }: FastifyRequest): Staff {
  if (!staff) throw new Error('not a page of an organization')
  return staff
}

export function personOfRequest({ person }: FastifyRequest): Person {
  if (!person) throw new Error('not a page of a person')
  return person
}

/** Admits signed-in people to pages outside any organization; redirects everyone else to sign-in. */
export function requirePerson(app: FastifyInstance, cookie: SessionCookie): void {
  app.addHook('onRequest', async (request, reply) => {
    const token = cookie.read(request)
    if (token === undefined) return toSignIn(request, reply)
    const response = await admitPerson(request, reply, token)
    if (response.status !== 200) return refuse(request, reply, response, cookie)
    request.person = response.body
  })
}

/**
 * Admits members to the pages of an organization, before the body of a form is read. Sessions and memberships are
 * checked for every page: a deactivated person is out at the very next request.
 */
export function requireMember(app: FastifyInstance, { cookie }: Auth): void {
  app.addHook<{ Params: { organizationId: string } }>('onRequest', async (request, reply) => {
    const token = cookie.read(request)
    if (token === undefined) return toSignIn(request, reply)
    const refused = await admitMember(request, reply, { token, ...request.params })
    if (refused === null) return
    if (![401, 404, 421].includes(refused.status)) {
      return sendStaffProblem({ request, reply }, refused)
    }
    // The session may outlive the membership.
    const person = await admitPerson(request, reply, token)
    if (person.status !== 200) return refuse(request, reply, person, cookie)
    // The session belongs to this cell, but the organization moved.
    if (refused.status === 421) return sendStaffProblem({ request, reply }, refused)
    const status = refused.status === 401 ? 403 : 404
    return sendStaffProblem({ request, reply }, { ...refused, status }, NO_MEMBER)
  })
}

/** Sets `request.staff`. @returns why the API refuses, or null */
export async function admitMember(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, organizationId }: { token: string; organizationId: string },
): Promise<ApiResponse<ErrorBody> | null> {
  const { host } = request.server
  const credential = { token, organizationId }
  const call = <Body>(each: StaffCall) => callWith<Body>(request, credential, each)
  try {
    const caller = await host.admitMember(request, reply, credential)
    const read = <Body>(url: string) => call<Body & ErrorBody>({ method: 'GET', url })
    const [found, user] = await Promise.all([
      read<Schemas['Organization']>('/organization'),
      read<Schemas['User']>(`/users/${caller.userId}`),
    ])
    if (found.status !== 200) return found
    if (user.status !== 200) return user
    const [organization, { name }] = [found.body, user.body]
    const { locale, timeZone } = organization
    // The zone's name appears in sentences, so it is in the language of the pages.
    const { zone } = formatFor(LANGUAGE, timeZone)
    const format = { ...formatFor(locale, timeZone), zone }
    request.staff = staffOf(host.operations, caller, { name, organization, format, call })
    return null
  } catch (error) {
    return refusalOf(error, request)
  }
}

/** @throws `error` if it is our own fault: the error handler logs it */
async function refusalOf(error: unknown, request: FastifyRequest): Promise<ApiResponse<ErrorBody>> {
  const refusal = await request.server.host.refusalOf(error, request)
  if (refusal.status >= 500) throw error
  return refusal
}

async function admitPerson(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<ApiResponse<Person & ErrorBody>> {
  const { host } = request.server
  try {
    await host.admitPerson(request, reply, token)
  } catch (error) {
    return (await refusalOf(error, request)) as ApiResponse<Person & ErrorBody>
  }
  return currentPerson(request, token)
}

export function currentPerson(request: FastifyRequest, token: string) {
  const call = { method: 'GET', url: '/auth/sessions/current' } as const
  return callWith<Person & ErrorBody>(request, { token }, call)
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  cookie: SessionCookie,
) {
  // Sign-in links to the session's cell. Keeps the cookie, since a proxy may route the next request there.
  if (response.status === 421) return toSignIn(request, reply)
  if (response.status !== 401) return sendStaffProblem({ request, reply }, response)
  cookie.clear(reply)
  return toSignIn(request, reply, 'ended')
}

/** Redirects to sign-in, and back to the page afterwards. Form input is lost, as the sign-in page says. */
function toSignIn(request: FastifyRequest, reply: FastifyReply, reason?: 'ended') {
  const isForm = request.method === 'POST'
  const next = isForm ? pageBefore(request) : request.url
  const query = new URLSearchParams({
    ...(isForm ? { reason: 'unsaved' } : reason && { reason }),
    ...(next !== undefined && { next }),
  })
  return reply.redirect(`${rootOf(request)}app/sign-in?${query}`, 303)
}

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  auth: Auth
}

/** Sets the cookie of a new session, and ends the browser's previous one, which prevents session fixation. */
export async function startSession(
  { request, reply, auth }: Visit,
  session: { accessToken: string; expiresAt: string },
): Promise<void> {
  const before = auth.cookie.read(request)
  auth.cookie.set(reply, session)
  if (before !== undefined) await endSession(request, before)
}

/** Ends a session; a no-op if it has ended. */
export function endSession(request: FastifyRequest, token: string) {
  const call = { method: 'DELETE', url: '/auth/sessions/current' } as const
  return callWith<ErrorBody>(request, { token }, call)
}

/** Longer waits are in minutes. */
const LONGEST_IN_SECONDS = 90

/** `Retry-After` for people: `40 seconds`, `14 minutes`. */
export function waitOf(headers: Record<string, unknown>): string {
  const seconds = Number(headers['retry-after'] ?? 1)
  if (seconds <= LONGEST_IN_SECONDS) return inWords(seconds, 'second')
  return inWords(Math.ceil(seconds / 60), 'minute')
}

export function inWords(count: number, unit: 'second' | 'minute' | 'hour'): string {
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(LANGUAGE, style).format(count)
}
