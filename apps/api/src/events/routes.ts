import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import { getEvent, listEvents } from '@mediajobs/operations/events'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { actorOf, allow, contentTag, operationsOf } from '../vocabulary/routes.ts'
import {
  EventName,
  Id,
  IdFilter,
  Instant,
  Named,
  PageOf,
  PageQuery,
  Repeatable,
  SentInstant,
} from '../vocabulary/schemas.ts'

const EventQuery = Type.Object({
  event: Type.Optional(Repeatable(EventName, 'Any of these')),
  projectId: IdFilter('Events of this project and its invoices'),
  since: Type.Optional(SentInstant),
  until: Type.Optional(SentInstant),
  ...PageQuery,
})

const LoggedEvent = Named('LoggedEvent', {
  id: Id,
  organizationId: Id,
  event: EventName,
  data: Type.Unknown(),
  createdAt: Instant,
})

const docs = operationDocs({
  listEvents: {
    about: 'The events of the last 30 days.',
    summary: 'List events',
    description:
      'Lists the events of the last 30 days, or as configured by the operator, newest first, whether subscribed to or not.',
  },
  getEvent: { summary: 'Get an event', description: 'Returns an event with its payload.' },
})

// Payloads contain delivery tokens (docs/contract.md#c2-access-webhooks).
const MANAGE = allow('WEBHOOKS', MANAGING_ROLES)

export const eventRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get } = operationsOf(app)

  get(
    '/events',
    MANAGE,
    { ...docs.listEvents, querystring: EventQuery, response: { 200: PageOf(LoggedEvent) } },
    (request) => listEvents(request.store.sql, actorOf(request).organizationId, request.query),
  )

  get(
    '/events/:id',
    { ...MANAGE, etag: contentTag(LoggedEvent) },
    { ...docs.getEvent, response: { 200: LoggedEvent } },
    (request) => getEvent(request.store.sql, actorOf(request).organizationId, request.params.id),
  )
}
