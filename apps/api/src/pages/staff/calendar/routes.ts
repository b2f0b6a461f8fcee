import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { organizationAddress } from '../own-address.ts'
import { patient } from '../patient-call.ts'
import { RefusedRead } from '../read-record.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { calendarPage } from './page.ts'
import { readWeek } from './read.ts'
import { TEXTS } from './texts.ts'
import { weekIn } from './week.ts'

interface CalendarRoute {
  Querystring: Record<string, string | string[] | undefined>
}

/** `/app/{organizationId}/calendar`. docs/contract.md#c12-calendar */
export const calendarPages: FastifyPluginAsync = async (app) => {
  app.get<CalendarRoute>('/app/:organizationId/calendar', STAFF, show)
}

async function show(request: FastifyRequest<CalendarRoute>, reply: FastifyReply) {
  const staff = patient(staffOfRequest(request))
  const { organization, format } = staff
  const one = (name: string) => [request.query[name]].flat()[0]
  const week = weekIn(organization.timeZone, one('day'))
  const page = Math.max(1, Math.trunc(Number(one('page'))) || 1)
  try {
    const shown = await readWeek(staff, week, page)
    const [first, last] = [week.days[0], week.days.at(-1)]
    return await sendStaffPage(request, reply, staff, {
      title: TEXTS.title(format.day(first?.from ?? ''), format.day(last?.from ?? '')),
      section: 'calendar',
      styles: ['staff/calendar/style.css'],
      body: calendarPage({ staff, week, shown, home: organizationAddress(request, organization) }),
    })
  } catch (error) {
    if (!(error instanceof RefusedRead)) throw error
    return sendStaffProblem(request, reply, staff, error.response)
  }
}
