import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { changeOf } from '../change-form.ts'
import { type Door, PERSON } from '../door.ts'
import { personOfRequest } from '../enter.ts'
import { noteRefusal, sendPersonProblem } from '../send-staff-problem.ts'
import { endCalendar, makeCalendar } from './calendars.ts'
import { showAccount } from './show.ts'
import { TEXTS } from './texts.ts'

interface CalendarRoute {
  /** Of the organization. */
  Params: { id: string }
}

/** Makes and ends the address of a person's calendar in an organization. docs/contract.md#c12-feeds */
export const calendarForms: FastifyPluginAsync<Door> = async (app, { cookie }) => {
  const visitOf = (request: FastifyRequest, reply: FastifyReply) => ({
    request,
    reply,
    token: cookie.read(request) ?? '',
    person: personOfRequest(request),
  })

  app.post<CalendarRoute>('/app/account/calendars/:id', PERSON, async (request, reply) => {
    const visit = visitOf(request, reply)
    const response = await makeCalendar(visit, request.params.id)
    if (response.status !== 201) return sendPersonProblem(request, reply, response)
    return showAccount(visit, { made: response.body.url })
  })

  app.post<CalendarRoute>('/app/account/calendars/:id/end', PERSON, async (request, reply) => {
    const visit = visitOf(request, reply)
    const response = await endCalendar(visit, request.params.id, changeOf(request).ifMatch)
    if (response.status === 204) return reply.redirect('../../../account?done=calendar', 303)
    if (response.status !== 412) return sendPersonProblem(request, reply, response)
    noteRefusal(request, reply, response)
    return showAccount(visit, { notice: { kind: 'problem', text: TEXTS.calendars.changed } })
  })
}
