import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { STAFF } from '../door.ts'
import { one, organizationAddress, type Query } from '../own-address.ts'
import { moveFrom } from '../project/changes.ts'
import { type ProjectRoute, visitOf } from '../project/read.ts'
import { RefusedRead } from '../read-record.ts'
import { isStatus } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal } from '../send-staff-problem.ts'
import { type StaffVisit, serve } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { boardPage } from './page.ts'
import { readBoard, type Shown, type View, viewOf } from './read.ts'
import { TEXTS } from './texts.ts'

interface BoardRoute {
  Querystring: Query
}

/** `/app/{organizationId}/board`. docs/contract.md#c12-board */
export const boardPages: FastifyPluginAsync = async (app) => {
  app.get<BoardRoute>('/app/:organizationId/board', STAFF, serve(showBoard))
  app.post<ProjectRoute>('/app/:organizationId/board/:id/move', STAFF, serve(moveJob))
}

async function showBoard({ request, reply, staff }: StaffVisit<BoardRoute>): Promise<FastifyReply> {
  const view = viewOf(staff, request.query)
  try {
    const shown = await readBoard(staff, view)
    return send(request, reply, { staff, view, shown, notice: movedNotice(request.query) })
  } catch (error) {
    if (!(error instanceof RefusedRead)) throw error
    const { response } = error
    // What the person searches for can be mended in the form.
    if (response.status !== 400 || !view.words) throw error
    noteRefusal({ request, reply }, response)
    const text = messageOf(response.body)
    const shown = { columns: [], counts: {}, people: [], nameOf: () => undefined, isCut: false }
    return send(request, reply, { staff, view, shown, notice: { kind: 'problem', text } })
  }
}

interface Sent {
  staff: Staff
  view: View
  shown: Shown
  notice: Notice | undefined
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { staff, view, shown, notice }: Sent,
): Promise<FastifyReply> {
  const here = `${organizationAddress(request, staff.organization)}/board`
  return sendStaffPage(
    { request, reply },
    {
      title: TEXTS.title,
      section: 'board',
      action: staff.may('createProject')
        ? html`<a class="go" href="${here}/../projects/new">${TEXTS.book}</a>`
        : undefined,
      notice,
      styles: ['staff/board/style.css'],
      module: 'staff/board/browser/main.ts',
      body: boardPage({ staff, view, shown, here }),
    },
  )
}

function movedNotice(query: Query): Notice | undefined {
  const status = one(query, 'done') ?? ''
  return isStatus(status) ? { kind: 'done', text: TEXTS.moved(STATUS_NAMES[status]) } : undefined
}

/** Moves a job and redirects to its card. */
function moveJob(staffVisit: StaffVisit<ProjectRoute>): Promise<FastifyReply> {
  const visit = visitOf(staffVisit)
  const view = new URLSearchParams(formOf(visit.request).text('back'))
  const anchor = `#p-${encodeURIComponent(visit.request.params.id)}`
  return moveFrom(`../../board?${view}`, visit, anchor)
}
