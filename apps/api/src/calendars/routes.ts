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
import { SHOWN_BEFORE, SHOWN_ONCE } from '../plugins/idempotency/idempotency.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { tokenParams } from '../vocabulary/public.ts'
import {
  actorOf,
  allow,
  contentTag,
  ifMatchOf,
  isKnown,
  operationsOf,
  orgOf,
  PUBLIC,
  type RecordTag,
  redirectedQuery,
} from '../vocabulary/routes.ts'
import { EmptyBody, Id, Instant, Named } from '../vocabulary/schemas.ts'
import { renderCalendar } from './render-calendar.ts'

const Calendar = Named('Calendar', { organizationId: Id, userId: Id, createdAt: Instant })

const NewCalendar = Named('NewCalendar', {
  ...Calendar.properties,
  url: Type.String({ description: 'Whoever has it can read the calendar' }),
})

const CalendarParams = tokenParams('The secret of the calendar')

const CalendarQuery = Type.Object(redirectedQuery)

const ICalendar = Type.String({ description: 'iCalendar, RFC 5545' })

const OWN = 'The scope or the role is missing; `role_forbids` also for the calendar of another user'

const docs = operationDocs({
  createCalendar: {
    summary: 'Create the calendar address of a user',
    description:
      'Creates the calendar address of a user, replacing the previous one. Calendar apps subscribe to `url`, which only ' +
      'this response shows. Users may create their own, ADMIN and MANAGER those of others.',
    problems: { 403: OWN, 409: `The user is deactivated: \`user_inactive\`; ${SHOWN_BEFORE}` },
  },
  getCalendar: {
    summary: 'Check whether a user has a calendar address',
    description: 'Returns 200 if a user has a calendar address, otherwise 404.',
  },
  deleteCalendar: {
    summary: 'Revoke the calendar address of a user',
    description: 'Revokes the calendar address of a user. Idempotent.',
    problems: { 403: OWN },
  },
  readCalendar: {
    about: 'Feeds for calendar apps, by the token of a calendar.',
    summary: 'Read a calendar',
    description:
      'Returns the calendar feed of a user: projects assigned to them as technician, editor or project manager, and their time off without its notes, from 30 ' +
      'days back to a year ahead, at most 2,000 projects. The token in the path is the only credential. Redirects to the cell ' +
      'of the calendar.',
    produces: 'text/calendar',
    problems: {
      429: 'Read too often, or too many unknown calendars requested from this network: `rate_limited`',
    },
  },
})

interface CalendarOptions {
  /** Calendars share the host of the client's pages. */
  deliveryBaseUrl: string
}

// The operation checks the owner: docs/contract.md#c14-calendar-roles
const CHANGE = allow('WRITE')
const etag = contentTag(Calendar)
/** A hash of the data, so an unchanged calendar isn't rendered. */
const fileTag: RecordTag = (file) => `"${hash('sha256', JSON.stringify(file), 'base64url')}"`

export const calendarRoutes: FastifyPluginAsyncTypebox<CalendarOptions> = async (
  app,
  { deliveryBaseUrl },
) => {
  const { get, post, remove } = operationsOf(app)

  post(
    '/users/:id/calendar',
    { ...CHANGE, ...SHOWN_ONCE, etag },
    { ...docs.createCalendar, body: EmptyBody, response: { 201: NewCalendar } },
    (tx, request) => createCalendar(tx, actorOf(request), request.params.id, deliveryBaseUrl),
  )

  get(
    '/users/:id/calendar',
    { ...allow('READ'), etag },
    { ...docs.getCalendar, response: { 200: Calendar } },
    (request) => getCalendar(request.store.sql, orgOf(request), request.params.id),
  )

  remove('/users/:id/calendar', { ...CHANGE, etag }, docs.deleteCalendar, (tx, request) =>
    deleteCalendar(tx, actorOf(request), request.params.id, ifMatchOf(request)),
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
      const text = isKnown(request, fileTag(file)) ? '' : await renderCalendar(file)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="calendar.ics"')
        .serializer(() => text)
        .send(file satisfies CalendarFile as never)
    },
  )
}
