import type { Schemas } from '@mediajobs/client'
import { WEEKDAYS } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { changeForm, changeOf, copyField } from '../change-form.ts'
import { nothingHere, readTagged, type Tagged } from '../read-record.ts'
import {
  checkField,
  doneNotice,
  type Problems,
  problemNotice,
  recordForm,
} from '../records/form.ts'
import { act, save } from '../records/save.ts'
import type { Person } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import { ROLE_NAMES } from '../texts.ts'
import {
  changedHours,
  HOURS_FIELDS,
  hoursOf,
  invitationFields,
  listAddress,
  mailState,
  mayChange,
  type PersonVisit,
  personFields,
  TEXTS,
  textOfDay,
} from './fields.ts'

/** The form that invites a person. */
export async function newPage(visit: StaffVisit, problems?: Problems) {
  const { staff } = visit
  requireMay(staff, 'createUser')
  const list = listAddress(visit)
  const fields = invitationFields(staff.role)
  return sendStaffPage(visit, {
    title: TEXTS.add,
    section: 'people',
    styles: ['staff/records/style.css'],
    notice: problemNotice(problems),
    body: html`<p><a href="${list}">${TEXTS.back}</a></p>
${recordForm({ action: `${list}/new`, fields, record: {}, problems, submit: TEXTS.add })}`,
  })
}

/** @param root the address of the service */
export function invite(visit: StaffVisit, root: string) {
  const list = listAddress(visit)
  return save<Schemas['NewUser']>({
    visit,
    fields: invitationFields(visit.staff.role),
    method: 'POST',
    url: '/users',
    done: (saved) =>
      'body' in saved ? showLink(visit, saved.body, saved.body, root) : visit.reply.redirect(list),
    back: list,
    refuse: (problems) => newPage(visit, problems),
    fieldOfCode: { duplicate_email: 'email' },
    sentenceOfCode: { secret_already_shown: TEXTS.shownBefore },
  })
}

/** Shows the link of an invitation. No redirect leads here: the API shows the token once. */
async function showLink(
  visit: StaffVisit,
  { id, name }: Pick<Person, 'id' | 'name'>,
  { invitationToken, invitationExpiresAt }: Schemas['Invitation'],
  root: string,
) {
  const { staff } = visit
  const until = staff.format.dayAndTime(invitationExpiresAt)
  return sendStaffPage(visit, {
    title: TEXTS.invited,
    section: 'people',
    styles: ['staff/records/style.css'],
    module: 'staff/people/browser/main.ts',
    body: html`<p role="status" dir="auto">${TEXTS.invitedLead(name, until)}</p>
${copyField({ id: 'link', label: TEXTS.link, value: `${root}invitations#token=${invitationToken}` })}
${await mailState(staff, id)}
<p><a href="${listAddress(visit)}/${id}">${TEXTS.toPerson}</a></p>`,
  })
}

interface Shown {
  /** What is wrong with one of the two forms. */
  problems?: { of: 'person' | 'hours'; found: Problems }
  notice?: Notice
}

/** One person: who they are, when they work, and whether they can sign in. */
export async function personPage(visit: PersonVisit, { problems, notice }: Shown = {}) {
  const { request, staff, url, here, list } = visit
  const person = await readTagged<Person>(staff, url)
  if (!person) throw nothingHere()
  const mayEdit = mayChange(staff, person.body)
  const mail = mayEdit ? await mailState(staff, person.body.id) : nothing
  const problemsOf = (form: 'person' | 'hours') =>
    problems?.of === form ? problems.found : undefined
  return sendStaffPage(visit, {
    title: person.body.name,
    section: 'people',
    styles: ['staff/records/style.css'],
    notice: notice ?? problemNotice(problems?.found) ?? doneNotice(request.query, TEXTS.done),
    body: html`<p><a href="${list}">${TEXTS.back}</a></p>
${facts(person.body, staff)}
${mayEdit ? section('change', TEXTS.change, changes(visit, person, problemsOf('person'))) : nothing}
${section('hours', TEXTS.hours, mayEdit ? hoursForm(visit, person, problemsOf('hours')) : hours(person.body))}
${mayEdit ? section('access', TEXTS.access, html`${mail}${access(person, here)}`) : nothing}`,
  })
}

function section(id: string, title: string, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>`
}

function facts({ id, email, role, active, createdAt }: Person, { userId, format }: Staff): Html {
  return html`<dl class="facts"><dt>${TEXTS.email}</dt><dd><a href="mailto:${email}"><bdi>${email}</bdi></a>${id === userId ? html` (${TEXTS.you})` : nothing}</dd>
<dt>${TEXTS.role}</dt><dd>${ROLE_NAMES[role]}</dd>
<dt>${TEXTS.state}</dt><dd>${active ? TEXTS.active : html`<b class="alarm">${TEXTS.inactive}</b>`}</dd>
<dt>${TEXTS.since}</dt><dd>${format.day(createdAt)}</dd></dl>`
}

function changes({ staff, here }: PersonVisit, person: Tagged<Person>, problems?: Problems): Html {
  return recordForm({
    action: here,
    fields: personFields(staff.role),
    record: person.body,
    etag: person.etag,
    problems,
    submit: TEXTS.save,
  })
}

function hours(person: Person): Html {
  const byDay = hoursOf(person)
  return html`<dl class="facts">${WEEKDAYS.map(
    (day) =>
      html`<dt>${TEXTS.days[day]}</dt><dd>${textOfDay(byDay[day]) || html`<span class="soft">${TEXTS.free}</span>`}</dd>`,
  )}</dl>`
}

function hoursForm({ staff, here }: PersonVisit, { body, etag }: Tagged<Person>, found?: Problems) {
  const action = `${here}/hours`
  const isDefault = body.workingHours === null
  return html`<p class="soft">${TEXTS.hoursHint(staff.organization.timeZone ?? 'UTC')}${isDefault ? ` ${TEXTS.defaultHours}` : ''}</p>
${recordForm({ action, fields: HOURS_FIELDS, record: body, etag, problems: found, submit: TEXTS.saveHours, class: 'narrow days' })}
${isDefault ? nothing : changeForm({ action: `${here}/default-hours`, etag, content: html`<button>${TEXTS.useDefault}</button>` })}`
}

function access({ body: { active, acceptedAt }, etag }: Tagged<Person>, here: string): Html {
  const action = `${here}/active`
  if (!active) {
    return html`<p>${TEXTS.activateHint}</p>
${changeForm({ action, etag, content: html`<input type="hidden" name="was-active" value=""><button name="active" value="yes">${TEXTS.activate}</button>` })}`
  }
  const again =
    acceptedAt === null
      ? html`<details class="menu"><summary>${TEXTS.again}…</summary><div><p>${TEXTS.againHint}</p>
${changeForm({ action: `${here}/invitation`, isOnce: true, content: html`<button>${TEXTS.again}</button>` })}</div></details>`
      : nothing
  return html`<div class="actions">${again}
<details class="menu"><summary>${TEXTS.deactivate}…</summary><div><p>${TEXTS.deactivateSure}</p>
${changeForm({ action, etag, content: html`<input type="hidden" name="was-active" value="yes"><button class="danger">${TEXTS.deactivate}</button>` })}</div></details></div>`
}

/** Saves the name and the role of a person. */
export function changePerson(visit: PersonVisit) {
  return save<Person>({
    ...savingOf(visit, 'saved'),
    fields: personFields(visit.staff.role),
    refuse: (found) => personPage(visit, { problems: { of: 'person', found } }),
  })
}

/** Saves the working hours of a person: the days that were changed, and the others as they are. */
export async function changeHours(visit: PersonVisit) {
  const person = await readTagged<Person>(visit.staff, visit.url)
  if (!person) throw nothingHere()
  return save<Person>({
    ...savingOf(visit, 'hours'),
    fields: HOURS_FIELDS,
    payloadOf: (changed) => ({ workingHours: changedHours(hoursOf(person.body), changed) }),
    refuse: (found) => personPage(visit, { problems: { of: 'hours', found } }),
  })
}

export function useDefaultHours(visit: PersonVisit) {
  const { request, url, here } = visit
  const { ifMatch } = changeOf(request)
  return act<Person>(visit, {
    call: { method: 'PATCH', url, payload: { workingHours: null }, ifMatch },
    to: `${here}?done=hours`,
    texts: (now) => [TEXTS.useDefault, now.workingHours ? hoursText(now) : TEXTS.useDefault],
    back: here,
    refuse: (notice) => personPage(visit, { notice }),
  })
}

function hoursText(person: Person): string {
  const hours = hoursOf(person)
  return WEEKDAYS.map((day) => `${TEXTS.days[day]}: ${textOfDay(hours[day])}`).join('\n')
}

/** Deactivates or reactivates a person. */
export function changeActive(visit: PersonVisit) {
  const isActive = formOf(visit.request).text('active') === 'yes'
  return save<Person>({
    ...savingOf(visit, isActive ? 'activated' : 'deactivated'),
    fields: [checkField({ name: 'active', label: TEXTS.active })],
    refuse: ({ head, fields }) => {
      const text = [...head, ...fields.values()].join(' ')
      return personPage(visit, { notice: { kind: 'problem', text } })
    },
  })
}

/** Makes a new invitation for a person who has not accepted, and shows its link. */
export async function inviteAgain(visit: PersonVisit, root: string) {
  const { request, staff, url } = visit
  const person = await readTagged<Person>(staff, url)
  if (!person) throw nothingHere()
  const { idempotencyKey } = changeOf(request)
  const response = await staff.call<Schemas['Invitation'] & ErrorBody>({
    method: 'POST',
    url: `${url}/invitation`,
    payload: {},
    idempotencyKey,
  })
  const { status, body } = response
  if (status === 201) return showLink(visit, person.body, body, root)
  if (status === 404 || status >= 500) return sendStaffProblem(visit, response)
  noteRefusal(visit, response)
  const isRepeat = body.code === 'secret_already_shown'
  const text = isRepeat ? TEXTS.shownBefore : messageOf(body)
  return personPage(visit, { notice: { kind: 'problem', text } })
}

function savingOf(visit: PersonVisit, done: keyof (typeof TEXTS)['done']) {
  const { reply, url, here } = visit
  return {
    visit,
    method: 'PATCH',
    url,
    back: here,
    done: (saved: object) => reply.redirect(`${here}?done=${'body' in saved ? done : 'same'}`, 303),
  } as const
}
