import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, ORDER_FORM_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import {
  archiveOrderForm,
  bookUrl,
  createOrderForm,
  getOrderForm,
  listOrderForms,
  type OrderFormRow,
  updateOrderForm,
} from '@mediajobs/operations/orders'
import { Type } from '@sinclair/typebox'
import { CatalogueQuery } from '../vocabulary/offers.ts'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'
import { createBody, recordProperties, updateBody } from '../vocabulary/record-schemas.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { Named, PageOf } from '../vocabulary/schemas.ts'

const CreateOrderFormBody = createBody('CreateOrderFormBody', ORDER_FORM_FIELDS)
const UpdateOrderFormBody = updateBody('UpdateOrderFormBody', ORDER_FORM_FIELDS)

const OrderForm = Named('OrderForm', {
  ...recordProperties(ORDER_FORM_FIELDS),
  bookUrl: Type.String({ description: 'The page on which clients order' }),
})

const docs = operationDocs({
  createOrderForm: {
    about: 'What anyone can order, and how.',
    examples: {
      least: { name: 'Listing photos', packageIds: [EXAMPLE_ID] },
      all: exampleOf(ORDER_FORM_FIELDS),
    },
    summary: 'Create an order form',
    description:
      'Creates a form on which anyone can order at `bookUrl`: its offers, questions, times, payment and terms.',
  },
  listOrderForms: { summary: 'List order forms', description: 'Lists order forms, newest first.' },
  getOrderForm: { summary: 'Get an order form', description: 'Returns one order form.' },
  updateOrderForm: {
    examples: { closed: { active: false }, paid: { payment: 'FULL', depositBasisPoints: null } },
    summary: 'Change an order form',
    description: 'Changes the given fields of an order form. Existing orders keep their terms.',
  },
  archiveOrderForm: {
    summary: 'Archive an order form',
    description: 'Archives the form: nobody can order with it, and its orders stay. Idempotent.',
  },
})

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(OrderForm, 'bookUrl')

export const orderFormRoutes: FastifyPluginAsyncTypebox<{ deliveryBaseUrl: string }> = async (
  app,
  { deliveryBaseUrl },
) => {
  const { get, post, patch, remove } = operationsOf(app)
  const shown = (form: OrderFormRow) => ({
    ...form,
    bookUrl: bookUrl(deliveryBaseUrl, form.publicId),
  })

  post(
    '/order-forms',
    { ...WRITE, etag },
    { ...docs.createOrderForm, body: CreateOrderFormBody, response: { 201: OrderForm } },
    async (tx, request) => shown(await createOrderForm(tx, orgOf(request), request.body)),
  )

  get(
    '/order-forms',
    READ,
    {
      ...docs.listOrderForms,
      querystring: CatalogueQuery,
      response: { 200: PageOf(OrderForm) },
    },
    async (request) => {
      const page = await listOrderForms(request.store.sql, orgOf(request), request.query)
      return { ...page, data: page.data.map(shown) }
    },
  )

  get(
    '/order-forms/:id',
    { ...READ, etag },
    { ...docs.getOrderForm, response: { 200: OrderForm } },
    async (request) =>
      shown(await getOrderForm(request.store.sql, orgOf(request), request.params.id)),
  )

  patch(
    '/order-forms/:id',
    { ...WRITE, etag },
    { ...docs.updateOrderForm, body: UpdateOrderFormBody, response: { 200: OrderForm } },
    async (tx, request) => {
      const { id } = request.params
      const isExpected = ifMatchOf(request)
      return shown(await updateOrderForm(tx, orgOf(request), id, request.body, isExpected))
    },
  )

  remove('/order-forms/:id', { ...WRITE, etag }, docs.archiveOrderForm, (tx, request) =>
    archiveOrderForm(tx, orgOf(request), request.params.id, ifMatchOf(request)),
  )
}
