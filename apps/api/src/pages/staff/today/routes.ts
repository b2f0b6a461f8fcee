import { PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { dayIn } from '../day.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { organizationAddress } from '../own-address.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { askAboutFiles, moveProject } from './move.ts'
import { queryOf, todayPage } from './page.ts'
import { readView, type View } from './read.ts'
import { TEXTS } from './texts.ts'

type Query = Record<string, string | string[] | undefined>

interface MoveRoute {
  Querystring: Query
  Params: { id: string }
}
type MoveRequest = FastifyRequest<MoveRoute>

/** `/app/{organizationId}/today`. docs/contract.md#c12-today */
export const todayPages: FastifyPluginAsync = async (app) => {
  app.get<{ Querystring: Query }>('/app/:organizationId/today', STAFF, (request, reply) =>
    show(request, reply, undefined),
  )

  const moveOf = (request: MoveRequest, reply: FastifyReply) => {
    const staff = staffOfRequest(request)
    const back = queryOf(viewOf(staff, request.query)).toString()
    return { request, reply, staff, id: request.params.id, back }
  }

  app.get<MoveRoute>('/app/:organizationId/today/:id/no-files', STAFF, (request, reply) =>
    askAboutFiles(moveOf(request, reply), one(request.query.version)),
  )

  app.post<MoveRoute>('/app/:organizationId/today/:id/move', STAFF, async (request, reply) => {
    const result = await moveProject(moveOf(request, reply))
    return 'kind' in result ? show(request, reply, result) : result
  })
}

async function show(
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
  notice: Notice | undefined,
) {
  const staff = staffOfRequest(request)
  const view = viewOf(staff, request.query)
  const shown = await readView(staff, view)
  if ('status' in shown) return sendStaffProblem(request, reply, staff, shown)
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
  const chosen = one(query.technicianId) || null
  return {
    day: dayIn(organization.timeZone, one(query.day)),
    technicianId: staff.may('assignTechnician') ? chosen : userId,
    isQueue: role === 'EDITOR',
    cursor: one(query.cursor),
  }
}

function movedNotice(query: Query): Notice | undefined {
  const done = one(query.done)
  const status = PROJECT_STATUSES.find((each): each is ProjectStatus => each === done)
  return status && { kind: 'done', text: TEXTS.moved(STATUS_NAMES[status]) }
}

function one(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0]
}
