import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  archiveDiscount,
  createDiscount,
  getDiscount,
  listDiscounts,
  updateDiscount,
} from '@mediajobs/operations/catalogue'
import { Type } from '@sinclair/typebox'
import { actorOf, allow } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { docs } from './openapi.ts'
import { CatalogueQuery, CreateDiscountBody, Discount, UpdateDiscountBody } from './schemas.ts'

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Discount)

export const discountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/discounts',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.createDiscount, body: CreateDiscountBody, response: { 201: Discount } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const discount = await request.store.transaction((tx) =>
        createDiscount(tx, organizationId, request.body),
      )
      return reply.code(201).send(discount)
    },
  )

  app.get(
    '/discounts',
    {
      config: READ,
      schema: {
        ...docs.listDiscounts,
        querystring: CatalogueQuery,
        response: { 200: PageOf(Discount) },
      },
    },
    (request) => listDiscounts(request.store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/discounts/:id',
    {
      config: { ...READ, etag },
      schema: { ...docs.getDiscount, params: IdParams, response: { 200: Discount } },
    },
    (request) => getDiscount(request.store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/discounts/:id',
    {
      config: { ...WRITE, etag },
      schema: {
        ...docs.updateDiscount,
        params: IdParams,
        body: UpdateDiscountBody,
        response: { 200: Discount },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateDiscount(tx, organizationId, id, request.body, expected),
      )
    },
  )

  app.delete(
    '/discounts/:id',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.archiveDiscount, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      await request.store.transaction((tx) => archiveDiscount(tx, organizationId, id, expected))
      return reply.code(204).send(null)
    },
  )
}
