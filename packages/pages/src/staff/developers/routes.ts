import type { FastifyPluginAsync } from 'fastify'
import { STAFF } from '../door.ts'
import { deliveryPages } from './deliveries/routes.ts'
import { eventPages } from './events.ts'
import { keyPages } from './keys/routes.ts'
import { requestPages } from './requests.ts'
import { developersSectionsOf } from './texts.ts'
import { type DevelopersRoute, serveDevelopers } from './visit.ts'
import { webhookPages } from './webhooks/routes.ts'

/** `/app/{organizationId}/developers/…`. docs/contract.md#c12-developers */
export const developerPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>(
    '/app/:organizationId/developers',
    STAFF,
    serveDevelopers(async ({ reply, staff, at }) => {
      const [first = 'deliveries'] = developersSectionsOf(staff)
      return reply.redirect(`${at}/${first}`, 303)
    }),
  )
  await app.register(deliveryPages)
  await app.register(webhookPages)
  await app.register(keyPages)
  await app.register(eventPages)
  await app.register(requestPages)
}
