import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admitClient, type DeliveryLinks } from '@mediajobs/operations/client-deliveries'
import { getPublicOriginal } from '@mediajobs/operations/public-originals'
import { PUBLIC } from '../access.ts'
import { docs } from './openapi.ts'
import { OriginalParams, PublicOriginal } from './schemas.ts'

/** The public pages of altered pictures, as JSON: docs/contract.md#c13-originals */
export const originalRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, links) => {
  app.addHook('onRequest', async (request, reply) => {
    // The same address responds to browsers with a page.
    reply.vary('Accept')
    await admitClient(request.store.sql, request.ip)
  })

  app.get(
    '/originals/:publicId',
    {
      config: PUBLIC,
      schema: {
        ...docs.getPublicOriginal,
        params: OriginalParams,
        response: { 200: PublicOriginal },
      },
    },
    (request) => getPublicOriginal(request.store.sql, request.params.publicId, links),
  )
}
