import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { DeliveryLinks } from '@mediajobs/operations/client-deliveries'
import {
  describePortalSession,
  endPortalAccess,
  endPortalSession,
  getPortalCustomer,
  getPortalInvoice,
  getPortalProject,
  listPortalDeliveries,
  listPortalInvoices,
  listPortalOrderForms,
  listPortalOrders,
  listPortalProjects,
  listPortalVisits,
  openPortalInvoice,
  updatePortalCustomer,
} from '@mediajobs/operations/portal'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { admitCustomers, callerOf, PortalCustomer } from '../vocabulary/portal.ts'
import { contentTag, ifMatchOf, operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { EmptyBody, listOf, PageOf, PageQuery } from '../vocabulary/schemas.ts'
import {
  PortalDelivery,
  PortalInvoice,
  PortalOrder,
  PortalOrderForms,
  PortalPayLink,
  PortalProject,
  PortalSession,
  PortalVisit,
  UpdatePortalCustomerBody,
} from './schemas.ts'

const SCOPE = 'A LEAD of a customer group also sees the group’s.'

const docs = operationDocs(
  {
    getPortalSession: {
      summary: 'Get the signed-in customer',
      description: 'Returns the customer of the session, their group and the organization.',
    },
    endPortalSession: {
      summary: 'Sign a customer out',
      description: 'Ends the caller’s session.',
    },
    endPortalSessions: {
      summary: 'Sign a customer out everywhere',
      description: 'Ends all of the caller’s sessions and sign-in links.',
    },
    getPortalCustomer: {
      summary: 'Get your own details',
      description: 'Returns the details of the signed-in customer.',
    },
    updatePortalCustomer: {
      examples: { some: { phone: '+41 44 123 45 68', language: 'es' } },
      summary: 'Change your own details',
      description:
        'Changes the given fields of the signed-in customer; `null` clears an optional one. The organization changes the email. Fires CUSTOMER_UPDATED if a value changed.',
    },
    listPortalProjects: {
      summary: "List a customer's projects",
      description: `Lists the caller's projects, newest first. ${SCOPE}`,
    },
    getPortalProject: {
      summary: "Get a customer's project",
      description: `Returns one project of the caller. ${SCOPE}`,
    },
    listPortalVisits: {
      summary: "List a customer's upcoming appointments",
      description: `Lists the caller's upcoming appointments, soonest first. ${SCOPE}`,
    },
    listPortalOrders: {
      summary: "List a customer's orders",
      description: `Lists the caller's orders, newest first, including unconfirmed ones placed with their email. ${SCOPE}`,
    },
    listPortalOrderForms: {
      summary: 'List where a customer can book',
      description: "Lists the organization's open order forms.",
    },
    listPortalDeliveries: {
      summary: "List a customer's deliveries",
      description: `Lists the caller's deliveries in force, newest project first. ${SCOPE}`,
    },
    listPortalInvoices: {
      summary: "List a customer's invoices",
      description: `Lists the caller's invoices, newest first, excluding drafts. ${SCOPE}`,
    },
    getPortalInvoice: {
      summary: "Get a customer's invoice",
      description: `Returns one invoice of the caller. ${SCOPE}`,
    },
    openPortalInvoice: {
      summary: "Create the pay link of a customer's invoice",
      description:
        'Returns the link to the pay page of the invoice, which doubles as its receipt. Stays the same until staff revoke the links of the invoice.',
    },
  },
  { needsPortal: true },
)

const etag = contentTag(PortalCustomer)
const invoiceQuery = Type.Object({
  ...PageQuery,
  unpaid: Type.Optional(Type.Boolean({ description: 'true: only those with an open balance' })),
})

/** The signed-in customer's records and actions. docs/contract.md#c22-records */
export const portalRecordRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, links) => {
  const { on, get, post, patch, remove } = operationsOf(app)

  admitCustomers(app)

  get(
    '/portal/sessions/current',
    PUBLIC,
    { ...docs.getPortalSession, response: { 200: PortalSession } },
    (request) => describePortalSession(request.store.sql, callerOf(request), links.cdnUrl),
  )

  on('DELETE', '/portal/sessions/current', PUBLIC, docs.endPortalSession, (request) =>
    endPortalSession(request.store.sql, callerOf(request)),
  )

  remove('/portal/sessions', PUBLIC, docs.endPortalSessions, async (tx, request) => {
    await endPortalAccess(tx, callerOf(request))
  })

  get(
    '/portal/me',
    { ...PUBLIC, etag },
    { ...docs.getPortalCustomer, response: { 200: PortalCustomer } },
    (request) => getPortalCustomer(request.store.sql, callerOf(request)),
  )

  patch(
    '/portal/me',
    { ...PUBLIC, etag },
    {
      ...docs.updatePortalCustomer,
      body: UpdatePortalCustomerBody,
      response: { 200: PortalCustomer },
    },
    (tx, request) => updatePortalCustomer(tx, callerOf(request), request.body, ifMatchOf(request)),
  )

  get(
    '/portal/projects',
    PUBLIC,
    { ...docs.listPortalProjects, ...listOf(PortalProject) },
    (request) => listPortalProjects(request.store.sql, callerOf(request), request.query, links),
  )

  get(
    '/portal/projects/:id',
    PUBLIC,
    { ...docs.getPortalProject, response: { 200: PortalProject } },
    (request) => getPortalProject(request.store.sql, callerOf(request), request.params.id, links),
  )

  get('/portal/visits', PUBLIC, { ...docs.listPortalVisits, ...listOf(PortalVisit) }, (request) =>
    listPortalVisits(request.store.sql, callerOf(request), request.query, links),
  )

  get('/portal/orders', PUBLIC, { ...docs.listPortalOrders, ...listOf(PortalOrder) }, (request) =>
    listPortalOrders(request.store.sql, callerOf(request), request.query, links),
  )

  get(
    '/portal/order-forms',
    PUBLIC,
    { ...docs.listPortalOrderForms, response: { 200: PortalOrderForms } },
    async (request) => ({
      data: await listPortalOrderForms(request.store.sql, callerOf(request), links),
    }),
  )

  get(
    '/portal/deliveries',
    PUBLIC,
    { ...docs.listPortalDeliveries, ...listOf(PortalDelivery) },
    (request) => listPortalDeliveries(request.store.sql, callerOf(request), request.query, links),
  )

  get(
    '/portal/invoices',
    PUBLIC,
    {
      ...docs.listPortalInvoices,
      querystring: invoiceQuery,
      response: { 200: PageOf(PortalInvoice) },
    },
    (request) => listPortalInvoices(request.store.sql, callerOf(request), request.query),
  )

  get(
    '/portal/invoices/:id',
    PUBLIC,
    { ...docs.getPortalInvoice, response: { 200: PortalInvoice } },
    (request) => getPortalInvoice(request.store.sql, callerOf(request), request.params.id),
  )

  post(
    '/portal/invoices/:id/pay-link',
    PUBLIC,
    { ...docs.openPortalInvoice, body: EmptyBody, response: { 201: PortalPayLink } },
    (tx, request) => openPortalInvoice(tx, callerOf(request), request.params.id, links),
  )
}
