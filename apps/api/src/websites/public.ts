import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admitClient } from '@mediajobs/operations/client-deliveries'
import { getSite, getTour, type WebsiteLinks } from '@mediajobs/operations/websites'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { PublicIdParams } from '../vocabulary/orders.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { Site, Tour } from './schemas.ts'

const PROBLEMS = {
  404: 'The website is unknown, not LIVE, expired, or its delivery is locked: `not_found`',
  429: 'Too many calls from this address or network: `rate_limited`',
}

const docs = operationDocs({
  getSite: {
    summary: 'Open a property website',
    description:
      'Returns what the branded page of a property shows: files, facts, tours, contacts and organization, to anyone with the URL.',
    problems: PROBLEMS,
  },
  getTour: {
    summary: 'Open the unbranded page of a property',
    description:
      'Returns what the page for an MLS shows: no organization, agent, contact or customer, in any text, and no address outside the page except those of its tours.',
    problems: PROBLEMS,
  },
})

/** The pages of a property website, as JSON: docs/contract.md#c23-pages */
export const siteRoutes: FastifyPluginAsyncTypebox<WebsiteLinks> = async (app, links) => {
  const { get } = operationsOf(app)
  const params = PublicIdParams

  app.addHook('onRequest', async (request, reply) => {
    // Browsers get a page at this address.
    reply.vary('Accept')
    await admitClient(request.store.sql, request.ip)
  })

  get('/sites/:publicId', PUBLIC, { ...docs.getSite, params, response: { 200: Site } }, (request) =>
    getSite(request.store.sql, request.params.publicId, links),
  )

  get('/tours/:publicId', PUBLIC, { ...docs.getTour, params, response: { 200: Tour } }, (request) =>
    getTour(request.store.sql, request.params.publicId, links),
  )
}
