import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Sql } from '@mediajobs/db'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '@mediajobs/operations/customers'
import { Type } from '@sinclair/typebox'
import { actorOf, allow } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { docs } from './openapi.ts'
import { CreateCustomerBody, Customer, CustomerQuery, UpdateCustomerBody } from './schemas.ts'

const READ = allow('READ')
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Customer)

export const customerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/customers',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.createCustomer, body: CreateCustomerBody, response: { 201: Customer } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const customer = await request.store.transaction((tx) =>
        createCustomer(tx, organizationId, request.body),
      )
      return reply.code(201).send(customer)
    },
  )

  app.get(
    '/customers',
    {
      config: READ,
      schema: {
        ...docs.listCustomers,
        querystring: CustomerQuery,
        response: { 200: PageOf(Customer) },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const list = (sql: Sql) => listCustomers(sql, organizationId, request.query)
      return request.query.q === undefined ? list(request.store.sql) : request.store.search(list)
    },
  )

  app.get(
    '/customers/:id',
    {
      config: { ...READ, etag },
      schema: { ...docs.getCustomer, params: IdParams, response: { 200: Customer } },
    },
    (request) => getCustomer(request.store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/customers/:id',
    {
      config: { ...WRITE, etag },
      schema: {
        ...docs.updateCustomer,
        params: IdParams,
        body: UpdateCustomerBody,
        response: { 200: Customer },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateCustomer(tx, organizationId, id, request.body, expected),
      )
    },
  )

  app.delete(
    '/customers/:id',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.deleteCustomer, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      await request.store.transaction((tx) => deleteCustomer(tx, organizationId, id, expected))
      return reply.code(204).send(null)
    },
  )
}
