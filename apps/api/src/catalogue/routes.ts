import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  archiveOffer,
  createOffer,
  getOffer,
  listOffers,
  type OfferKind,
  updateOffer,
} from '@mediajobs/operations/catalogue'
import { Type } from '@sinclair/typebox'
import { actorOf, allow } from '../access.ts'
import { contentTag, isExpected } from '../etag.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { discountRoutes } from './discount-routes.ts'
import { addOnDocs, packageDocs } from './docs.ts'
import { CatalogueQuery, CreateOfferBody, Offer, UpdateOfferBody } from './schemas.ts'

const reading = allow('READ')
const writing = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Offer)

export const catalogueRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(offerRoutes, { path: '/packages', kind: 'PACKAGE', says: packageDocs })
  await app.register(offerRoutes, { path: '/add-ons', kind: 'ADD_ON', says: addOnDocs })
  await app.register(discountRoutes)
}

interface OfferOptions {
  path: string
  kind: OfferKind
  says: typeof packageDocs
}

const offerRoutes: FastifyPluginAsyncTypebox<OfferOptions> = async (app, { path, kind, says }) => {
  app.post(
    path,
    {
      config: { ...writing, etag },
      schema: { ...says.create, body: CreateOfferBody, response: { 201: Offer } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const offer = await request.store.transaction((tx) =>
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
    (request) =>
      listOffers(request.store.sql, actorOf(request).organizationId, kind, request.query),
  )

  app.get(
    `${path}/:id`,
    {
      config: { ...reading, etag },
      schema: { ...says.get, params: IdParams, response: { 200: Offer } },
    },
    (request) =>
      getOffer(request.store.sql, actorOf(request).organizationId, kind, request.params.id),
  )

  app.patch(
    `${path}/:id`,
    {
      config: { ...writing, etag },
      schema: { ...says.update, params: IdParams, body: UpdateOfferBody, response: { 200: Offer } },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = isExpected(request)
      return request.store.transaction((tx) =>
        updateOffer(tx, organizationId, kind, id, request.body, expected),
      )
    },
  )

  app.delete(
    `${path}/:id`,
    {
      config: { ...writing, etag },
      schema: { ...says.archive, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = isExpected(request)
      await request.store.transaction((tx) => archiveOffer(tx, organizationId, kind, id, expected))
      return reply.code(204).send(null)
    },
  )
}
