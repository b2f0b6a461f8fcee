import { html } from '../../html.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { movedLine } from './done.ts'
import { move, showMove } from './move.ts'
import { calendarPage } from './page.ts'
import { readCalendar } from './read.ts'
import { TEXTS } from './texts.ts'
import { viewOf } from './view.ts'

/** `/app/{organizationId}/calendar`. docs/contract.md#c12-calendar */
export const calendarPages = pagesAt('/calendar', {
  'GET ': show,
  'GET /:id/move': showMove,
  'POST /:id/move': move,
  'GET /:id/visits/:visitId/move': showMove,
  'POST /:id/visits/:visitId/move': move,
})

async function show(visit: StaffVisit) {
  const { staff, home, query } = visit
  const view = viewOf(staff, query)
  const [shown, moved] = await Promise.all([
    readCalendar(staff, view),
    movedLine(staff, view, home, query),
  ])
  const { tools, body, css } = calendarPage({ staff, view, shown, home })
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'calendar',
    action: tools,
    styles: ['staff/calendar/style.css'],
    module: 'staff/calendar/browser/main.ts',
    body: html`${body}${moved}`,
    css,
  })
}
