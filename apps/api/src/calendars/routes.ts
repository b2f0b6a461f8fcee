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
import { actorOf, allow, PUBLIC } from '../access.ts'
import { contentTag, ifMatchOf, type RecordTag } from '../etag.ts'
import { SHOWN_ONCE } from '../idempotency-body.ts'
import { EmptyBody, IdParams } from '../schemas.ts'
import { docs } from './openapi.ts'
import { renderCalendar } from './render-calendar.ts'
import { Calendar, CalendarParams, CalendarQuery, ICalendar, NewCalendar } from './schemas.ts'

interface CalendarOptions {
  /** Calendars are on the host of the client's pages. */
  deliveryBaseUrl: string
}

// The operation decides whose calendar a role may change: docs/contract.md#c14-calendar-roles
const CHANGE = allow('WRITE')
const etag = contentTag(Calendar)
/** Of the data: a calendar that has not changed is not rendered. */
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
    async (request, reply) => {
      const { id } = request.params
      const calendar = await request.store.transaction((tx) =>
        createCalendar(tx, actorOf(request), id, deliveryBaseUrl),
      )
      return reply.code(201).send(calendar)
    },
  )

  app.get(
    '/users/:id/calendar',
    {
      config: { ...allow('READ'), etag },
      schema: { ...docs.getCalendar, params: IdParams, response: { 200: Calendar } },
    },
    (request) => getCalendar(request.store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.delete(
    '/users/:id/calendar',
    {
      config: { ...CHANGE, etag },
      schema: { ...docs.deleteCalendar, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { id } = request.params
      const expected = ifMatchOf(request)
      await request.store.transaction((tx) => deleteCalendar(tx, actorOf(request), id, expected))
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
