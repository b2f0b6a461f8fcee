import { hash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  type CalendarFile,
  createCalendar,
  deleteCalendar,
  getCalendar,
  readCalendar,
} from '@mediajobs/operations/calendars'
import { Type } from '@sinclair/typebox'
import { SHOWN_ONCE } from '../plugins/idempotency/idempotency.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import {
  actorOf,
  allow,
  contentTag,
  ifMatchOf,
  orgOf,
  PUBLIC,
  type RecordTag,
  redirectedQuery,
} from '../vocabulary/routes.ts'
import { EmptyBody, Id, IdParams, Instant, Named } from '../vocabulary/schemas.ts'
import { renderCalendar } from './render-calendar.ts'

const Calendar = Named('Calendar', { organizationId: Id, userId: Id, createdAt: Instant })

const NewCalendar = Named('NewCalendar', {
  ...Calendar.properties,
  url: Type.String({ description: 'Every person who knows it can read the calendar' }),
})

const CalendarParams = Type.Object({
  token: Type.String({ description: 'The secret of the calendar' }),
})

const CalendarQuery = Type.Object(redirectedQuery)

const ICalendar = Type.String({ description: 'iCalendar, RFC 5545' })

const OWN = 'The scope or the role is missing; `role_forbids` also for the calendar of another user'
const SHOWN_BEFORE = '`secret_already_shown` at a repeat with the same Idempotency-Key'

const docs = operationDocs({
  createCalendar: {
    summary: 'Make the calendar address of a user',
    description:
      'Makes the calendar address of a user. Calendar apps subscribe to `url`, which only this response shows. An ' +
      'earlier address of the user stops working. Everyone may make their own, ADMIN and MANAGER those of others.',
    optionalBody: true,
    problems: { 403: OWN, 409: `The user is deactivated: \`user_inactive\`; ${SHOWN_BEFORE}` },
  },
  getCalendar: {
    summary: 'See whether a user has a calendar address',
    description: 'Returns whether a user has a calendar address; a 404 when there is none.',
  },
  deleteCalendar: {
    summary: 'End the calendar address of a user',
    description: 'Ends the calendar address of a user. A repeat is a 204 too.',
    problems: { 403: OWN },
  },
  readCalendar: {
    summary: 'Read a calendar',
    description:
      'Returns the calendar feed of a user: the projects to which they are assigned as technician, editor or project ' +
      'manager, from 30 days back to a year ahead, at most 2,000. The token in the path is the only credential. A ' +
      'calendar of another cell is redirected there.',
    produces: 'text/calendar',
    problems: {
      429: 'It is read too often, or this network asks for unknown calendars: `rate_limited`',
    },
  },
})

interface CalendarOptions {
  /** Calendars are on the host of the client's pages. */
  deliveryBaseUrl: string
}

// The operation checks whose calendar a role may change: docs/contract.md#c14-calendar-roles
const CHANGE = allow('WRITE')
const etag = contentTag(Calendar)
/** Of the data, so that an unchanged calendar isn't rendered. */
const fileTag: RecordTag = (file) => `"${hash('sha256', JSON.stringify(file), 'base64url')}"`

export const calendarRoutes: FastifyPluginAsyncTypebox<CalendarOptions> = async (
  app,
  { deliveryBaseUrl },
) => {
  app.post(
    '/users/:id/calendar',
    {
      config: { ...CHANGE, ...SHOWN_ONCE, etag },
      schema: {
        ...docs.createCalendar,
        params: IdParams,
        body: EmptyBody,
        response: { 201: NewCalendar },
      },
    },
    (request, reply) => {
      reply.code(201)
      return request.store.transaction((tx) =>
        createCalendar(tx, actorOf(request), request.params.id, deliveryBaseUrl),
      )
    },
  )

  app.get(
    '/users/:id/calendar',
    {
      config: { ...allow('READ'), etag },
      schema: { ...docs.getCalendar, params: IdParams, response: { 200: Calendar } },
    },
    (request) => getCalendar(request.store.sql, orgOf(request), request.params.id),
  )

  app.delete(
    '/users/:id/calendar',
    {
      config: { ...CHANGE, etag },
      schema: { ...docs.deleteCalendar, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await request.store.transaction((tx) =>
        deleteCalendar(tx, actorOf(request), request.params.id, ifMatchOf(request)),
      )
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/calendars/:token.ics',
    {
      config: { ...PUBLIC, etag: fileTag, isLink: true },
      schema: {
        ...docs.readCalendar,
        params: CalendarParams,
        querystring: CalendarQuery,
        response: { 200: ICalendar, 307: Type.Null() },
      },
    },
    async (request, reply) => {
      const file = await readCalendar(request.store.sql, request.params.token, request.ip)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="calendar.ics"')
        .serializer(() => (reply.statusCode === 304 ? '' : renderCalendar(file)))
        .send(file satisfies CalendarFile as never)
    },
  )
}
