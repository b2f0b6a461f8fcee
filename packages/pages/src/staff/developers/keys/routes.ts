import type { FastifyPluginAsync } from 'fastify'
import { STAFF } from '../../door.ts'
import { type DevelopersRoute, serve, type Visit } from '../visit.ts'
import { revokeKey, rotateKey } from './change.ts'
import { createKey, newKey } from './create.ts'
import { listKeys } from './list.ts'
import { showKey } from './page.ts'
import { TEXTS } from './texts.ts'

const AT = '/app/:organizationId/developers/keys'

/** `/app/{organizationId}/developers/keys`. docs/contract.md#c12-keys */
export const keyPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>(AT, STAFF, serve(listKeys))
  app.get<DevelopersRoute>(
    `${AT}/new`,
    STAFF,
    serve((visit) => newKey(visit)),
  )
  app.post<DevelopersRoute>(AT, STAFF, serve(createKey))
  app.get<DevelopersRoute>(`${AT}/:id`, STAFF, serve(show))
  app.post<DevelopersRoute>(`${AT}/:id/rotate`, STAFF, serve(rotateKey))
  app.post<DevelopersRoute>(`${AT}/:id/revoke`, STAFF, serve(revokeKey))
}

function show(visit: Visit) {
  const isRevoked = visit.query.get('done') === 'revoked'
  return showKey(visit, isRevoked ? { kind: 'done', text: TEXTS.done.revoked } : undefined)
}
