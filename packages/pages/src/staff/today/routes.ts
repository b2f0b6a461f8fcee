import type { FastifyReply } from 'fastify'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { changeForm, changeOf, hidden } from '../change-form.ts'
import { dayIn } from '../day.ts'
import { waitingHint } from '../orders/read.ts'
import { movedNotice, moveFrom } from '../project/changes.ts'
import { projectOf } from '../project/read.ts'
import { readTagged } from '../read-record.ts'
import type { Project } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { COMMON } from '../texts.ts'
import { queryOf, todayPage } from './page.ts'
import { readView, type View } from './read.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/today`. docs/contract.md#c12-today */
export const todayPages = pagesAt('/today', {
  'GET ': show,
  'GET /:id/no-files': askAboutFiles,
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

/** Moves a project on. A shoot without files asks first, on a separate page so Back resends no form. */
async function move(staffVisit: StaffVisit): Promise<FastifyReply> {
  const visit = projectOf(staffVisit)
  const { request, reply, staff, url } = visit
  const form = formOf(request)
  const back = queryOf(viewOf(visit))
  if (form.text('to') !== 'UPLOADED' || form.text('sure') || (await hasFiles(staff, url))) {
    return moveFrom(`../../today?${back}`, visit)
  }
  const { ifMatch } = changeOf(request)
  if (ifMatch) back.set('version', ifMatch)
  return reply.redirect(`no-files?${back}`, 303)
}

async function hasFiles(staff: Staff, url: string): Promise<boolean> {
  const media = await staff.call<{ data?: unknown[] }>({ method: 'GET', url: `${url}/media` })
  // Don't ask if the media can't be read: the move then reports the error.
  return media.status !== 200 || media.body.data?.length !== 0
}

/** Asks whether a shoot without files is done. The URL contains the version the person saw. */
async function askAboutFiles(visit: StaffVisit): Promise<FastifyReply> {
  const { body } = await readTagged<Project>(visit.staff, projectOf(visit).url)
  const back = queryOf(viewOf(visit))
  const { title, text, yes, no } = TEXTS.noFiles
  return sendStaffPage(visit, {
    title,
    section: 'today',
    body: html`<p dir="auto">${text(addressLine(body) || COMMON.noAddress)}</p>
<div class="actions">${changeForm({
      action: `move?${back}`,
      etag: visit.query.get('version') ?? undefined,
      content: html`${hidden({ sure: 'yes' })}<button class="go" name="to" value="UPLOADED">${yes}</button>`,
    })}
<a class="button" href="../../today?${back}">${no}</a></div>`,
  })
}
