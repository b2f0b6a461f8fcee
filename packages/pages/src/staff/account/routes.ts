import { MIN_PASSWORD_LENGTH } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Door, PERSON } from '../door.ts'
import { noteRefusal, sendPersonProblem } from '../send-staff-problem.ts'
import { callWith } from '../staff.ts'
import { endSession } from '../start-session.ts'
import { waitOf } from '../wait-of.ts'
import { calendarForms } from './calendar-forms.ts'
import { showAccount, type Visit } from './show.ts'
import { TEXTS } from './texts.ts'

/** `/app/account`: the account of a person, of no organization. docs/contract.md#c12-account */
export const accountPages: FastifyPluginAsync<Door> = async (app, door) => {
  // `requirePerson` has read it already.
  const tokenOf = (request: FastifyRequest) => door.cookie.read(request) ?? ''
  await app.register(calendarForms, door)

  app.get<{ Querystring: { done?: unknown } }>('/app/account', PERSON, (request, reply) => {
    const visit = { request, reply, token: tokenOf(request) }
    const text = request.query.done === 'password' ? TEXTS.changed : undefined
    const ended = request.query.done === 'calendar' ? TEXTS.calendars.ended : undefined
    const done = text ?? ended
    return showAccount(visit, done === undefined ? {} : { notice: { kind: 'done', text: done } })
  })

  app.post('/app/account/password', PERSON, async (request, reply) => {
    const visit: Visit = { request, reply, token: tokenOf(request) }
    const form = formOf(request)
    if (form.text('new') !== form.text('repeat')) {
      reply.code(400)
      return showAccount(visit, { notice: { kind: 'problem', text: TEXTS.differs } })
    }
    const payload = {
      currentPassword: form.text('current') ?? '',
      newPassword: form.text('new') ?? '',
    }
    const { token } = visit
    const call = { method: 'POST', url: '/auth/password', payload } as const
    const response = await callWith<ErrorBody>(request, { token }, call)
    if (response.status === 204) return reply.redirect('../account?done=password', 303)
    const text = problemOf(response)
    if (text === undefined) return sendPersonProblem(request, reply, response)
    noteRefusal(request, reply, response)
    return showAccount(visit, { notice: { kind: 'problem', text } })
  })

  app.post('/app/sign-out', PERSON, async (request, reply) => {
    const response = await endSession(request, tokenOf(request))
    if (response.status >= 500) return sendPersonProblem(request, reply, response)
    door.cookie.clear(reply)
    return reply.redirect('sign-in?reason=signed-out', 303)
  })
}

function problemOf({ status, headers, body }: ApiResponse<ErrorBody>): string | undefined {
  if (body.code === 'password_wrong') return TEXTS.wrong
  if (status === 400) return TEXTS.invalid(MIN_PASSWORD_LENGTH)
  if (status === 429) return TEXTS.slowed(waitOf(headers))
  return undefined
}
