import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { STAFF } from './auth.ts'
import { staffOfRequest } from './enter.ts'
import { organizationAddress, queryOf } from './own-address.ts'
import type { PageVisit } from './send-staff-page.ts'
import type { Staff } from './staff.ts'

/** A request for an organization's page. Its URLs are relative to the page. */
export interface StaffVisit extends PageVisit {
  staff: Staff
  /** Path parameters, encoded for use in URLs. */
  params: Readonly<Record<string, string>>
  id: string
  /** Non-empty query parameters. */
  query: URLSearchParams
  /** URLs of the organization, of these pages, and of the page with this `id`. */
  home: string
  at: string
  here: string
}

type Handler<Visit> = (visit: Visit) => FastifyReply | Promise<FastifyReply>
type Handlers<Visit> = Readonly<Record<`${'GET' | 'POST'} ${string}`, Handler<Visit>>>

/** An organization's pages below `path`, by method and subpath: `GET /:id`. A refused read sets the page's status. */
export function pagesAt<Visit extends StaffVisit = StaffVisit>(
  path: string,
  handlers: Handlers<Visit>,
  visitOf = (visit: StaffVisit) => visit as Visit,
  options: { bodyLimit?: number } = {},
): FastifyPluginAsync {
  return async (app) => {
    for (const [key, handle] of Object.entries<Handler<Visit>>(handlers)) {
      const [method = '', steps = ''] = key.split(' ')
      app.route<{ Params: Record<string, string> }>({
        ...STAFF,
        ...options,
        method: method as 'GET',
        url: `/app/:organizationId${path}${steps}`,
        handler: async (request, reply) => handle(visitOf(staffVisit(request, reply, path))),
      })
    }
  }
}

function staffVisit(
  request: FastifyRequest<{ Params: Record<string, string> }>,
  reply: FastifyReply,
  path: string,
): StaffVisit {
  const staff = staffOfRequest(request)
  const params = Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [name, encodeURIComponent(value)]),
  )
  const { id = '' } = params
  const home = organizationAddress(request, staff.organization)
  const at = home + path
  const query = queryOf(request)
  return { request, reply, staff, params, id, query, home, at, here: id ? `${at}/${id}` : at }
}
