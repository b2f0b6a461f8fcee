import { MAX_TIME_OFF_NOTE_LENGTH } from '@mediajobs/domain'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { dayIn, typedTime } from '../day.ts'
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
type Problems = Partial<Values>

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
  { notice, values, problems }: { notice?: Notice; values?: Values; problems?: Problems } = {},
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
${mayAdd && person.active ? form(visit, person, values, problems) : nothing}
${section('coming', TEXTS.coming, coming.length === 0 ? html`<p>${TEXTS.none}</p>` : list(coming))}
${past.length === 0 ? nothing : html`<details><summary>${TEXTS.past}</summary>${list(past)}</details>`}`,
  })
}

function form(
  { staff, here }: StaffVisit,
  { id, name }: Person,
  values?: Values,
  problems?: Problems,
): Html {
  const sent = (name: keyof Values) => ({ name, value: values?.[name], problem: problems?.[name] })
  const hint = id === staff.userId ? TEXTS.noteHint : TEXTS.noteHintOf(name)
  return changeForm({
    action: `${here}/time-off`,
    isOnce: true,
    class: 'narrow',
    content: html`${field({ ...sent('firstDay'), label: TEXTS.firstDay, type: 'date', isRequired: true })}
${field({ ...sent('lastDay'), label: TEXTS.lastDay, type: 'date', hint: TEXTS.lastDayHint })}
${field({ ...sent('fromTime'), label: TEXTS.from, type: 'time', hint: TEXTS.fromHint })}
${field({ ...sent('untilTime'), label: TEXTS.until, type: 'time' })}
${field({ ...sent('note'), label: TEXTS.note, hint, maxLength: MAX_TIME_OFF_NOTE_LENGTH })}
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
  const again = (notice: Notice, problems: Problems = {}) =>
    timeOffPage(visit, { notice, values, problems })
  const { span, problems } = spanOf(values, staff.organization.timeZone)
  if (!span) return badRequest(visit, COMMON.marked, (notice) => again(notice, problems))
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

/** The span of a form, or the errors of its fields. */
function spanOf(
  { firstDay, lastDay, fromTime, untilTime }: Values,
  timeZone: string | null,
): { span?: Pick<TimeOff, 'startsAt' | 'endsAt'>; problems?: Problems } {
  const last = lastDay || firstDay
  const [first, end] = [dayIn(timeZone, firstDay), dayIn(timeZone, last)]
  // `dayIn` replaces invalid days by today.
  if (first.name !== firstDay) return { problems: { firstDay: COMMON.badDay } }
  if (end.name !== last) return { problems: { lastDay: COMMON.badDay } }
  const zone = timeZone ?? 'UTC'
  const start = fromTime ? typedTime(`${firstDay}T${fromTime}`, zone) : { instant: first.from }
  const stop = untilTime ? typedTime(`${last}T${untilTime}`, zone) : { instant: end.end }
  if ('problem' in start) return { problems: { fromTime: start.problem } }
  if ('problem' in stop) return { problems: { untilTime: stop.problem } }
  return { span: { startsAt: start.instant, endsAt: stop.instant } }
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
