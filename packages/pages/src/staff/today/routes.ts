import type { FastifyReply } from 'fastify'
import { html } from '../../html.ts'
import { dayIn } from '../day.ts'
import { waitingHint } from '../orders/read.ts'
import { withQuery } from '../own-address.ts'
import { movedNotice, moveFrom } from '../project/changes.ts'
import { askAboutFiles, endsWithoutFiles, toQuestion } from '../project/no-files.ts'
import { projectOf } from '../project/read.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { queryOf, todayPage } from './page.ts'
import { readView, type View } from './read.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/today`. docs/contract.md#c12-today */
export const todayPages = pagesAt('/today', {
  'GET ': show,
  'GET /:id/no-files': ask,
  'POST /:id/move': move,
})

async function show(visit: StaffVisit): Promise<FastifyReply> {
  const { staff, query } = visit
  const view = viewOf(visit)
  const [shown, hint] = await Promise.all([readView(staff, view), waitingHint(staff, visit.home)])
  const shoots = `${TEXTS.title.shoots}, ${staff.format.weekday(view.day.from)}`
  return sendStaffPage(visit, {
    title: view.isQueue ? TEXTS.title.queue : shoots,
    section: 'today',
    styles: ['staff/today/style.css'],
    notice: movedNotice(query),
    body: html`${hint}${todayPage({ visit, view, shown })}`,
  })
}

/** People who assign see all technicians or one; a technician sees their own day. */
function viewOf({ staff, query }: StaffVisit): View {
  const { organization, role, userId } = staff
  return {
    day: dayIn(organization.timeZone, query.get('day')),
    technicianId: staff.may('assignTechnician') ? query.get('technicianId') : userId,
    isQueue: role === 'EDITOR',
    cursor: query.get('cursor'),
  }
}

/** Moves a project on. */
async function move(staffVisit: StaffVisit): Promise<FastifyReply> {
  const visit = projectOf(staffVisit)
  const back = queryOf(viewOf(visit))
  if (await endsWithoutFiles(visit)) return toQuestion(visit, back)
  return moveFrom(withQuery('../../today', back), visit)
}

function ask(visit: StaffVisit): Promise<FastifyReply> {
  const back = queryOf(viewOf(visit))
  const question = {
    section: 'today',
    action: withQuery('move', back),
    back: withQuery('../../today', back),
  } as const
  return askAboutFiles(projectOf(visit), question)
}
