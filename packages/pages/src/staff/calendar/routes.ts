import type { FastifyPluginAsync } from 'fastify'
import { STAFF } from '../door.ts'
import { one, organizationAddress, type Query } from '../own-address.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { type StaffVisit, serve } from '../serve.ts'
import { calendarPage } from './page.ts'
import { readWeek, weekIn } from './read.ts'
import { TEXTS } from './texts.ts'

interface CalendarRoute {
  Querystring: Query
}

/** `/app/{organizationId}/calendar`. docs/contract.md#c12-calendar */
export const calendarPages: FastifyPluginAsync = async (app) => {
  app.get<CalendarRoute>('/app/:organizationId/calendar', STAFF, serve(show))
}

async function show({ request, reply, staff }: StaffVisit<CalendarRoute>) {
  const { organization, format } = staff
  const week = weekIn(organization.timeZone, one(request.query, 'day'))
  const page = Math.max(1, Math.trunc(Number(one(request.query, 'page'))) || 1)
  const shown = await readWeek(staff, week, page)
  const [first, last] = [week.days[0], week.days.at(-1)]
  return sendStaffPage(
    { request, reply },
    {
      title: TEXTS.title(format.day(first?.from ?? ''), format.day(last?.from ?? '')),
      section: 'calendar',
      styles: ['staff/calendar/style.css'],
      body: calendarPage({ staff, week, shown, home: organizationAddress(request, organization) }),
    },
  )
}
