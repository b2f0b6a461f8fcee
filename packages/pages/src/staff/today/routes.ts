import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { dayIn } from '../day.ts'
import { STAFF } from '../door.ts'
import { one, organizationAddress, type Query } from '../own-address.ts'
import { isStatus } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { type StaffVisit, serve } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { askAboutFiles, moveProject } from './move.ts'
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
