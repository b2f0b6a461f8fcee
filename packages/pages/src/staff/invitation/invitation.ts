import type { Schemas } from '@mediajobs/client'
import {
  MAX_PASSWORD_LENGTH,
  MAX_TOKEN_LENGTH,
  MIN_PASSWORD_LENGTH,
  tokenLinkAt,
} from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiResponse, callApi, type ErrorBody } from '../../call-api.ts'
import { refuseAs } from '../../errors.ts'
import { formOf } from '../../forms.ts'
import { OPEN } from '../../host.ts'
import { type Html, html } from '../../html.ts'
import type { Auth } from '../auth.ts'
import { changeForm, field } from '../change-form.ts'
import { startSession, waitOf } from '../enter.ts'
import { rootOf } from '../own-address.ts'
import { type Notice, recordRefusal, sendStaffPage, sendStaffProblem } from '../send-staff-page.ts'
import { TEXTS as SIGN_IN } from '../sign-in.ts'
import { ELSEWHERE } from '../texts.ts'

const TEXTS = {
  title: 'Accept your invitation',
  intro:
    'If you already have an account with this email, enter its password. Otherwise choose a password.',
  token: 'Invitation',
  tokenHint: 'The text after “token=” in your link.',
  password: 'Password',
  rule: (least: number) => `A new password needs at least ${least} characters.`,
  submit: 'Accept',
  refused: 'This invitation is unknown, expired or already accepted. Ask for a new one.',
  elsewhere: 'This invitation has moved.',
  invalid: (least: number) =>
    `Enter the invitation and a password of at least ${least} characters.`,
  slowed: (wait: string) => `Too many attempts. Try again in ${wait}.`,
} as const

/**
 * `/invitations`. The link's token is in the fragment, hidden from servers, logs and mail scanners. A module fills it
 * in. docs/contract.md#c12-invitation
 */
export const invitationPages: FastifyPluginAsync<Auth> = async (app, auth) => {
  app.get('/invitations', OPEN, (request, reply) => send(request, reply, {}))

  app.post('/invitations', OPEN, async (request, reply) => {
    const form = formOf(request)
    const [token, password] = [form.text('token')?.trim() ?? '', form.text('password') ?? '']
    if (auth.site.isUnsafe(request)) {
      refuseAs({ request, reply }, 'cross_site')
      return send(request, reply, { token, text: SIGN_IN.unsafe })
    }
    const response = await callApi<Schemas['SignedIn'] & ErrorBody>(request, {
      method: 'POST',
      url: '/auth/invitations/accept',
      payload: { token, password },
    })
    if (response.status === 201) {
      await startSession({ request, reply, auth }, response.body)
      return reply.redirect(`${rootOf(request)}app`, 303)
    }
    const text = problemOf(response)
    if (text === undefined) return sendStaffProblem({ request, reply }, response)
    recordRefusal({ request, reply }, response)
    const { cellUrl } = response.body
    const url = cellUrl && tokenLinkAt(cellUrl, request.url, token)
    const link = url ? { url, text: ELSEWHERE.link } : undefined
    return send(request, reply, { token, text, link })
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, text, link }: { token?: string; text?: string; link?: Notice['link'] },
) {
  const notice: Notice | undefined =
    text === undefined ? undefined : { kind: 'problem', text, ...(link && { link }) }
  const body = invitationForm(rootOf(request), token)
  const module = 'staff/invitation/browser/main.ts'
  return sendStaffPage({ request, reply }, { title: TEXTS.title, body, notice, module })
}

function invitationForm(root: string, token: string | undefined): Html {
  return html`<p>${TEXTS.intro}</p>
${changeForm({
  action: `${root}invitations`,
  class: 'narrow',
  content: html`${field({
    name: 'token',
    label: TEXTS.token,
    value: token,
    hint: TEXTS.tokenHint,
    isRequired: true,
    maxLength: MAX_TOKEN_LENGTH,
    more: { autocomplete: 'off' },
  })}
${field({
  name: 'password',
  label: TEXTS.password,
  type: 'password',
  hint: TEXTS.rule(MIN_PASSWORD_LENGTH),
  isRequired: true,
  maxLength: MAX_PASSWORD_LENGTH,
  more: { autocomplete: 'new-password', minlength: MIN_PASSWORD_LENGTH },
})}
<button class="go">${TEXTS.submit}</button>`,
})}`
}

function problemOf({ status, headers }: ApiResponse<ErrorBody>): string | undefined {
  if (status === 401) return TEXTS.refused
  if (status === 421) return TEXTS.elsewhere
  if (status === 400) return TEXTS.invalid(MIN_PASSWORD_LENGTH)
  if (status === 429) return TEXTS.slowed(waitOf(headers))
  return undefined
}
