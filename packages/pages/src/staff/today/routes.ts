import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { changeForm, changeOf } from '../change-form.ts'
import { dayIn } from '../day.ts'
import { STAFF } from '../door.ts'
import { one, organizationAddress, type Query } from '../own-address.ts'
import { TEXTS as PROJECT } from '../project/texts.ts'
import { isStatus, type Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { type StaffVisit, serve } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { queryOf, todayPage } from './page.ts'
import { readView, type View } from './read.ts'
import { TEXTS } from './texts.ts'

interface TodayRoute {
  Querystring: Query
}

interface MoveRoute extends TodayRoute {
  Params: { id: string }
}

const AT = '/app/:organizationId/today'

/** `/app/{organizationId}/today`. docs/contract.md#c12-today */
export const todayPages: FastifyPluginAsync = async (app) => {
  app.get<TodayRoute>(
    AT,
    STAFF,
    serve<TodayRoute>((visit) => show(visit)),
  )
  app.get<MoveRoute>(
    `${AT}/:id/no-files`,
    STAFF,
    serve<MoveRoute>((visit) => askAboutFiles(moveOf(visit), one(visit.request.query, 'version'))),
  )
  app.post<MoveRoute>(
    `${AT}/:id/move`,
    STAFF,
    serve<MoveRoute>(async (visit) => {
      const result = await moveProject(moveOf(visit))
      return 'kind' in result ? show(visit, result) : result
    }),
  )
}

function moveOf({ request, reply, staff }: StaffVisit<MoveRoute>) {
  const back = queryOf(viewOf(staff, request.query)).toString()
  return { request, reply, staff, id: request.params.id, back }
}

async function show(
  { request, reply, staff }: StaffVisit<TodayRoute>,
  notice?: Notice,
): Promise<FastifyReply> {
  const view = viewOf(staff, request.query)
  const shown = await readView(staff, view)
  const { weekday } = staff.format
  const here = `${organizationAddress(request, staff.organization)}/today`
  return sendStaffPage(request, reply, staff, {
    title: view.isQueue ? TEXTS.title.queue : `${TEXTS.title.shoots}, ${weekday(view.day.from)}`,
    section: 'today',
    notice: notice ?? movedNotice(request.query),
    body: todayPage({ staff, view, shown, here }),
  })
}

/** Who assigns technicians looks at all of them or at one; a technician sees their own day. */
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

interface Move extends Pick<StaffVisit, 'request' | 'reply' | 'staff'> {
  id: string
  /** The view that the person comes back to, as a query. */
  back: string
}

/**
 * Moves a project on.
 *
 * @returns a notice for the page, when the project was changed in the meantime
 */
async function moveProject(move: Move): Promise<Notice | FastifyReply> {
  const { request, reply, staff, id, back } = move
  const form = formOf(request)
  const to = form.text('to') ?? ''
  const url = `/projects/${encodeURIComponent(id)}`
  if (to === 'UPLOADED' && form.text('sure') === undefined && !(await hasFiles(staff, url))) {
    // A page of its own, so that the back button sends no form again.
    const version = changeOf(request).ifMatch
    return reply.redirect(
      `no-files?${back}${version ? `&version=${encodeURIComponent(version)}` : ''}`,
      303,
    )
  }
  const response = await staff.call<Project & ErrorBody>({
    method: 'PATCH',
    url: `${url}/status`,
    payload: { status: to },
    ifMatch: changeOf(request).ifMatch,
  })
  if (response.status === 200) return reply.redirect(`../../today?${back}&done=${to}`, 303)
  // A role is checked before the version: both may mean that another person was faster.
  const now = await staff.call<Project & ErrorBody>({ method: 'GET', url })
  const isOld = now.status === 200 && `"${now.body.version}"` !== changeOf(request).ifMatch
  if (!isOld || (response.status !== 412 && response.status !== 403)) {
    return sendStaffProblem(request, reply, staff, response)
  }
  reply.code(412)
  const place = addressLine(now.body) || TEXTS.noAddress
  const status = STATUS_NAMES[now.body.status]
  if (now.body.status === to) return { kind: 'problem', text: TEXTS.already(place, status) }
  const wanted = isStatus(to) ? PROJECT.moves[to] : to
  return { kind: 'problem', text: TEXTS.conflict(place, wanted, status) }
}

async function hasFiles(staff: Staff, url: string): Promise<boolean> {
  const media = await staff.call<{ data?: unknown[] }>({
    method: 'GET',
    url: `${url}/media`,
  })
  // What can't be read is no reason to ask: the move itself says what is wrong.
  return media.status !== 200 || media.body.data?.length !== 0
}

/** Asks whether a shoot without files is done. `version` is the one that the person saw. */
async function askAboutFiles(
  { request, reply, staff, id, back }: Move,
  version: string | undefined,
): Promise<FastifyReply> {
  const url = `/projects/${encodeURIComponent(id)}`
  const response = await staff.call<Project & ErrorBody>({ method: 'GET', url })
  if (response.status !== 200) return sendStaffProblem(request, reply, staff, response)
  const { title, text, yes, no } = TEXTS.noFiles
  return sendStaffPage(request, reply, staff, {
    title,
    section: 'today',
    body: html`<p dir="auto">${text(addressLine(response.body) || TEXTS.noAddress)}</p>
<div class="actions">${changeForm({
      action: `move?${back}`,
      ...(version !== undefined && { etag: version }),
      content: html`<input type="hidden" name="sure" value="yes"><button class="go" name="to" value="UPLOADED">${yes}</button>`,
    })}
<a class="button" href="../../today?${back}">${no}</a></div>`,
  })
}
