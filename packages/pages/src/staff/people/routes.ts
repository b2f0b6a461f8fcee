import type { FastifyPluginAsync } from 'fastify'
import { type Door, STAFF } from '../door.ts'
import type { Query } from '../own-address.ts'
import { serve } from '../serve.ts'
import { changeActive, changeHours, changePerson, inviteAgain, useDefaultHours } from './change.ts'
import { invite, newPage } from './invite.ts'
import { listPage } from './list.ts'
import { personPage } from './person.ts'
import { type PersonRoute, personVisit } from './visit.ts'

const AT = '/app/:organizationId/people'

/** `/app/{organizationId}/people`. docs/contract.md#c12-people */
export const peoplePages: FastifyPluginAsync<Door> = async (app, { site }) => {
  app.get<{ Querystring: Query }>(AT, STAFF, serve(listPage))
  app.get(
    `${AT}/new`,
    STAFF,
    serve((visit) => newPage(visit)),
  )
  app.post(
    `${AT}/new`,
    STAFF,
    serve((visit) => invite(visit, site.root)),
  )
  const one = (handle: typeof changePerson) =>
    serve<PersonRoute>((visit) => handle(personVisit(visit)))
  app.get<PersonRoute>(
    `${AT}/:id`,
    STAFF,
    one((visit) => personPage(visit)),
  )
  app.post<PersonRoute>(`${AT}/:id`, STAFF, one(changePerson))
  const changes = {
    hours: changeHours,
    'default-hours': useDefaultHours,
    active: changeActive,
    invitation: (visit: Parameters<typeof inviteAgain>[0]) => inviteAgain(visit, site.root),
  }
  for (const [name, change] of Object.entries(changes)) {
    app.post<PersonRoute>(`${AT}/:id/${name}`, STAFF, one(change))
  }
}
