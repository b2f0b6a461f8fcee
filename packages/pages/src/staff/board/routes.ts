import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { problem } from '../list.ts'
import { withQuery } from '../own-address.ts'
import { ifMay } from '../parts.ts'
import { movedNotice, moveFrom } from '../project/changes.ts'
import { projectOf } from '../project/read.ts'
import { RefusedRead } from '../read-record.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal } from '../send-staff-problem.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { boardPage } from './page.ts'
import { type Page, readBoard, viewOf } from './read.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/board`. docs/contract.md#c12-board */
export const boardPages = pagesAt('/board', { 'GET ': showBoard, 'POST /:id/move': moveJob })

async function showBoard(visit: StaffVisit): Promise<FastifyReply> {
  const view = viewOf(visit.staff, visit.query)
  try {
    const shown = await readBoard(visit.staff, view)
    return send(visit, { view, shown, notice: movedNotice(visit.query) })
  } catch (error) {
    if (!(error instanceof RefusedRead)) throw error
    const { response } = error
    // What the person searches for can be mended in the form.
    if (response.status !== 400 || !view.words) throw error
    noteRefusal(visit, response)
    const shown = { columns: [], counts: {}, people: [], nameOf: () => undefined, isCut: false }
    return send(visit, { view, shown, notice: problem(messageOf(response.body)) })
  }
}

interface Sent extends Pick<Page, 'view' | 'shown'> {
  notice: Notice | undefined
}

function send(visit: StaffVisit, { view, shown, notice }: Sent): Promise<FastifyReply> {
  const { staff, home, at: here } = visit
  const book = () => html`<a class="go" href="${home}/projects/new">${TEXTS.book}</a>`
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'board',
    action: ifMay(staff, 'createProject', book),
    notice,
    styles: ['staff/board/style.css'],
    module: 'staff/board/browser/main.ts',
    body: boardPage({ staff, view, shown, here }),
  })
}

/** Moves a job and redirects to its card. */
function moveJob(visit: StaffVisit): Promise<FastifyReply> {
  const view = new URLSearchParams(formOf(visit.request).text('back'))
  return moveFrom(withQuery('../../board', view), projectOf(visit), `#p-${visit.id}`)
}
