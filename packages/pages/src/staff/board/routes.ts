import { movesFrom, type ProjectStatus } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { problem, refusal } from '../list.ts'
import { waitingHint } from '../orders/read.ts'
import { withQuery } from '../own-address.ts'
import { actionLink } from '../parts.ts'
import { moveFrom } from '../project/changes.ts'
import { moverOf } from '../project/moves.ts'
import { projectOf } from '../project/read.ts'
import { type List, RefusedRead, read, readList } from '../read-record.ts'
import { isStatus, type Project, type StatusChange } from '../records.ts'
import { type Notice, recordRefusal, sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import { readStart, type Start } from '../start/page.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import { assignJobs, outcomeOf } from './assign.ts'
import { nameOf } from './card.ts'
import { boardPage, isWelcome } from './page.ts'
import { EMPTY, readBoard, type Shown } from './read.ts'
import { TEXTS } from './texts.ts'
import { toolbar } from './toolbar.ts'
import { addressOf, type View, viewOf } from './view.ts'

/** `/app/{organizationId}/board`. docs/contract.md#c12-board */
export const boardPages = pagesAt('/board', {
  'GET ': showBoard,
  'POST /:id/move': moveJob,
  'POST /assign': assign,
})

async function showBoard(visit: StaffVisit): Promise<FastifyReply> {
  const { staff, query, at: here } = visit
  const view = viewOf(staff, query)
  try {
    const [shown, status] = await Promise.all([
      readBoard(staff, view),
      movedStatus(staff, query, { here, view }),
    ])
    const start = await readStart(visit, view, shown)
    const assigned = Number(query.get('assigned'))
    const isCount = Number.isSafeInteger(assigned) && assigned > 0
    return send(visit, {
      view,
      shown,
      start,
      status: status ?? (isCount ? html`${TEXTS.assign.done(assigned)}` : undefined),
    })
  } catch (error) {
    if (!(error instanceof RefusedRead)) throw error
    const { response } = error
    // A refused search can be corrected in the form.
    if (response.status !== 400 || !view.words) throw error
    recordRefusal(visit, response)
    return send(visit, { view, shown: EMPTY, notice: refusal(response.body) })
  }
}

interface Sent {
  view: View
  shown: Shown
  notice?: Notice
  start?: Start | undefined
  /** What was done. */
  status?: Html | undefined
  /** What failed. */
  problem?: Html
  /** Jobs that stay selected, by id. */
  chosen?: ReadonlySet<string>
}

async function send(visit: StaffVisit, { notice, start, ...sent }: Sent): Promise<FastifyReply> {
  const { request, staff, home, at: here, query } = visit
  const isNewSample = query.get('done') === 'sample' && start?.sample !== undefined
  const page = { ...sent, staff, here, start: start && { staff, start, home }, isNewSample }
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'board',
    // Nothing to find yet.
    tools: isWelcome(page) ? undefined : toolbar(page),
    action: actionLink(staff, 'createProject', `${home}/projects/new`, TEXTS.book),
    notice,
    styles: ['staff/board/style.css'],
    module: isNewSample ? 'staff/start/browser/main.ts' : 'staff/board/browser/main.ts',
    // The sample's photos are uploaded there.
    ...(isNewSample && { urls: [request.server.host.uploadOrigin] }),
    body: html`${await waitingHint(staff, home)}${boardPage(page)}`,
  })
}

/** Moves a job and redirects to its card. */
function moveJob(visit: StaffVisit): Promise<FastifyReply> {
  const view = new URLSearchParams(formOf(visit.request).text('back'))
  view.set('moved', visit.id)
  return moveFrom(withQuery('../../board', view), projectOf(visit), `#p-${visit.id}`)
}

/** Assigns the selected jobs. Failed ones are explained and stay selected. */
async function assign(visit: StaffVisit): Promise<FastifyReply> {
  const { request, reply, staff, at: here } = visit
  requireMay(staff, 'assignTechnician')
  const back = new URLSearchParams(formOf(request).text('back'))
  const outcome = await assignJobs(visit)
  const { refusal, failures, done } = outcome
  if (!refusal && failures.length === 0) {
    back.set('assigned', String(done))
    return reply.redirect(withQuery('../board', back), 303)
  }
  const view = viewOf(staff, back)
  const shown = await readBoard(staff, view)
  reply.code(refusal ? 400 : 409)
  const chosen = new Set(failures.map(({ id }) => id))
  if (refusal) return send(visit, { view, shown, notice: problem(refusal) })
  return send(visit, { view, shown, problem: outcomeOf(outcome, here), chosen })
}

/** The last move, with an undo. `?done=SHOOTING&moved={id}`. */
async function movedStatus(
  staff: Staff,
  query: URLSearchParams,
  { here, view }: { here: string; view: View },
): Promise<Html | undefined> {
  const [done = '', moved] = [query.get('done') ?? undefined, query.get('moved')]
  if (!isStatus(done)) return undefined
  const url = `/projects/${encodeURIComponent(moved ?? '')}`
  const project = moved ? await read<Project>(staff, url) : undefined
  if (project?.status !== done) return html`${COMMON.moved(STATUS_NAMES[done])}`
  const from = await undoStatus(staff, project, `${url}/history?limit=1`)
  const name = nameOf(project)
  const undo = changeForm({
    action: `${here}/${project.id}/move`,
    etag: `"${project.version}"`,
    content: html`${hidden({ back: addressOf(view, view).slice(1) })}<button name="to" value="${from ?? ''}" aria-keyshortcuts="Control+Z Meta+Z">${TEXTS.undo}</button>`,
  })
  return html`<span dir="auto">${TEXTS.movedJob(name, STATUS_NAMES[done])}</span>${
    from
      ? html` <span id="undo" data-id="${project.id}" data-name="${name}">${undo}</span>`
      : nothing
  }`
}

/** The status before the person's last move, if they may move back to it. Never redelivers. */
async function undoStatus(
  staff: Staff,
  project: Project,
  history: string,
): Promise<ProjectStatus | undefined> {
  const { data }: List<StatusChange> = await readList<StatusChange>(staff, history)
  const [last] = data
  if (last?.toStatus !== project.status || last.changedByUserId !== staff.userId) return undefined
  if (last.fromStatus === 'DELIVERED') return undefined
  return movesFrom(moverOf(staff, project), project.status).find((to) => to === last.fromStatus)
}
