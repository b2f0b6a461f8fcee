import type { FastifyPluginAsync } from 'fastify'
import { STAFF } from '../../door.ts'
import type { Notice } from '../../send-staff-page.ts'
import { type DevelopersRoute, serve, type Visit } from '../visit.ts'
import { changeWebhook, deleteWebhook, rotateSecret, switchWebhook, testWebhook } from './change.ts'
import { createWebhook, newWebhook } from './create.ts'
import { listWebhooks } from './list.ts'
import { showWebhook } from './page.ts'
import { type Done, TEXTS } from './texts.ts'

const AT = '/app/:organizationId/developers/webhooks'

const CHANGES = {
  change: changeWebhook,
  on: (visit: Visit) => switchWebhook(visit, true),
  off: (visit: Visit) => switchWebhook(visit, false),
  rotate: rotateSecret,
  delete: deleteWebhook,
  test: testWebhook,
}

/** `/app/{organizationId}/developers/webhooks`. docs/contract.md#c12-webhooks */
export const webhookPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>(
    AT,
    STAFF,
    serve((visit) => listWebhooks(visit, doneNotice(visit))),
  )
  app.get<DevelopersRoute>(
    `${AT}/new`,
    STAFF,
    serve((visit) => newWebhook(visit)),
  )
  app.post<DevelopersRoute>(AT, STAFF, serve(createWebhook))
  app.get<DevelopersRoute>(
    `${AT}/:id`,
    STAFF,
    serve((visit) => showWebhook(visit, doneNotice(visit))),
  )
  for (const [name, change] of Object.entries(CHANGES)) {
    app.post<DevelopersRoute>(`${AT}/:id/${name}`, STAFF, serve(change))
  }
}

function doneNotice({ query }: Visit): Notice | undefined {
  const done = query.get('done')
  if (done === null || !Object.hasOwn(TEXTS.done, done)) return undefined
  return { kind: 'done', text: TEXTS.done[done as Done] }
}
