import { MIN_PASSWORD_LENGTH } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../../errors.ts'
import type { ApiResponse } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Door, STAFF } from '../door.ts'
import { personOfRequest } from '../enter.ts'
import { rootOf } from '../own-address.ts'
import { type Notice, sendPlainPage } from '../send-staff-page.ts'
import { noteRefusal, sendPersonProblem } from '../send-staff-problem.ts'
import { callWith } from '../staff.ts'
import { endSession } from '../start-session.ts'
import { waitOf } from '../wait-of.ts'
import { accountPage } from './page.ts'
import { TEXTS } from './texts.ts'

/** `/app/account`: the account of a person, of no organization. docs/contract.md#c12-account */
export const accountPages: FastifyPluginAsync<Door> = async (app, { cookie }) => {
  // `requirePerson` has read it already.
  const tokenOf = (request: FastifyRequest) => cookie.read(request) ?? ''

  app.get<{ Querystring: { done?: unknown } }>('/app/account', STAFF, (request, reply) => {
    const isChanged = request.query.done === 'password'
    return send(request, reply, isChanged ? { kind: 'done', text: TEXTS.changed } : undefined)
  })

  app.post('/app/account/password', STAFF, async (request, reply) => {
    const form = formOf(request)
    if (form.text('new') !== form.text('repeat')) {
      return send(request, reply.code(400), { kind: 'problem', text: TEXTS.differs })
    }
    const payload = {
      currentPassword: form.text('current') ?? '',
      newPassword: form.text('new') ?? '',
    }
    const token = tokenOf(request)
    const call = { method: 'POST', url: '/auth/password', payload } as const
    const response = await callWith<ErrorBody>(app, request, { token }, call)
    if (response.status === 204) return reply.redirect('../account?done=password', 303)
    const text = problemOf(response)
    if (text === undefined) return sendPersonProblem(request, reply, response)
    noteRefusal(request, reply, response)
    return send(request, reply, { kind: 'problem', text })
  })

  app.post('/app/sign-out', STAFF, async (request, reply) => {
    const response = await endSession(app, request, tokenOf(request))
    if (response.status >= 500) return sendPersonProblem(request, reply, response)
    cookie.clear(reply)
    return reply.redirect('sign-in?reason=signed-out', 303)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, notice: Notice | undefined) {
  const body = accountPage(personOfRequest(request), rootOf(request))
  return sendPlainPage(request, reply, { title: TEXTS.title, isSignedIn: true, body, notice })
}

function problemOf({ status, headers, body }: ApiResponse<ErrorBody>): string | undefined {
  if (body.code === 'password_wrong') return TEXTS.wrong
  if (status === 400) return TEXTS.invalid(MIN_PASSWORD_LENGTH)
  if (status === 429) return TEXTS.slowed(waitOf(headers))
  return undefined
}
