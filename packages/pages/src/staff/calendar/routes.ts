import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { calendarPage } from './page.ts'
import { readWeek, weekIn } from './read.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/calendar`. docs/contract.md#c12-calendar */
export const calendarPages = pagesAt('/calendar', { 'GET ': show })

async function show(visit: StaffVisit) {
  const { staff, query, home } = visit
  const week = weekIn(staff.organization.timeZone, query.get('day'))
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1)
  const shown = await readWeek(staff, week, page)
  const [from = '', to = ''] = [week.days[0], week.days.at(-1)].map((day) =>
    staff.format.day(day?.from ?? ''),
  )
  return sendStaffPage(visit, {
    title: TEXTS.title(from, to),
    section: 'calendar',
    styles: ['staff/calendar/style.css'],
    body: calendarPage({ staff, week, shown, home }),
  })
}
