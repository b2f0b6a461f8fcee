import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { messageOf } from '../../message.ts'
import type { Notice } from '../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import type { StaffVisit } from '../serve.ts'
import type { StaffCall } from '../staff.ts'

interface Act {
  call: StaffCall
  /** Where a success leads. */
  to: string
  /** Shows the page again, with what the API refused. */
  refuse: (notice: Notice) => Promise<FastifyReply>
}

/** Makes a change that has no fields: a deletion, an archiving. */
export async function act(
  { request, reply, staff }: Pick<StaffVisit, 'request' | 'reply' | 'staff'>,
  { call, to, refuse }: Act,
): Promise<FastifyReply> {
  const response = await staff.call<ErrorBody>(call)
  const { status, body } = response
  // A second click finds nothing: it is deleted.
  const isGone = status === 404 && call.method === 'DELETE'
  if (status < 300 || isGone) return reply.redirect(to, 303)
  if (status >= 500 || status === 404 || status === 412) {
    return sendStaffProblem(request, reply, staff, response)
  }
  noteRefusal(request, reply, response)
  return refuse({ kind: 'problem', text: messageOf(body) })
}
