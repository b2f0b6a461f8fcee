import type { Schemas } from '@mediajobs/client'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Html, html } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, field } from '../change-form.ts'
import { type Door, PERSON } from '../door.ts'
import { endSession, personOfRequest, waitOf } from '../enter.ts'
import { rootOf } from '../own-address.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import { callWith, type Person } from '../staff.ts'
import { ROLE_NAMES } from '../texts.ts'
import { calendarSection, calendarUrl, inUtc, makeCalendar, TEXTS } from './calendars.ts'

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
    if (text === undefined) return sendStaffProblem(visit, response)
    noteRefusal(visit, response)
    return showAccount(visit, { notice: { kind: 'problem', text } })
  })

  app.post('/app/sign-out', PERSON, async (request, reply) => {
    const response = await endSession(request, tokenOf(request))
    if (response.status >= 500) return sendStaffProblem({ request, reply }, response)
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

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  token: string
}

interface Shown {
  notice?: Notice
  /** The address of a calendar that was just made: it is shown this once. */
  made?: string
}

/** Sends the page of an account. */
async function showAccount(visit: Visit, { notice, made }: Shown): Promise<FastifyReply> {
  const { request } = visit
  const root = rootOf(request)
  const person = personOfRequest(request)
  const calendars = calendarSection(person.organizations, root, made)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    body: accountPage(person, root, calendars),
    notice,
    ...(made !== undefined && { module: 'staff/account/browser/main.ts' }),
  })
}

/** Who is signed in, the way out, the calendars, and another password. */
function accountPage({ user, expiresAt }: Person, root: string, calendars: Html): Html {
  return html`<p dir="auto">${TEXTS.signedInAs(user.name, user.email)}</p>
<p>${TEXTS.until(inUtc(expiresAt))}</p>
${changeForm({ action: `${root}app/sign-out`, content: html`<button>${TEXTS.signOut}</button>` })}
${calendars}
<section aria-labelledby="password-title">
<h2 id="password-title">${TEXTS.password}</h2>
<p>${TEXTS.ends}</p>
${changeForm({ action: `${root}app/account/password`, class: 'narrow', content: passwordFields() })}
</section>`
}

function passwordFields(): Html {
  const each = { type: 'password', isRequired: true, maxLength: MAX_PASSWORD_LENGTH } as const
  const fresh = { ...each, autocomplete: 'new-password', minLength: MIN_PASSWORD_LENGTH }
  const hint = TEXTS.rule(MIN_PASSWORD_LENGTH)
  return html`${field({ ...each, name: 'current', label: TEXTS.current, autocomplete: 'current-password' })}
${field({ ...fresh, name: 'new', label: TEXTS.next, hint })}
${field({ ...fresh, name: 'repeat', label: TEXTS.repeat })}
<button class="go">${TEXTS.submit}</button>`
}

interface CalendarRoute {
  /** Of the organization. */
  Params: { id: string }
}

/** Makes and ends the address of a person's calendar in an organization. docs/contract.md#c12-feeds */
const calendarForms: FastifyPluginAsync<Door> = async (app, { cookie }) => {
  const visitOf = (request: FastifyRequest, reply: FastifyReply) => ({
    request,
    reply,
    token: cookie.read(request) ?? '',
    person: personOfRequest(request),
  })

  app.post<CalendarRoute>('/app/account/calendars/:id', PERSON, async (request, reply) => {
    const visit = visitOf(request, reply)
    const response = await makeCalendar(visit, request.params.id)
    if (response.status !== 201) return sendStaffProblem({ request, reply }, response)
    return showAccount(visit, { made: response.body.url })
  })

  app.post<CalendarRoute>('/app/account/calendars/:id/end', PERSON, (request, reply) => {
    const visit = visitOf(request, reply)
    const { token, person } = visit
    const credential = { token, organizationId: request.params.id }
    const url = calendarUrl(person)
    const done = () => reply.redirect('../../../account?done=calendar', 303)
    return change<null, Schemas['Calendar']>(
      { ...visit, staff: { call: (call) => callWith(request, credential, call) } },
      {
        call: { method: 'DELETE', url },
        done,
        refuse: (response) => sendStaffProblem(visit, response),
        compared: {
          url,
          isSeen: ({ createdAt }) => createdAt === formOf(request).text('was'),
          texts: ({ createdAt }) => [TEXTS.calendars.end, TEXTS.calendars.since(inUtc(createdAt))],
          same: done,
          fields: ({ createdAt }) => ({ was: createdAt }),
          back: '../../../account',
        },
      },
    )
  })
}

/** `/app`: organizations of a person. Redirects to the only one. */
export const homePages: FastifyPluginAsync = async (app) => {
  app.get('/app', PERSON, async (request, reply) => {
    const { organizations } = personOfRequest(request)
    const [first] = organizations
    const root = rootOf(request)
    if (first && organizations.length === 1) return reply.redirect(`${root}app/${first.id}`, 303)
    const list = html`<ul class="plain">${organizations.map(
      ({ id, name, role }) =>
        html`<li><a class="button" href="${root}app/${id}" dir="auto">${name}</a> <span class="soft">${ROLE_NAMES[role]}</span></li>`,
    )}</ul>`
    return sendStaffPage(
      { request, reply },
      {
        title: TEXTS.organizations.title,
        body: first ? list : html`<p>${TEXTS.organizations.none}</p>`,
      },
    )
  })
}
