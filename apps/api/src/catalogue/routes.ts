import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  archiveOffer,
  createOffer,
  getOffer,
  listOffers,
  type OfferKind,
  updateOffer,
} from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import { Type } from '@sinclair/typebox'
import { actorOf, allow } from '../access.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { discountRoutes } from './discount-routes.ts'
import { addOnDocs, packageDocs } from './docs.ts'
import { CatalogueQuery, CreateOfferBody, Offer, UpdateOfferBody } from './schemas.ts'

const reading = allow('READ')
const writing = allow('WRITE', MANAGING_ROLES)

export const catalogueRoutes: FastifyPluginAsyncTypebox<{ store: Store }> = async (
  app,
  { store },
) => {
  await app.register(offerRoutes, { store, path: '/packages', kind: 'PACKAGE', says: packageDocs })
  await app.register(offerRoutes, { store, path: '/add-ons', kind: 'ADD_ON', says: addOnDocs })
  await app.register(discountRoutes, { store })
}

interface OfferOptions {
  store: Store
  path: string
  kind: OfferKind
  says: typeof packageDocs
}

const offerRoutes: FastifyPluginAsyncTypebox<OfferOptions> = async (
  app,
  { store, path, kind, says },
) => {
  app.post(
    path,
    {
      config: writing,
      schema: { ...says.create, body: CreateOfferBody, response: { 201: Offer } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const offer = await store.transaction((tx) =>
        createOffer(tx, organizationId, kind, request.body),
      )
      return reply.code(201).send(offer)
    },
  )

  app.get(
    path,
    {
      config: reading,
      schema: { ...says.list, querystring: CatalogueQuery, response: { 200: PageOf(Offer) } },
    },
    (request) => listOffers(store.sql, actorOf(request).organizationId, kind, request.query),
  )

  app.get(
    `${path}/:id`,
    { config: reading, schema: { ...says.get, params: IdParams, response: { 200: Offer } } },
    (request) => getOffer(store.sql, actorOf(request).organizationId, kind, request.params.id),
  )

  app.patch(
    `${path}/:id`,
    {
      config: writing,
      schema: { ...says.update, params: IdParams, body: UpdateOfferBody, response: { 200: Offer } },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      return store.transaction((tx) => updateOffer(tx, organizationId, kind, id, request.body))
    },
  )

  app.delete(
    `${path}/:id`,
    {
      config: writing,
      schema: { ...says.archive, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      await store.transaction((tx) => archiveOffer(tx, organizationId, kind, request.params.id))
      return reply.code(204).send(null)
    },
  )
}
