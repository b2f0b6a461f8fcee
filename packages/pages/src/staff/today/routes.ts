import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { changeForm, changeOf } from '../change-form.ts'
import { dayIn } from '../day.ts'
import { STAFF } from '../door.ts'
import { one, organizationAddress, type Query } from '../own-address.ts'
import { moveFrom } from '../project/changes.ts'
import { type ProjectRoute, type Visit, visitOf } from '../project/read.ts'
import { readExisting } from '../read-record.ts'
import { isStatus, type Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { type StaffVisit, serve } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { queryOf, todayPage } from './page.ts'
import { readView, type View } from './read.ts'
import { TEXTS } from './texts.ts'

interface TodayRoute {
  Querystring: Query
}

const AT = '/app/:organizationId/today'

/** `/app/{organizationId}/today`. docs/contract.md#c12-today */
export const todayPages: FastifyPluginAsync = async (app) => {
  app.get<TodayRoute>(AT, STAFF, serve<TodayRoute>(show))
  app.get<ProjectRoute>(
    `${AT}/:id/no-files`,
    STAFF,
    serve<ProjectRoute>((visit) => askAboutFiles(visitOf(visit))),
  )
  app.post<ProjectRoute>(
    `${AT}/:id/move`,
    STAFF,
    serve<ProjectRoute>((visit) => move(visitOf(visit))),
  )
}

/** The view that a form returns to. */
function backOf({ staff, request }: Visit): URLSearchParams {
  return queryOf(viewOf(staff, request.query))
}

async function show({ request, reply, staff }: StaffVisit<TodayRoute>): Promise<FastifyReply> {
  const view = viewOf(staff, request.query)
  const shown = await readView(staff, view)
  const { weekday } = staff.format
  const here = `${organizationAddress(request, staff.organization)}/today`
  return sendStaffPage(
    { request, reply },
    {
      title: view.isQueue ? TEXTS.title.queue : `${TEXTS.title.shoots}, ${weekday(view.day.from)}`,
      section: 'today',
      notice: movedNotice(request.query),
      body: todayPage({ staff, view, shown, here }),
    },
  )
}

/** People who assign see all technicians or one; a technician sees their own day. */
function viewOf(staff: Staff, query: Query): View {
  const { organization, role, userId } = staff
  const chosen = one(query, 'technicianId') || null
  return {
    day: dayIn(organization.timeZone, one(query, 'day')),
    technicianId: staff.may('assignTechnician') ? chosen : userId,
    isQueue: role === 'EDITOR',
    cursor: one(query, 'cursor'),
  }
}

function movedNotice(query: Query): Notice | undefined {
  const status = one(query, 'done') ?? ''
  return isStatus(status) ? { kind: 'done', text: TEXTS.moved(STATUS_NAMES[status]) } : undefined
}

/** Moves a project on. A shoot without files asks first, on a separate page so Back resends no form. */
async function move(visit: Visit): Promise<FastifyReply> {
  const { request, reply, staff, url } = visit
  const form = formOf(request)
  const back = backOf(visit)
  if (form.text('to') !== 'UPLOADED' || form.text('sure') || (await hasFiles(staff, url))) {
    return moveFrom(`../../today?${back}`, visit)
  }
  const { ifMatch } = changeOf(request)
  if (ifMatch) back.set('version', ifMatch)
  return reply.redirect(`no-files?${back}`, 303)
}

async function hasFiles(staff: Staff, url: string): Promise<boolean> {
  const media = await staff.call<{ data?: unknown[] }>({
    method: 'GET',
    url: `${url}/media`,
  })
  // Unreadable media don't ask: the move reports what is wrong.
  return media.status !== 200 || media.body.data?.length !== 0
}

/** Asks whether a shoot without files is done. The address has the version that the person saw. */
async function askAboutFiles(visit: Visit): Promise<FastifyReply> {
  const { body } = await readExisting<Project>(visit.staff, visit.url)
  const version = one(visit.request.query, 'version')
  const back = backOf(visit)
  const { title, text, yes, no } = TEXTS.noFiles
  return sendStaffPage(visit, {
    title,
    section: 'today',
    body: html`<p dir="auto">${text(addressLine(body) || TEXTS.noAddress)}</p>
<div class="actions">${changeForm({
      action: `move?${back}`,
      ...(version !== undefined && { etag: version }),
      content: html`<input type="hidden" name="sure" value="yes"><button class="go" name="to" value="UPLOADED">${yes}</button>`,
    })}
<a class="button" href="../../today?${back}">${no}</a></div>`,
  })
}
