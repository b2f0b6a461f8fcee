import { WEEKDAYS } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { nothingHere, readTagged, type Tagged } from '../read-record.ts'
import { type Problems, recordForm } from '../records/form.ts'
import { doneNotice, problemNotice } from '../records/list.ts'
import type { Person } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { Staff } from '../staff.ts'
import { ROLE_NAMES } from '../texts.ts'
import { personFields } from './fields.ts'
import { HOURS_FIELDS, hoursOf, textOfDay } from './hours.ts'
import { mailState } from './mail-state.ts'
import { TEXTS } from './texts.ts'
import { mayChange, type PersonVisit } from './visit.ts'

interface Shown {
  /** What is wrong with one of the two forms. */
  problems?: { of: 'person' | 'hours'; found: Problems }
  notice?: Notice
}

/** One person: who they are, when they work, and whether they can sign in. */
export async function personPage(visit: PersonVisit, { problems, notice }: Shown = {}) {
  const { request, reply, staff, url, here, list } = visit
  const person = await readTagged<Person>(staff, url)
  if (!person) throw nothingHere()
  const mayEdit = mayChange(staff, person.body)
  const mail = mayEdit ? await mailState(staff, person.body.id) : nothing
  const problemsOf = (form: 'person' | 'hours') =>
    problems?.of === form ? problems.found : undefined
  return sendStaffPage(request, reply, staff, {
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
