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
import { contentTag, ifMatchOf } from '../etag.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { discountRoutes } from './discount-routes.ts'
import { addOnDocs, packageDocs } from './openapi.ts'
import { CatalogueQuery, CreateOfferBody, Offer, UpdateOfferBody } from './schemas.ts'

const READ = allow('READ')
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Offer)

/** Packages, add-ons and discounts. An *offer* is a package or an add-on: both have the same five routes. */
export const catalogueRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(offerRoutes, {
    path: '/packages',
    kind: 'PACKAGE',
    operationDocs: packageDocs,
  })
  await app.register(offerRoutes, { path: '/add-ons', kind: 'ADD_ON', operationDocs: addOnDocs })
  await app.register(discountRoutes)
}

interface OfferOptions {
  path: string
  kind: OfferKind
  operationDocs: typeof packageDocs
}

const offerRoutes: FastifyPluginAsyncTypebox<OfferOptions> = async (
  app,
  { path, kind, operationDocs },
) => {
  app.post(
    path,
    {
      config: { ...WRITE, etag },
      schema: { ...operationDocs.create, body: CreateOfferBody, response: { 201: Offer } },
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
      config: READ,
      schema: {
        ...operationDocs.list,
        querystring: CatalogueQuery,
        response: { 200: PageOf(Offer) },
      },
    },
    (request) =>
      listOffers(request.store.sql, actorOf(request).organizationId, kind, request.query),
  )

  app.get(
    `${path}/:id`,
    {
      config: { ...READ, etag },
      schema: { ...operationDocs.get, params: IdParams, response: { 200: Offer } },
    },
    (request) =>
      getOffer(request.store.sql, actorOf(request).organizationId, kind, request.params.id),
  )

  app.patch(
    `${path}/:id`,
    {
      config: { ...WRITE, etag },
      schema: {
        ...operationDocs.update,
        params: IdParams,
        body: UpdateOfferBody,
        response: { 200: Offer },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateOffer(tx, organizationId, kind, id, request.body, expected),
      )
    },
  )

  app.delete(
    `${path}/:id`,
    {
      config: { ...WRITE, etag },
      schema: { ...operationDocs.archive, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      await request.store.transaction((tx) => archiveOffer(tx, organizationId, kind, id, expected))
      return reply.code(204).send(null)
    },
  )
}
