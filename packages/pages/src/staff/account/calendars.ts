import type { Schemas } from '@mediajobs/client'
import type { FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { callWith, type Person } from '../staff.ts'

/** Organizations whose calendars are shown: each one is a call. */
const ORGANIZATIONS_SHOWN = 20

/** The calendar of a person in an organization. Its address is known only when it is made. */
export interface OwnCalendar {
  organization: Person['organizations'][number]
  /** `undefined` when there is none. */
  createdAt: string | undefined
  etag: string | undefined
}

export interface CalendarCaller {
  request: FastifyRequest
  token: string
  person: Person
}

export async function readCalendars(caller: CalendarCaller): Promise<OwnCalendar[]> {
  const organizations = caller.person.organizations.slice(0, ORGANIZATIONS_SHOWN)
  const found = await Promise.all(
    organizations.map(async (organization) => {
      const response = await callCalendar<Schemas['Calendar']>(caller, organization.id, 'GET')
      const { status, headers, body } = response
      if (status !== 200 && status !== 404) return []
      const isMade = status === 200
      const etag = isMade ? String(headers.etag) : undefined
      return [{ organization, createdAt: isMade ? body.createdAt : undefined, etag }]
    }),
  )
  return found.flat()
}

/** A new address ends the one before it. So a form that is sent twice shows the address that works. */
export function makeCalendar(caller: CalendarCaller, organizationId: string) {
  return callCalendar<Schemas['NewCalendar']>(caller, organizationId, 'POST')
}

export function endCalendar(caller: CalendarCaller, organizationId: string, ifMatch?: string) {
  return callCalendar<null>(caller, organizationId, 'DELETE', ifMatch)
}

function callCalendar<Body>(
  { request, token, person }: CalendarCaller,
  organizationId: string,
  method: 'GET' | 'POST' | 'DELETE',
  ifMatch?: string,
) {
  const url = `/users/${person.user.id}/calendar`
  const credential = { token, organizationId }
  return callWith<Body & ErrorBody>(request, credential, { method, url, ifMatch })
}
