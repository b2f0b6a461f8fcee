import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Sql } from '@mediajobs/db'
import {
  CUSTOMER_FIELDS,
  MANAGING_ROLES,
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
} from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '@mediajobs/operations/customers'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { createBody, recordSchema, updateBody } from '../vocabulary/record-schemas.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { PageOf, PageQuery, Repeatable, SearchWords, SentId } from '../vocabulary/schemas.ts'

export const CreateCustomerBody = createBody('CreateCustomerBody', CUSTOMER_FIELDS)
const UpdateCustomerBody = updateBody('UpdateCustomerBody', CUSTOMER_FIELDS)

const CustomerQuery = Type.Object({
  id: Type.Optional(Repeatable(SentId, 'Any of these customers')),
  q: Type.Optional(SearchWords('each must begin a word of the name, the company or the email')),
  email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_EMAIL_LENGTH,
      format: 'storable',
      pattern: '^[^ ]*$',
      patternSentence: 'must have no space: encode + as %2B',
      description: 'Case-insensitive',
    }),
  ),
  ...PageQuery,
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_EXTERNAL_ID_LENGTH,
      format: 'storable',
      description: 'Your own id, exactly',
    }),
  ),
})

const Customer = recordSchema('Customer', CUSTOMER_FIELDS)

const TAKEN =
  'Another customer has this email (`duplicate_email`, case-insensitive) or this externalId (`duplicate_external_id`)'

const docs = operationDocs({
  createCustomer: {
    about: 'The people and companies that book: agents, owners, agencies.',
    examples: {
      least: { name: 'Ann Agent', email: 'ann@example.com' },
      all: exampleOf(CUSTOMER_FIELDS),
    },
    summary: 'Create a customer',
    description: 'Creates a customer. Fires CUSTOMER_CREATED.',
    problems: { 409: TAKEN },
  },
  listCustomers: { summary: 'List customers', description: 'Lists customers, newest first.' },
  getCustomer: { summary: 'Get a customer', description: 'Returns one customer.' },
  updateCustomer: {
    examples: { some: { phone: '+41 44 123 45 68', notes: null } },
    summary: 'Change a customer',
    description:
      'Changes the given fields of a customer; `null` clears an optional one. Fires CUSTOMER_UPDATED if a value changed; `changed` names the fields.',
    problems: { 409: TAKEN },
  },
  deleteCustomer: {
    summary: 'Delete a customer',
    description: 'Deletes a customer without projects, orders or invoices.',
    problems: { 409: 'The customer has projects, orders or invoices: `customer_in_use`' },
  },
})

const READ = allow('READ')
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Customer)

export const customerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post, patch, remove } = operationsOf(app)

  post(
    '/customers',
    { ...WRITE, etag },
    { ...docs.createCustomer, body: CreateCustomerBody, response: { 201: Customer } },
    (tx, request) => createCustomer(tx, orgOf(request), request.body),
  )

  get(
    '/customers',
    READ,
    { ...docs.listCustomers, querystring: CustomerQuery, response: { 200: PageOf(Customer) } },
    (request) => {
      const list = (sql: Sql) => listCustomers(sql, orgOf(request), request.query)
      return request.query.q === undefined ? list(request.store.sql) : request.store.search(list)
    },
  )

  get(
    '/customers/:id',
    { ...READ, etag },
    { ...docs.getCustomer, response: { 200: Customer } },
    (request) => getCustomer(request.store.sql, orgOf(request), request.params.id),
  )

  patch(
    '/customers/:id',
    { ...WRITE, etag },
    { ...docs.updateCustomer, body: UpdateCustomerBody, response: { 200: Customer } },
    (tx, request) =>
      updateCustomer(tx, orgOf(request), request.params.id, request.body, ifMatchOf(request)),
  )

  remove('/customers/:id', { ...WRITE, etag }, docs.deleteCustomer, (tx, request) =>
    deleteCustomer(tx, orgOf(request), request.params.id, ifMatchOf(request)),
  )
}
