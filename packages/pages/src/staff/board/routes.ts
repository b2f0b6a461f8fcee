import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { type Html, html } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { STAFF } from '../door.ts'
import { one, organizationAddress, type Query } from '../own-address.ts'
import { moveFrom } from '../project/changes.ts'
import { type ProjectRoute, visitOf } from '../project/read.ts'
import { RefusedRead } from '../read-record.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal } from '../send-staff-problem.ts'
import { type StaffVisit, serve } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { assignJobs, outcomeOf } from './assign.ts'
import { boardPage } from './page.ts'
import { EMPTY, readBoard, type Shown } from './read.ts'
import { TEXTS } from './texts.ts'
import { toolbar } from './toolbar.ts'
import { movedStatus } from './undo.ts'
import { type View, viewOf } from './view.ts'

interface BoardRoute {
  Querystring: Query
}

/** `/app/{organizationId}/board`. docs/contract.md#c12-board */
export const boardPages: FastifyPluginAsync = async (app) => {
  app.get<BoardRoute>('/app/:organizationId/board', STAFF, serve(showBoard))
  app.post<ProjectRoute>('/app/:organizationId/board/:id/move', STAFF, serve(moveJob))
  app.post<BoardRoute>('/app/:organizationId/board/assign', STAFF, serve(assign))
}

async function showBoard(visit: StaffVisit<BoardRoute>): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  const { query } = request
  const view = viewOf(staff, query)
  const here = hereOf(visit)
  try {
    const [shown, status] = await Promise.all([
      readBoard(staff, view),
      movedStatus(staff, query, { here, view }),
    ])
    const assigned = Number(one(query, 'assigned'))
    const isCount = Number.isSafeInteger(assigned) && assigned > 0
    return send(visit, {
      view,
      shown,
      status: status ?? (isCount ? html`${TEXTS.assign.done(assigned)}` : undefined),
    })
  } catch (error) {
    if (!(error instanceof RefusedRead)) throw error
    const { response } = error
    // What the person searches for can be mended in the form.
    if (response.status !== 400 || !view.words) throw error
    noteRefusal({ request, reply }, response)
    return send(visit, {
      view,
      shown: EMPTY,
      notice: { kind: 'problem', text: messageOf(response.body) },
    })
  }
}

function hereOf({ request, staff }: StaffVisit<BoardRoute>): string {
  return `${organizationAddress(request, staff.organization)}/board`
}

interface Sent {
  view: View
  shown: Shown
  notice?: Notice
  /** What was done. */
  status?: Html | undefined
  /** What was not done. */
  problem?: Html
  /** The jobs that stay chosen, by id. */
  chosen?: ReadonlySet<string>
}

function send(visit: StaffVisit<BoardRoute>, { notice, ...sent }: Sent): Promise<FastifyReply> {
  const { staff } = visit
  const here = hereOf(visit)
  const page = { ...sent, staff, here }
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'board',
    tools: toolbar(page),
    action: staff.may('createProject')
      ? html`<a class="go" href="${here}/../projects/new">${TEXTS.book}</a>`
      : undefined,
    notice,
    styles: ['staff/board/style.css'],
    module: 'staff/board/browser/main.ts',
    body: boardPage(page),
  })
}

/** Moves a job and redirects to its card. */
function moveJob(staffVisit: StaffVisit<ProjectRoute>): Promise<FastifyReply> {
  const visit = visitOf(staffVisit)
  const { id } = visit.request.params
  const view = new URLSearchParams(formOf(visit.request).text('back'))
  view.set('moved', id)
  return moveFrom(`../../board?${view}`, visit, `#p-${encodeURIComponent(id)}`)
}

/** Assigns the chosen jobs. The page says for each that failed what happened, and leaves it chosen. */
async function assign(visit: StaffVisit<BoardRoute>): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  requireMay(staff, 'assignTechnician')
  const back = new URLSearchParams(formOf(request).text('back'))
  const outcome = await assignJobs(visit)
  const { refusal, failures, done } = outcome
  if (!refusal && failures.length === 0) {
    back.set('assigned', String(done))
    return reply.redirect(`../board?${back}`, 303)
  }
  const view = viewOf(staff, Object.fromEntries(back))
  const shown = await readBoard(staff, view)
  reply.code(refusal ? 400 : 409)
  const chosen = new Set(failures.map(({ id }) => id))
  if (refusal) return send(visit, { view, shown, notice: { kind: 'problem', text: refusal } })
  return send(visit, { view, shown, problem: outcomeOf(outcome, hereOf(visit)), chosen })
}
