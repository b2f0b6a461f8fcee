import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { ask, conflictOf } from '../ask.ts'
import { changeOf } from '../change-form.ts'
import { type ProjectRoute, visitOf } from '../project/visit.ts'
import { isStatus, type Project } from '../records.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import type { StaffVisit } from '../serve.ts'
import { STATUS_NAMES } from '../texts.ts'
import { placeOf } from './card.ts'
import { TEXTS } from './texts.ts'

/** Moves a job, and leads back to its card. When it was changed in the meantime, shows both and asks. */
export async function moveJob(staffVisit: StaffVisit<ProjectRoute>): Promise<FastifyReply> {
  const visit = visitOf(staffVisit)
  const { request, reply, staff, url } = visit
  const form = formOf(request)
  const status = form.text('to') ?? ''
  const back = new URLSearchParams(form.text('back'))
  const { ifMatch } = changeOf(request)
  const response = await staff.call<Project & ErrorBody>({
    method: 'PATCH',
    url: `${url}/status`,
    payload: { status },
    ifMatch,
  })
  const anchor = `#p-${encodeURIComponent(request.params.id)}`
  const board = `../../board?${back}`
  if (response.status === 200) {
    const join = back.size > 0 ? '&' : ''
    return reply.redirect(`${board}${join}done=${status}${anchor}`, 303)
  }
  // A role is checked before the version: both may mean that another person was faster.
  if (response.status !== 412 && response.status !== 403) {
    return sendStaffProblem(request, reply, staff, response)
  }
  const now = await staff.call<Project & ErrorBody>({ method: 'GET', url })
  if (now.status !== 200 || `"${now.body.version}"` === ifMatch || !isStatus(status)) {
    return sendStaffProblem(request, reply, staff, response)
  }
  noteRefusal(request, reply, { ...response, status: 412 })
  return ask(visit, {
    ...conflictOf(STATUS_NAMES[status], STATUS_NAMES[now.body.status]),
    lead: TEXTS.conflict.lead(placeOf(now.body)),
    yes: TEXTS.conflict.again,
    etag: `"${now.body.version}"`,
    back: `${board}${anchor}`,
  })
}
