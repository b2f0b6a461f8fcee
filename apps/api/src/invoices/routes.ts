import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  createInvoice,
  draftProjectInvoice,
  getInvoice,
  listInvoices,
  payInvoice,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from '@mediajobs/operations/invoices'
import { quotePrice } from '@mediajobs/operations/pricing'
import { actorOf, allow } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { EmptyBody, IdParams, PageOf } from '../schemas.ts'
import { docs } from './openapi.ts'
import {
  CreateInvoiceBody,
  Invoice,
  InvoiceQuery,
  PayInvoiceBody,
  Quote,
  QuoteBody,
  UpdateInvoiceBody,
} from './schemas.ts'

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Invoice)
/** A quote creates nothing: it is a read with a body. */
const QUOTE = allow('READ')

export const invoiceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/invoices',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.createInvoice, body: CreateInvoiceBody, response: { 201: Invoice } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const invoice = await request.store.transaction((tx) =>
        createInvoice(tx, organizationId, request.body),
      )
      return reply.code(201).send(invoice)
    },
  )

  app.get(
    '/invoices',
    {
      config: READ,
      schema: {
        ...docs.listInvoices,
        querystring: InvoiceQuery,
        response: { 200: PageOf(Invoice) },
      },
    },
    (request) => listInvoices(request.store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/invoices/:id',
    {
      config: { ...READ, etag },
      schema: { ...docs.getInvoice, params: IdParams, response: { 200: Invoice } },
    },
    (request) => getInvoice(request.store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/invoices/:id',
    {
      config: { ...WRITE, etag },
      schema: {
        ...docs.updateInvoice,
        params: IdParams,
        body: UpdateInvoiceBody,
        response: { 200: Invoice },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateInvoice(tx, organizationId, id, request.body, expected),
      )
    },
  )

  await app.register(invoiceMoveRoutes)

  app.post(
    '/pricing/quote',
    { config: QUOTE, schema: { ...docs.quotePrice, body: QuoteBody, response: { 200: Quote } } },
    (request) => quotePrice(request.store.sql, actorOf(request).organizationId, request.body),
  )
}

const invoiceMoveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const moves = [
    ['send', sendInvoice, docs.sendInvoice],
    ['void', voidInvoice, docs.voidInvoice],
  ] as const
  for (const [verb, move, operationDocs] of moves) {
    app.post(
      `/invoices/:id/${verb}`,
      {
        config: { ...WRITE, etag },
        schema: { ...operationDocs, params: IdParams, body: EmptyBody, response: { 200: Invoice } },
      },
      (request) => {
        const { organizationId } = actorOf(request)
        const { id } = request.params
        const expected = ifMatchOf(request)
        return request.store.transaction((tx) => move(tx, organizationId, id, expected))
      },
    )
  }

  app.post(
    '/invoices/:id/pay',
    {
      config: { ...WRITE, etag },
      schema: {
        ...docs.payInvoice,
        params: IdParams,
        body: PayInvoiceBody,
        response: { 200: Invoice },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        payInvoice(tx, organizationId, id, request.body, expected),
      )
    },
  )

  app.post(
    '/projects/:id/invoice',
    {
      config: { ...WRITE, etag },
      schema: {
        ...docs.draftProjectInvoice,
        params: IdParams,
        body: EmptyBody,
        response: { 201: Invoice },
      },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const invoice = await request.store.transaction((tx) =>
        draftProjectInvoice(tx, organizationId, request.params.id),
      )
      return reply.code(201).send(invoice)
    },
  )
}
