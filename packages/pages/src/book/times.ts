import { attributes, type Html, html, nothing } from '../html.ts'
import { dayOf } from '../staff/day.ts'
import { problem } from './offers.ts'
import type { View } from './view.ts'

/** Days on one screen of a phone: two rows. */
const SHOWN_DAYS = 10

/** The free days, and the times of the chosen one. */
export function timeStep(view: View): Html {
  return html`<div id="times">${problem(view.problems.get('startsAt'))}${days(view)}</div>`
}

function days(view: View): Html {
  const { form, slots, texts, format } = view
  const { organization, scheduling } = form
  const byDay = daysOf(slots, form.timeZone)
  const later = scheduling === 'OPTIONAL' ? withoutTime(view) : nothing
  const [first] = slots
  if (first === undefined) return html`<p>${texts.noTimes(organization.name)}</p>${later}`
  const { shown, earlier, next } = partOf(view, [...byDay.keys()])
  const times = shown.map((day) => byDay.get(day) ?? [])
  const turn = (from: string | undefined, label: string, sign: string) =>
    html`<button name="from" value="${from}" formnovalidate aria-label="${label}"${attributes({ disabled: from === undefined })}>${sign}</button>`
  return html`<div class="range"><b>${format.days(times[0]?.[0] ?? first, times.at(-1)?.[0] ?? first)}</b>
<span>${turn(earlier, texts.earlier, '‹')}${turn(next, texts.later, '›')}</span></div>
<div class="days" role="group" aria-label="${texts.days}">${shown.map((day, i) => dayWithTimes(view, day, times[i] ?? [], day === chosenDay(view, shown)))}</div>
${later}
<p class="soft">${texts.zone(format.zone(first))}</p>`
}

/** The starts of each day in the organization's zone, in order. */
function daysOf(slots: readonly string[], timeZone: string): Map<string, string[]> {
  const byDay = new Map<string, string[]>()
  for (const slot of slots) {
    const day = dayOf(slot, timeZone)
    const known = byDay.get(day)
    if (known) known.push(slot)
    else byDay.set(day, [slot])
  }
  return byDay
}

/** The days to show, and where the parts before and after begin. */
function partOf({ draft, from }: View, days: readonly string[]) {
  const wanted = from ?? draft.day
  const found = wanted === '' ? -1 : days.findIndex((day) => day >= wanted)
  // An address of a part keeps the parts where they are.
  const start = Math.floor(Math.max(0, found) / SHOWN_DAYS) * SHOWN_DAYS
  const shown = days.slice(start, start + SHOWN_DAYS)
  return {
    shown,
    earlier: start > 0 ? days[start - SHOWN_DAYS] : undefined,
    next: days[start + SHOWN_DAYS],
  }
}

function chosenDay({ draft, from }: View, shown: readonly string[]): string | undefined {
  return from === undefined && shown.includes(draft.day) ? draft.day : shown[0]
}

/** A day; its times follow it, and show while it is chosen. */
function dayWithTimes(
  { draft, format, texts }: View,
  day: string,
  times: readonly string[],
  isChosen: boolean,
): Html {
  const [first = ''] = times
  const input = attributes({
    type: 'radio',
    id: `day-${day}`,
    name: 'day',
    value: day,
    checked: isChosen,
  })
  return html`<input${input}><label for="day-${day}"><span aria-hidden="true">${format.shortWeekday(first)}</span><b aria-hidden="true">${format.dayOfMonth(first)}</b><span class="hidden">${format.weekday(first)}</span></label>
<fieldset><legend>${format.weekday(first)}</legend><div class="chips">${times.map((time) => {
    const isOfDraft = Date.parse(time) === Date.parse(draft.startsAt)
    const text = format.time(time)
    return html`<label class="chip"><input${attributes({ type: 'radio', name: 'startsAt', value: time, checked: isOfDraft, 'data-hold': texts.hold(text) })}><span>${text}</span></label>`
  })}</div></fieldset>`
}

function withoutTime({ draft, form, texts }: View): Html {
  const input = attributes({
    type: 'radio',
    name: 'startsAt',
    value: '',
    checked: draft.startsAt === '',
  })
  return html`<p class="later"><label class="chip"><input${input}><span>${texts.anyTime}</span></label> <span class="soft">${texts.anyTimeHint(form.organization.name)}</span></p>`
}
