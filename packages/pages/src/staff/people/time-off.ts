import { MAX_TIME_OFF_NOTE_LENGTH } from '@mediajobs/domain'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { dayIn, instantOf } from '../day.ts'
import { badRequest, doneNotice, refusal } from '../list.ts'
import { confirmButton, section } from '../parts.ts'
import { readAll, readTagged } from '../read-record.ts'
import type { Person } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import { COMMON } from '../texts.ts'
import { type Absence, absenceSpan, absenceText, TIME_OFF, type TimeOff } from '../time-off.ts'
import { mayChange } from './fields.ts'

const TEXTS = {
  titleOf: (name: string) => `${name}: time off`,
  lead: "People can't be booked during their time off. Existing bookings stay.",
  toCalendar: 'Calendar',
  firstDay: 'First day',
  lastDay: 'Last day',
  lastDayHint: 'Leave empty for a single day.',
  from: 'From',
  fromHint: 'Leave both times empty for whole days.',
  until: 'Until',
  note: 'Note',
  noteHint: 'You, administrators and managers can read it.',
  noteHintOf: (name: string) => `${name}, administrators and managers can read it.`,
  add: 'Add time off',
  coming: 'Coming up',
  none: 'No time off planned.',
  past: 'Past',
  remove: 'Remove',
  removeSure: 'Shoots can be booked then again.',
  order: 'Time off has to end after it starts.',
  done: { added: 'Time off added.', removed: 'Time off removed.' },
} as const

const NAMES = ['firstDay', 'lastDay', 'fromTime', 'untilTime', 'note'] as const
type Values = Record<(typeof NAMES)[number], string>

/** Whether the viewer may edit a person's time off. docs/contract.md#c17-time-off-roles */
function managesTimeOff(staff: Staff, person: Person): boolean {
  return person.id === staff.userId || mayChange(staff, person)
}

/** Whether the viewer may see a person's time off. */
export function seesTimeOff(staff: Staff, { id }: Pick<Person, 'id'>): boolean {
  return id === staff.userId || staff.may('updateUser')
}

/** A person's time off, and the form to add some. */
export async function timeOffPage(
  visit: StaffVisit,
  { notice, values }: { notice?: Notice; values?: Values } = {},
) {
  const { staff, home, here, id, query } = visit
  requireMay(staff, 'createTimeOff')
  const { body: person } = await readTagged<Person>(staff, `/users/${id}`)
  const entries = await readAll<TimeOff>(staff, `/users/${id}/time-off`)
  const mayAdd = managesTimeOff(staff, person)
  const now = new Date().toISOString()
  const byStart = entries.sort((a, b) => a.startsAt.localeCompare(b.startsAt))
  const coming = byStart.filter(({ endsAt }) => endsAt > now)
  const past = byStart.filter(({ endsAt }) => endsAt <= now).reverse()
  const list = (some: readonly TimeOff[]) =>
    html`<ul class="plain">${some.map((entry) => row(visit, entry, mayAdd))}</ul>`
  return sendStaffPage(visit, {
    title: id === staff.userId ? TIME_OFF : TEXTS.titleOf(person.name),
    section: 'people',
    notice: notice ?? doneNotice(query, TEXTS.done),
    body: html`<p><a href="${home}/calendar">${TEXTS.toCalendar}</a> · <a href="${here}" dir="auto">${person.name}</a></p>
<p class="soft">${TEXTS.lead} ${COMMON.zone(staff.format.zone())}</p>
${mayAdd && person.active ? form(visit, person, values) : nothing}
${section('coming', TEXTS.coming, coming.length === 0 ? html`<p>${TEXTS.none}</p>` : list(coming))}
${past.length === 0 ? nothing : html`<details><summary>${TEXTS.past}</summary>${list(past)}</details>`}`,
  })
}

function form({ staff, here }: StaffVisit, { id, name }: Person, values?: Values): Html {
  const hint = id === staff.userId ? TEXTS.noteHint : TEXTS.noteHintOf(name)
  return changeForm({
    action: `${here}/time-off`,
    isOnce: true,
    class: 'narrow',
    content: html`${field({ name: 'firstDay', label: TEXTS.firstDay, type: 'date', isRequired: true, value: values?.firstDay })}
${field({ name: 'lastDay', label: TEXTS.lastDay, type: 'date', hint: TEXTS.lastDayHint, value: values?.lastDay })}
${field({ name: 'fromTime', label: TEXTS.from, type: 'time', hint: TEXTS.fromHint, value: values?.fromTime })}
${field({ name: 'untilTime', label: TEXTS.until, type: 'time', value: values?.untilTime })}
${field({ name: 'note', label: TEXTS.note, hint, maxLength: MAX_TIME_OFF_NOTE_LENGTH, value: values?.note })}
<button class="go">${TEXTS.add}</button>`,
  })
}

function row({ staff, here }: StaffVisit, entry: TimeOff, mayRemove: boolean): Html {
  const remove = () =>
    confirmButton({
      label: TEXTS.remove,
      question: TEXTS.removeSure,
      action: `${here}/time-off/${entry.id}`,
      fields: hidden({ was: entry.updatedAt }),
    })
  return html`<li><p>${absenceText(staff, absenceOf(entry))}</p>${mayRemove ? html`<div class="actions">${remove()}</div>` : nothing}</li>`
}

function absenceOf({ startsAt: from, endsAt: to, note }: TimeOff): Absence {
  return { from, to, note }
}

/** Adds time off: whole days, or from a time on the first day to a time on the last. */
export async function addTimeOff(visit: StaffVisit) {
  const { request, reply, staff, id } = visit
  const sent = formOf(request)
  const values = Object.fromEntries(
    NAMES.map((name) => [name, sent.text(name)?.trim() ?? '']),
  ) as Values
  const again = (notice: Notice) => timeOffPage(visit, { notice, values })
  const span = spanOf(values, staff.organization.timeZone)
  if (!span) return badRequest(visit, COMMON.badTime, again)
  if (Date.parse(span.endsAt) <= Date.parse(span.startsAt)) {
    return badRequest(visit, TEXTS.order, again)
  }
  return change(visit, {
    call: {
      method: 'POST',
      url: `/users/${id}/time-off`,
      payload: { ...span, note: values.note || null },
    },
    done: () => reply.redirect('time-off?done=added', 303),
    refuse: ({ body }) => again(refusal(body)),
  })
}

function spanOf(
  { firstDay, lastDay, fromTime, untilTime }: Values,
  timeZone: string | null,
): Pick<TimeOff, 'startsAt' | 'endsAt'> | undefined {
  const last = lastDay || firstDay
  const [first, end] = [dayIn(timeZone, firstDay), dayIn(timeZone, last)]
  // Invalid days parse as today.
  if (first.name !== firstDay || end.name !== last) return undefined
  const zone = timeZone ?? 'UTC'
  const startsAt = fromTime ? instantOf(`${firstDay}T${fromTime}`, zone) : first.from
  const endsAt = untilTime ? instantOf(`${last}T${untilTime}`, zone) : end.end
  return startsAt !== undefined && endsAt !== undefined ? { startsAt, endsAt } : undefined
}

/** Removes time off; asks first if it has changed. */
export function removeTimeOff(visit: StaffVisit) {
  const { request, reply, staff, id, params } = visit
  const url = `/users/${id}/time-off/${params.timeOffId}`
  const done = () => reply.redirect('../time-off?done=removed', 303)
  return change<null, TimeOff>(visit, {
    call: { method: 'DELETE', url },
    done,
    refuse: ({ body }) => timeOffPage(visit, { notice: refusal(body) }),
    compared: {
      url,
      isSeen: ({ updatedAt }) => updatedAt === formOf(request).text('was'),
      texts: (now) => [TEXTS.remove, absenceSpan(staff, absenceOf(now))],
      same: done,
      fields: ({ updatedAt }) => ({ was: updatedAt }),
      back: '../time-off',
    },
  })
}
