import type { FastifyReply } from 'fastify'
import { type Format, formatFor } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { instantOf, localTime } from '../day.ts'
import { organizationAddress, type Query } from '../own-address.ts'
import { type StaffVisit, serve } from '../serve.ts'
import type { Staff } from '../staff.ts'

/** How the pages for developers write times: in the zone of the organization, or in UTC. */
export interface Clock {
  timeZone: string
  isUtc: boolean
  /** `Dec 20, 9:30:12 AM` */
  short(instant: string): Html
  /** `Dec 20, 2026, 9:30:12 AM PST` */
  exact(instant: string): Html
  /** The same as text. */
  text(instant: string): string
  /** An instant for a field of a day and a time; empty for none. */
  toField(instant: string | null): string
  /**
   * The instant of an address or of a field: one with an offset, or a local time of this zone; `undefined` for
   * an invalid time.
   */
  toInstant(text: string): string | undefined
}

function clockOf({ organization }: Pick<Staff, 'organization'>, isUtc: boolean): Clock {
  const timeZone = isUtc ? 'UTC' : (organization.timeZone ?? 'UTC')
  const format = formatFor(organization.locale, timeZone)
  const time = (instant: string, write: Format['exact']) =>
    html`<time datetime="${instant}">${write(instant)}</time>`
  return {
    timeZone,
    isUtc,
    short: (instant) => time(instant, format.second),
    exact: (instant) => time(instant, format.exact),
    text: format.exact,
    toField: (instant) => (instant === null ? '' : localTime(instant, timeZone)),
    toInstant(text) {
      const isInstant = /[Tt].*([Zz]|[+-]\d\d:?\d\d)$/.test(text)
      if (!isInstant) return instantOf(text, timeZone)
      const milliseconds = Date.parse(text)
      return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
    },
  }
}

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
export function serveDevelopers(handle: (visit: Visit) => Promise<FastifyReply>) {
  return serve<DevelopersRoute>((visit) => handle(visitOf(visit)))
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

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether typed text is a valid id. */
export function isId(text: string): boolean {
  return ID.test(text)
}
