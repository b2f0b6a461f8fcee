import type { Schemas } from '@mediajobs/client'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiResponse, callApi, type ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { type Auth, PERSON } from '../auth.ts'
import { type ChangeVisit, change } from '../change.ts'
import { changeForm, copyField, field, hidden } from '../change-form.ts'
import {
  admitMember,
  endSession,
  inWords,
  personOfRequest,
  startSession,
  waitOf,
} from '../enter.ts'
import { badRequest, doneNotice, problem } from '../list.ts'
import { queryOf, rootOf } from '../own-address.ts'
import { confirmButton, section } from '../parts.ts'
import {
  type Notice,
  type PageVisit,
  recordRefusal,
  sendStaffPage,
  sendStaffProblem,
} from '../send-staff-page.ts'
import { callWith, type Person } from '../staff.ts'
import { LANGUAGE, ROLE_NAMES } from '../texts.ts'

interface CalendarRoute {
  /** The organization's id. */
  Params: { id: string }
}

/** `/app/account`: a person's account, outside any organization. docs/contract.md#c12-account */
export const accountPages: FastifyPluginAsync<Auth> = async (app, auth) => {
  // `requirePerson` has already checked the token.
  const tokenOf = (request: FastifyRequest) => auth.cookie.read(request) ?? ''

  app.get('/app/account', PERSON, (request, reply) =>
    showAccount({ request, reply }, tokenOf(request), {
      notice: doneNotice(queryOf(request), TEXTS.done),
    }),
  )

  app.post('/app/account/password', PERSON, async (request, reply) => {
    const visit = { request, reply }
    const form = formOf(request)
    const show = (notice: Notice) => showAccount(visit, tokenOf(request), { notice })
    const newPassword = form.text('new') ?? ''
    if (newPassword !== form.text('repeat')) return badRequest(visit, TEXTS.differs, show)
    const payload = { currentPassword: form.text('current') ?? '', newPassword }
    const call = { method: 'POST', url: '/auth/password', payload } as const
    const response = await callWith<ErrorBody>(request, { token: tokenOf(request) }, call)
    if (response.status === 204) {
      await replaceSession({ request, reply, auth }, newPassword)
      return reply.redirect('../account?done=password', 303)
    }
    const text = problemOf(response)
    if (text === undefined) return sendStaffProblem(visit, response)
    recordRefusal(visit, response)
    return show(problem(text))
  })

  app.post('/app/sign-out', PERSON, async (request, reply) => {
    const response = await endSession(request, tokenOf(request))
    if (response.status >= 500) return sendStaffProblem({ request, reply }, response)
    auth.cookie.clear(reply)
    return reply.redirect('sign-in?reason=signed-out', 303)
  })

  // A person's calendar URL in an organization: docs/contract.md#c12-feeds
  app.post<CalendarRoute>('/app/account/calendars/:id', PERSON, async (request, reply) => {
    // A new URL revokes the previous one, so a form sent twice must show the working one.
    const response = await callWith<Schemas['NewCalendar'] & ErrorBody>(
      request,
      { token: tokenOf(request), organizationId: request.params.id },
      { method: 'POST', url: calendarUrl(request) },
    )
    if (response.status !== 201) return sendStaffProblem({ request, reply }, response)
    return showAccount({ request, reply }, tokenOf(request), { made: response.body.url })
  })

  app.post<CalendarRoute>('/app/account/calendars/:id/end', PERSON, (request, reply) => {
    const credential = { token: tokenOf(request), organizationId: request.params.id }
    const staff: ChangeVisit['staff'] = { call: (call) => callWith(request, credential, call) }
    const visit = { request, reply, staff }
    const url = calendarUrl(request)
    const done = () => reply.redirect('../../../account?done=calendar', 303)
    return change<null, Schemas['Calendar']>(visit, {
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
    })
  })
}

/** Signs in again, which ends the session of a copied cookie too. If sign-ins are slowed, the session stays. */
async function replaceSession(visit: Parameters<typeof startSession>[0], password: string) {
  const { email } = personOfRequest(visit.request).user
  const call = { method: 'POST', url: '/auth/sessions', payload: { email, password } } as const
  const signedIn = await callApi<Schemas['SignedIn'] & ErrorBody>(visit.request, call)
  if (signedIn.status === 201) await startSession(visit, signedIn.body)
}

/** The API path of a person's calendar. */
function calendarUrl(request: FastifyRequest): string {
  return `/users/${personOfRequest(request).user.id}/calendar`
}

function problemOf({ status, headers, body }: ApiResponse<ErrorBody>): string | undefined {
  if (body.code === 'password_wrong') return TEXTS.wrong
  if (status === 400) return TEXTS.invalid(MIN_PASSWORD_LENGTH)
  if (status === 429) return TEXTS.slowed(waitOf(headers))
  return undefined
}

interface Shown {
  notice?: Notice | undefined
  /** A newly created calendar URL, shown once. */
  made?: string
}

async function showAccount(
  visit: PageVisit,
  token: string,
  { notice, made }: Shown,
): Promise<FastifyReply> {
  const { request, reply } = visit
  const root = rootOf(request)
  const person = personOfRequest(request)
  const [only, another] = person.organizations
  // For the organization's navigation, which is omitted if refused.
  if (only && !another) await admitMember(request, reply, { token, organizationId: only.id })
  const calendars = calendarSection(person.organizations, root, made)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    body: accountPage(person, root, calendars),
    notice,
    ...(made !== undefined && { module: 'staff/browser/copy.ts' }),
  })
}

/** The signed-in person, sign-out, calendars and password. */
function accountPage({ user, expiresAt }: Person, root: string, calendars: Html): Html {
  return html`<p dir="auto">${TEXTS.signedInAs(user.name, user.email)}</p>
<p>${TEXTS.left(leftUntil(expiresAt))}</p>
${changeForm({ action: `${root}app/sign-out`, content: html`<button>${TEXTS.signOut}</button>` })}
${calendars}
${section(
  'password',
  TEXTS.password,
  html`<p>${TEXTS.ends}</p>
${changeForm({ action: `${root}app/account/password`, class: 'narrow', content: passwordFields() })}`,
)}`
}

const HOUR_MINUTES = 60

/** Not the time of day: an account has no time zone. */
function leftUntil(instant: string): string {
  const minutes = Math.max(1, Math.floor((Date.parse(instant) - Date.now()) / 60_000))
  if (minutes < 2 * HOUR_MINUTES) return inWords(minutes, 'minute')
  return inWords(Math.floor(minutes / HOUR_MINUTES), 'hour')
}

function passwordFields(): Html {
  const each = { type: 'password', isRequired: true, maxLength: MAX_PASSWORD_LENGTH } as const
  const more = { autocomplete: 'new-password', minlength: MIN_PASSWORD_LENGTH }
  const current = { autocomplete: 'current-password' }
  const hint = TEXTS.rule(MIN_PASSWORD_LENGTH)
  return html`${field({ ...each, name: 'current', label: TEXTS.current, more: current })}
${field({ ...each, name: 'new', label: TEXTS.next, hint, more })}
${field({ ...each, name: 'repeat', label: TEXTS.repeat, more })}
<button class="go">${TEXTS.submit}</button>`
}

/** `/app`: a person's organizations. Redirects to a single one. */
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
    const body = first ? list : html`<p>${TEXTS.organizations.none}</p>`
    return sendStaffPage({ request, reply }, { title: TEXTS.organizations.title, body })
  })
}

const TEXTS = {
  organizations: {
    title: 'Your organizations',
    none: "You aren't a member of any organization. Ask an administrator to invite you.",
  },
  title: 'Your account',
  signedInAs: (name: string, email: string) => `You're signed in as ${name}, ${email}.`,
  left: (time: string) => `You stay signed in for ${time}.`,
  signOut: 'Sign out',
  password: 'Change your password',
  ends: 'This ends all your other sessions, on every device.',
  current: 'Current password',
  next: 'New password',
  repeat: 'Repeat new password',
  rule: (least: number) => `At least ${least} characters.`,
  submit: 'Change password',
  wrong: "That isn't your current password.",
  differs: "The new passwords don't match.",
  invalid: (least: number) => `A new password needs at least ${least} characters.`,
  calendars: {
    title: 'Calendars',
    lead: 'Subscribe to your jobs in your calendar app. Anyone with this link can see your jobs.',
    make: 'Create calendar link',
    since: (time: string) => `Link created ${time}`,
    address: 'Your calendar link',
    once: "Add it to your calendar app now. You won't see it again.",
    subscribe: 'Subscribe',
    copy: 'Copy link',
    renew: 'New link',
    renewSure: 'Your current link stops working. Subscribe again with the new one.',
    end: 'Remove link',
    endSure: 'Calendar apps with this link stop getting updates.',
  },
  done: {
    password: 'Password changed. All your other sessions have ended.',
    calendar: 'Calendar link removed.',
  },
  slowed: (wait: string) => `Too many attempts. Try again in ${wait}.`,
} as const

/** @param made a newly created URL, shown once */
function calendarSection(
  organizations: Person['organizations'],
  root: string,
  made: string | undefined,
): Html {
  if (organizations.length === 0) return nothing
  return section(
    'calendars',
    TEXTS.calendars.title,
    html`<p>${TEXTS.calendars.lead}</p>
${made === undefined ? nothing : newAddress(made)}
<ul class="plain">${organizations.map((each) => calendar(each, root))}</ul>`,
  )
}

function newAddress(url: string): Html {
  const texts = TEXTS.calendars
  return html`<div class="notice done">${copyField({
    id: 'calendar-url',
    label: texts.address,
    hint: texts.once,
    value: url,
    button: texts.copy,
    more: html`<a class="button" href="${url.replace(/^https?:/, 'webcal:')}">${texts.subscribe}</a>`,
  })}</div>`
}

function calendar({ id, name, calendarCreatedAt }: Person['organizations'][number], root: string) {
  const texts = TEXTS.calendars
  const action = `${root}app/account/calendars/${id}`
  if (calendarCreatedAt === null) {
    const make = changeForm({ action, content: html`<button>${texts.make}</button>` })
    return html`<li><b dir="auto">${name}</b><div class="actions">${make}</div></li>`
  }
  return html`<li><b dir="auto">${name}</b> <span class="soft">${texts.since(inUtc(calendarCreatedAt))}</span>
<div class="actions">${confirmButton({ label: texts.renew, question: texts.renewSure, action, isHarmless: true })}
${confirmButton({ label: texts.end, question: texts.endSure, action: `${action}/end`, fields: hidden({ was: calendarCreatedAt }) })}</div></li>`
}

/** An account belongs to no organization, so it has no time zone. */
function inUtc(instant: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(LANGUAGE, style).format(new Date(instant))} UTC`
}
