import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  CUSTOMER_GROUP_FIELDS,
  GROUP_MEMBER_FIELDS,
  MANAGING_ROLES,
  MAX_CUSTOMER_GROUPS,
  MAX_GROUP_MEMBERS,
} from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import {
  createCustomerGroup,
  deleteCustomerGroup,
  getCustomerGroup,
  getGroupMember,
  listCustomerGroups,
  listGroupMembers,
  putGroupMember,
  removeGroupMember,
  updateCustomerGroup,
} from '@mediajobs/operations/customer-groups'
import { type Static, Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { createBody, recordSchema, updateBody } from '../vocabulary/record-schemas.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  Described,
  IdFilter,
  IdParams,
  listOf,
  PageOf,
  PageQuery,
  SentId,
} from '../vocabulary/schemas.ts'

const CreateBody = createBody('CreateCustomerGroupBody', CUSTOMER_GROUP_FIELDS)
const UpdateBody = updateBody('UpdateCustomerGroupBody', CUSTOMER_GROUP_FIELDS)
const CustomerGroup = recordSchema('CustomerGroup', CUSTOMER_GROUP_FIELDS)

const MemberBody = createBody('PutGroupMemberBody', GROUP_MEMBER_FIELDS)
const GroupMember = recordSchema('GroupMember', GROUP_MEMBER_FIELDS)

const CustomerGroupQuery = Type.Object({
  customerId: IdFilter('Only the group of this customer'),
  ...PageQuery,
})

const MemberParams = Type.Object({
  ...IdParams.properties,
  customerId: Described(SentId, 'The id of the customer'),
})

const TERMS =
  '`billingCustomerId` requires billing GROUP, `netDays` requires paymentTerms NET_DAYS. ' +
  '`prices` override the catalog, and `discountBasisPoints` applies to the whole price. If there is also a discount code, the larger discount applies.'

const docs = operationDocs({
  createCustomerGroup: {
    about: 'Customers who share prices and terms: brokerages, teams.',
    examples: {
      all: exampleOf(CUSTOMER_GROUP_FIELDS),
      least: { name: 'Team North', billing: 'MEMBER', paymentTerms: 'ON_DELIVERY' },
    },
    summary: 'Create a customer group',
    description: `Creates a group of customers who share prices and terms, such as a brokerage. ${TERMS}`,
    problems: { 409: `The organization has ${MAX_CUSTOMER_GROUPS} groups: \`too_many_groups\`` },
  },
  listCustomerGroups: {
    summary: 'List customer groups',
    description: 'Lists customer groups, newest first.',
  },
  getCustomerGroup: { summary: 'Get a customer group', description: 'Returns one group.' },
  updateCustomerGroup: {
    examples: { terms: { paymentTerms: 'PREPAY', netDays: null } },
    summary: 'Change a customer group',
    description: `Changes the given fields of a group; \`null\` clears an optional one, \`prices\` replaces all of them. ${TERMS}`,
  },
  deleteCustomerGroup: {
    summary: 'Delete a customer group',
    description: 'Deletes a group with its memberships. The customers and invoices stay.',
  },
  listGroupMembers: {
    summary: 'List the members of a customer group',
    description: 'Lists the current members of a group, newest first.',
  },
  getGroupMember: {
    summary: 'Get a member of a customer group',
    description: 'Returns one current member.',
  },
  putGroupMember: {
    examples: { lead: { role: 'LEAD' } },
    summary: 'Add a customer to a group',
    description:
      'Adds a customer to the group, or changes the role of a member. A LEAD sees the jobs and invoices of the whole group, a MEMBER their own. A customer is in at most one group.',
    problems: {
      409: `The customer is in another group: \`customer_in_group\`; the group has ${MAX_GROUP_MEMBERS} members: \`too_many_members\``,
    },
  },
  removeGroupMember: {
    summary: 'Remove a customer from a group',
    description: 'Ends a membership. Earlier projects stay with the group.',
  },
})

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(CustomerGroup)
const memberEtag = contentTag(GroupMember)

function pathOf({ id: groupId, customerId }: Static<typeof MemberParams>) {
  return { groupId, customerId }
}

export const customerGroupRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post, patch, remove } = operationsOf(app)

  post(
    '/customer-groups',
    { ...WRITE, etag },
    { ...docs.createCustomerGroup, body: CreateBody, response: { 201: CustomerGroup } },
    (tx, request) => createCustomerGroup(tx, orgOf(request), request.body),
  )

  get(
    '/customer-groups',
    READ,
    {
      ...docs.listCustomerGroups,
      querystring: CustomerGroupQuery,
      response: { 200: PageOf(CustomerGroup) },
    },
    (request) => listCustomerGroups(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/customer-groups/:id',
    { ...READ, etag },
    { ...docs.getCustomerGroup, response: { 200: CustomerGroup } },
    (request) => getCustomerGroup(request.store.sql, orgOf(request), request.params.id),
  )

  patch(
    '/customer-groups/:id',
    { ...WRITE, etag },
    { ...docs.updateCustomerGroup, body: UpdateBody, response: { 200: CustomerGroup } },
    (tx, request) =>
      updateCustomerGroup(tx, orgOf(request), request.params.id, request.body, ifMatchOf(request)),
  )

  remove('/customer-groups/:id', { ...WRITE, etag }, docs.deleteCustomerGroup, (tx, request) =>
    deleteCustomerGroup(tx, orgOf(request), request.params.id, ifMatchOf(request)),
  )

  await app.register(memberRoutes)
}

const memberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { on, get, remove } = operationsOf(app)

  get(
    '/customer-groups/:id/members',
    READ,
    { ...docs.listGroupMembers, ...listOf(GroupMember) },
    (request) =>
      listGroupMembers(request.store.sql, orgOf(request), request.params.id, request.query),
  )

  get(
    '/customer-groups/:id/members/:customerId',
    { ...READ, etag: memberEtag },
    { ...docs.getGroupMember, params: MemberParams, response: { 200: GroupMember } },
    (request) => getGroupMember(request.store.sql, orgOf(request), pathOf(request.params)),
  )

  on(
    'PUT',
    '/customer-groups/:id/members/:customerId',
    { ...WRITE, etag: memberEtag },
    {
      ...docs.putGroupMember,
      params: MemberParams,
      body: MemberBody,
      response: { 200: GroupMember },
    },
    (request) =>
      request.store.transaction((tx) =>
        putGroupMember(
          tx,
          orgOf(request),
          pathOf(request.params),
          request.body,
          ifMatchOf(request),
        ),
      ),
  )

  remove(
    '/customer-groups/:id/members/:customerId',
    { ...WRITE, etag: memberEtag },
    { ...docs.removeGroupMember, params: MemberParams },
    (tx, request) =>
      removeGroupMember(tx, orgOf(request), pathOf(request.params), ifMatchOf(request)),
  )
}
