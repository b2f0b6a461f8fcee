import type { FastifyPluginAsync } from 'fastify'
import { html } from '../../html.ts'
import { STAFF } from '../door.ts'
import { organizationAddress, type Query } from '../own-address.ts'
import { type ProjectRoute, visitOf } from '../project/read.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { type StaffVisit, serve } from '../serve.ts'
import { movedLine } from './done.ts'
import { move, showMove } from './move.ts'
import { calendarPage } from './page.ts'
import { readCalendar } from './read.ts'
import { TEXTS } from './texts.ts'
import { viewOf } from './view.ts'

interface CalendarRoute {
  Querystring: Query
}

const AT = '/app/:organizationId/calendar'

/** `/app/{organizationId}/calendar`. docs/contract.md#c12-calendar */
export const calendarPages: FastifyPluginAsync = async (app) => {
  app.get<CalendarRoute>(AT, STAFF, serve(show))
  app.get<ProjectRoute>(
    `${AT}/:id/move`,
    STAFF,
    serve<ProjectRoute>((visit) => showMove(visitOf(visit))),
  )
  app.post<ProjectRoute>(
    `${AT}/:id/move`,
    STAFF,
    serve<ProjectRoute>((visit) => move(visitOf(visit))),
  )
}

async function show({ request, reply, staff }: StaffVisit<CalendarRoute>) {
  const view = viewOf(staff, request.query)
  const home = organizationAddress(request, staff.organization)
  const [shown, moved] = await Promise.all([
    readCalendar(staff, view),
    movedLine(staff, view, home, request.query),
  ])
  const { tools, body, css } = calendarPage({ staff, view, shown, home })
  return sendStaffPage(
    { request, reply },
    {
      title: TEXTS.title,
      section: 'calendar',
      action: tools,
      styles: ['staff/calendar/style.css'],
      module: 'staff/calendar/browser/main.ts',
      body: html`${body}${moved}`,
      css,
    },
  )
}
