import type { Schemas } from '@mediajobs/client'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { refuseAs } from '../errors.ts'
import { formOf } from '../forms.ts'
import { OPEN, PAGE } from '../host.ts'
import { type Html, html } from '../html.ts'
import type { Auth } from './auth.ts'
import { changeForm, field, hidden } from './change-form.ts'
import { currentPerson, startSession, waitOf } from './enter.ts'
import { queryOf, rootOf, staffAddress } from './own-address.ts'
import { type Notice, recordRefusal, sendStaffPage, sendStaffProblem } from './send-staff-page.ts'
import { ELSEWHERE } from './texts.ts'

export const TEXTS = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  invited: 'I have an invitation',
  forgotten: 'Forgot your password?',
  wrong: 'Wrong email or password.',
  incomplete: 'Enter your email and password.',
  slowed: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  unsafe: "Your browser won't keep you signed in: open this page over https.",
  reasons: {
    ended: 'Your session has ended. Sign in again.',
    unsaved: "Your session has ended and your changes weren't saved. Sign in and try again.",
    'signed-out': "You're signed out.",
  },
} as const

/** `/app/sign-in`, and the redirect from `/` to the app. docs/contract.md#c12-sign-in docs/contract.md#c12-home */
export const signInPages: FastifyPluginAsync<Auth> = async (app, auth) => {
  app.get('/', PAGE, async (request, reply) => {
    reply.vary('Accept')
    return reply.redirect(`${rootOf(request)}app`, 303)
  })

  app.get('/app/sign-in', OPEN, async (request, reply) => {
    const query = queryOf(request)
    const next = staffAddress(query.get('next') ?? undefined)
    const token = auth.cookie.read(request)
    const person = token === undefined ? undefined : await currentPerson(request, token)
    if (person?.status === 200) {
      return reply.redirect(`${rootOf(request)}${next?.slice(1) ?? 'app'}`, 303)
    }
    const notice = elsewhere(person?.body.cellUrl, next) ?? noticeOf(query.get('reason'))
    return send(request, reply, { next, notice })
  })

  app.post('/app/sign-in', OPEN, async (request, reply) => {
    const form = formOf(request)
    const [email, password] = [form.text('email') ?? '', form.text('password') ?? '']
    const next = staffAddress(form.text('next'))
    if (auth.site.isUnsafe(request)) {
      refuseAs({ request, reply }, 'cross_site')
      return send(request, reply, { next, email, notice: { kind: 'problem', text: TEXTS.unsafe } })
    }
    const response = await callApi<Schemas['SignedIn'] & ErrorBody>(request, {
      method: 'POST',
      url: '/auth/sessions',
      payload: { email, password },
    })
    if (response.status === 201) {
      await startSession({ request, reply, auth }, response.body)
      return reply.redirect(`${rootOf(request)}${next?.slice(1) ?? 'app'}`, 303)
    }
    const text = problemOf(response)
    if (text === undefined) return sendStaffProblem({ request, reply }, response)
    recordRefusal({ request, reply }, response)
    return send(request, reply, { next, email, notice: { kind: 'problem', text } })
  })
}

interface Shown {
  next: string | undefined
  email?: string
  notice: Notice | undefined
}

function send(request: FastifyRequest, reply: FastifyReply, { notice, ...form }: Shown) {
  const body = signInForm(rootOf(request), form)
  return sendStaffPage({ request, reply }, { title: TEXTS.title, body, notice })
}

function noticeOf(reason: string | null): Notice | undefined {
  if (reason === null || !Object.hasOwn(TEXTS.reasons, reason)) return undefined
  const kind = reason === 'signed-out' ? 'done' : 'problem'
  return { kind, text: TEXTS.reasons[reason as Reason] }
}

/** The notice for a session of another cell. docs/contract.md#c15-wrong-cell-session */
function elsewhere(cellUrl: string | undefined, next: string | undefined): Notice | undefined {
  if (cellUrl === undefined) return undefined
  const link = { url: `${cellUrl}${next ?? '/app'}`, text: ELSEWHERE.link }
  return { kind: 'problem', text: ELSEWHERE.session, link }
}

/** The form's message for a refusal; `undefined` if the form can't fix it. */
function problemOf({ status, headers }: ApiResponse<ErrorBody>): string | undefined {
  if (status === 401) return TEXTS.wrong
  if (status === 400) return TEXTS.incomplete
  if (status === 429) return TEXTS.slowed(waitOf(headers))
  return undefined
}

/** @param next where to redirect after sign-in */
function signInForm(root: string, { email, next }: Omit<Shown, 'notice'>): Html {
  return html`${changeForm({
    action: `${root}app/sign-in`,
    class: 'narrow',
    content: html`${field({
      name: 'email',
      label: TEXTS.email,
      type: 'email',
      value: email,
      isRequired: true,
      maxLength: MAX_EMAIL_LENGTH,
      more: { autocomplete: 'username' },
    })}
${field({
  name: 'password',
  label: TEXTS.password,
  type: 'password',
  isRequired: true,
  maxLength: MAX_PASSWORD_LENGTH,
  more: { autocomplete: 'current-password' },
})}
${hidden({ next })}
<button class="go">${TEXTS.submit}</button>`,
  })}
<p><a href="${root}invitations">${TEXTS.invited}</a></p>
<p><a href="${root}password-resets">${TEXTS.forgotten}</a></p>`
}

type Reason = keyof (typeof TEXTS)['reasons']
