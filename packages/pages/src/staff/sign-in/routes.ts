import type { Schemas } from '@mediajobs/client'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { type ApiResponse, callApi } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Door, OPEN } from '../door.ts'
import { currentPerson } from '../enter.ts'
import { rootOf, staffAddress } from '../own-address.ts'
import { one, type Query } from '../query.ts'
import { type Notice, sendPlainPage } from '../send-staff-page.ts'
import { noteRefusal, sendPersonProblem } from '../send-staff-problem.ts'
import { startSession } from '../start-session.ts'
import { ELSEWHERE } from '../texts.ts'
import { waitOf } from '../wait-of.ts'
import { signInForm } from './page.ts'
import { type Reason, TEXTS } from './texts.ts'

/** `/app/sign-in`. docs/contract.md#c12-sign-in */
export const signInPages: FastifyPluginAsync<Door> = async (app, door) => {
  app.get<{ Querystring: Query }>('/app/sign-in', OPEN, async (request, reply) => {
    const next = staffAddress(one(request.query, 'next'))
    const token = door.cookie.read(request)
    const person = token === undefined ? undefined : await currentPerson(request, token)
    if (person?.status === 200) {
      return reply.redirect(`${rootOf(request)}${next?.slice(1) ?? 'app'}`, 303)
    }
    const reason = one(request.query, 'reason')
    const notice = elsewhere(person?.body.cellUrl, next) ?? noticeOf(reason)
    return send(request, reply, { next, notice })
  })

  app.post('/app/sign-in', OPEN, async (request, reply) => {
    const form = formOf(request)
    const [email, password] = [form.text('email') ?? '', form.text('password') ?? '']
    const next = staffAddress(form.text('next'))
    if (door.site.isUnsafe(request)) {
      reply.code(403)
      return send(request, reply, { next, email, notice: { kind: 'problem', text: TEXTS.unsafe } })
    }
    const response = await callApi<Schemas['SignedIn'] & ErrorBody>(request, {
      method: 'POST',
      url: '/auth/sessions',
      payload: { email, password },
    })
    if (response.status === 201) {
      await startSession({ request, reply, door }, response.body)
      return reply.redirect(`${rootOf(request)}${next?.slice(1) ?? 'app'}`, 303)
    }
    const text = problemOf(response)
    if (text === undefined) return sendPersonProblem(request, reply, response)
    noteRefusal(request, reply, response)
    return send(request, reply, { next, email, notice: { kind: 'problem', text } })
  })
}

interface Shown {
  next: string | undefined
  email?: string
  notice: Notice | undefined
}

function send(request: FastifyRequest, reply: FastifyReply, { notice, ...form }: Shown) {
  const body = signInForm({ root: rootOf(request), ...form })
  return sendPlainPage(request, reply, { title: TEXTS.title, body, notice })
}

function noticeOf(reason: string | undefined): Notice | undefined {
  if (reason === undefined || !Object.hasOwn(TEXTS.reasons, reason)) return undefined
  const kind = reason === 'signed-out' ? 'done' : 'problem'
  return { kind, text: TEXTS.reasons[reason as Reason] }
}

/** For a session of another cell. docs/contract.md#c15-wrong-cell-session */
function elsewhere(cellUrl: string | undefined, next: string | undefined): Notice | undefined {
  if (cellUrl === undefined) return undefined
  const link = { url: `${cellUrl}${next ?? '/app'}`, text: ELSEWHERE.link }
  return { kind: 'problem', text: ELSEWHERE.session, link }
}

/** What the form says of a refusal; `undefined` for one that the form cannot mend. */
function problemOf({ status, headers }: ApiResponse<ErrorBody>): string | undefined {
  if (status === 401) return TEXTS.wrong
  if (status === 400) return TEXTS.incomplete
  if (status === 429) return TEXTS.slowed(waitOf(headers))
  return undefined
}
