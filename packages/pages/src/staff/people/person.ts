import type { Schemas } from '@mediajobs/client'
import { WEEKDAYS } from '@mediajobs/domain'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, copyField, hidden } from '../change-form.ts'
import { doneNotice, problem, refusal } from '../list.ts'
import { confirmButton, facts, section } from '../parts.ts'
import { readTagged, type Tagged } from '../read-record.ts'
import { type Problems, problemNotice, recordForm, sendNewPage } from '../records/form.ts'
import { act, save } from '../records/save.ts'
import { checkField } from '../records/values.ts'
import type { Person } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import { COMMON, ROLE_NAMES } from '../texts.ts'
import { TIME_OFF } from '../time-off.ts'
import {
  changedHours,
  HOURS_FIELDS,
  hoursOf,
  invitationFields,
  mailState,
  mayChange,
  obstacleOf,
  personFields,
  TEXTS,
  textOfDay,
} from './fields.ts'
import { seesTimeOff } from './time-off.ts'

/** The invitation form. */
export async function newPage(visit: StaffVisit, problems?: Problems) {
  const { staff, at } = visit
  requireMay(staff, 'createUser')
  return sendNewPage(visit, {
    title: TEXTS.add,
    section: 'people',
    list: at,
    back: TEXTS.back,
    fields: invitationFields(staff.role),
    problems,
  })
}

export function invite(visit: StaffVisit) {
  return save<Schemas['NewUser']>({
    visit,
    fields: invitationFields(visit.staff.role),
    method: 'POST',
    url: '/users',
    done: (saved) => showLink(visit, saved, saved),
    refuse: (problems) => newPage(visit, problems),
    fieldOfCode: { duplicate_email: 'email' },
    sentenceOfCode: { secret_already_shown: TEXTS.shownBefore },
  })
}

/** Shows an invitation's link. Not after a redirect, since the API returns the token only once. */
async function showLink(
  visit: StaffVisit,
  { id, name }: Pick<Person, 'id' | 'name'>,
  { invitationToken, invitationExpiresAt }: Schemas['Invitation'],
) {
  const { staff, request, at } = visit
  const root = new URL('.', request.server.host.deliveryBaseUrl).href
  const until = staff.format.dayAndTime(invitationExpiresAt)
  return sendStaffPage(visit, {
    title: TEXTS.invited,
    section: 'people',
    module: 'staff/browser/copy.ts',
    body: html`<p role="status" dir="auto">${TEXTS.invitedLead(name, until)}</p>
${copyField({ id: 'link', label: TEXTS.link, value: `${root}invitations#token=${invitationToken}` })}
${await mailState(staff, id)}
<p><a href="${at}/${id}">${TEXTS.toPerson}</a></p>`,
  })
}

interface Shown {
  /** Problems of one of the two forms. */
  problems?: { of: 'person' | 'hours'; found: Problems }
  notice?: Notice
}

/** A person's details, working hours and access. */
export async function personPage(visit: StaffVisit, { problems, notice }: Shown = {}) {
  const { query, staff, here, at } = visit
  const person = await readTagged<Person>(staff, urlOf(visit))
  const mayEdit = mayChange(staff, person.body)
  const problemsOf = (form: 'person' | 'hours') =>
    problems?.of === form ? problems.found : undefined
  const { body: record, etag } = person
  const form = () =>
    recordForm({
      action: here,
      fields: personFields(staff.role),
      record,
      etag,
      problems: problemsOf('person'),
      submit: TEXTS.save,
    })
  return sendStaffPage(visit, {
    title: record.name,
    section: 'people',
    notice: notice ?? problemNotice(problems?.found) ?? doneNotice(query, TEXTS.done),
    body: html`<p><a href="${at}">${TEXTS.back}</a></p>
${factsOf(record, staff)}
${mayEdit ? section('change', TEXTS.change, form()) : nothing}
${section('hours', TEXTS.hours, mayEdit ? hoursForm(visit, person, problemsOf('hours')) : hours(record))}
${seesTimeOff(staff, record) ? html`<p><a class="button" href="${here}/time-off">${TIME_OFF}</a></p>` : nothing}
${mayEdit ? section('access', TEXTS.access, html`${await mailState(staff, record.id)}${access(person, here)}`) : nothing}`,
  })
}

function urlOf({ id }: StaffVisit): string {
  return `/users/${id}`
}

function factsOf(person: Person, { userId, format }: Staff): Html {
  const { id, email, role, createdAt } = person
  return facts([
    [
      TEXTS.email,
      html`<a href="mailto:${email}"><bdi>${email}</bdi></a>${id === userId ? html` (${TEXTS.you})` : nothing}`,
    ],
    [TEXTS.role, ROLE_NAMES[role]],
    [TEXTS.state, obstacleOf(person) ?? TEXTS.active],
    [TEXTS.since, format.day(createdAt)],
  ])
}

function hours(person: Person): Html {
  const byDay = hoursOf(person)
  return facts(
    WEEKDAYS.map((day) => [
      TEXTS.days[day],
      html`${textOfDay(byDay[day]) || html`<span class="soft">${TEXTS.free}</span>`}`,
    ]),
  )
}

function hoursForm(
  { staff, here }: StaffVisit,
  { body, etag }: Tagged<Person>,
  problems?: Problems,
) {
  const isDefault = body.workingHours === null
  const form = recordForm({
    action: `${here}/hours`,
    fields: HOURS_FIELDS,
    record: body,
    etag,
    problems,
    submit: TEXTS.saveHours,
    class: 'narrow days',
  })
  return html`<p class="soft">${COMMON.zone(staff.format.zone())} ${TEXTS.hoursHint}${isDefault ? ` ${TEXTS.defaultHours}` : ''}</p>
${form}
${isDefault ? nothing : changeForm({ action: `${here}/default-hours`, etag, content: html`<button>${TEXTS.useDefault}</button>` })}`
}

function access({ body: { active, acceptedAt }, etag }: Tagged<Person>, here: string): Html {
  const action = `${here}/active`
  if (!active) {
    return html`<p>${TEXTS.activateHint}</p>
${changeForm({ action, etag, content: html`${hidden({ 'was-active': '' })}<button name="active" value="yes">${TEXTS.activate}</button>` })}`
  }
  const again = {
    label: TEXTS.again,
    question: TEXTS.againHint,
    action: `${here}/invitation`,
    isOnce: true,
    isHarmless: true,
  }
  const end = {
    label: TEXTS.deactivate,
    question: TEXTS.deactivateSure,
    action,
    etag,
    fields: hidden({ 'was-active': 'yes' }),
  }
  return html`<div class="actions">${acceptedAt === null ? confirmButton(again) : nothing}
${confirmButton(end)}</div>`
}

/** Saves a person's name and role. */
export function changePerson(visit: StaffVisit) {
  return save<Person>({
    ...savingOf(visit, 'saved'),
    fields: personFields(visit.staff.role),
    refuse: (found) => personPage(visit, { problems: { of: 'person', found } }),
  })
}

/** Saves a person's working hours, merging the changed days. */
export async function changeHours(visit: StaffVisit) {
  const person = await readTagged<Person>(visit.staff, urlOf(visit))
  return save<Person>({
    ...savingOf(visit, 'hours'),
    fields: HOURS_FIELDS,
    payloadOf: (changed) => ({ workingHours: changedHours(hoursOf(person.body), changed) }),
    refuse: (found) => personPage(visit, { problems: { of: 'hours', found } }),
  })
}

export function useDefaultHours(visit: StaffVisit) {
  return act<Person>(visit, {
    call: { method: 'PATCH', url: urlOf(visit), payload: { workingHours: null } },
    to: `${visit.here}?done=hours`,
    texts: (now) => [TEXTS.useDefault, now.workingHours ? hoursText(now) : TEXTS.useDefault],
    refuse: (notice) => personPage(visit, { notice }),
  })
}

function hoursText(person: Person): string {
  const hours = hoursOf(person)
  return WEEKDAYS.map((day) => `${TEXTS.days[day]}: ${textOfDay(hours[day])}`).join('\n')
}

/** Deactivates or reactivates a person. */
export function changeActive(visit: StaffVisit) {
  const isActive = formOf(visit.request).text('active') === 'yes'
  return save<Person>({
    ...savingOf(visit, isActive ? 'activated' : 'deactivated'),
    fields: [checkField('active', TEXTS.active)],
    refuse: ({ head, fields }) =>
      personPage(visit, { notice: problem([...head, ...fields.values()].join(' ')) }),
  })
}

/** Renews the invitation of a person who hasn't accepted, and shows its link. */
export async function inviteAgain(visit: StaffVisit) {
  const person = await readTagged<Person>(visit.staff, urlOf(visit))
  const url = `${urlOf(visit)}/invitation`
  return change<Schemas['Invitation']>(visit, {
    call: { method: 'POST', url, payload: {} },
    done: ({ body }) => showLink(visit, person.body, body),
    refuse: ({ body }) =>
      personPage(visit, { notice: refusal(body, { secret_already_shown: TEXTS.shownBefore }) }),
  })
}

function savingOf(visit: StaffVisit, doneAs: keyof (typeof TEXTS)['done']) {
  return { visit, method: 'PATCH', url: urlOf(visit), doneAs } as const
}
