import { attributes, type Html, html, nothing } from '../html.ts'
import { partOfDays, slotDay, slotsByDay } from '../slots.ts'
import { problem } from './offers.ts'
import type { View } from './view.ts'

/** The free days, with the times of the chosen one. */
export function timeStep(view: View): Html {
  return html`<div id="times">${problem(view.problems.get('startsAt'))}${days(view)}</div>`
}

function days(view: View): Html {
  const { form, slots, texts, format } = view
  const { organization, scheduling } = form
  const later = scheduling === 'OPTIONAL' ? withoutTime(view) : nothing
  if (slots === undefined) return later
  const byDay = slotsByDay(slots, form.timeZone)
  const [first] = slots
  if (first === undefined) return html`<p>${texts.noTimes(organization.name)}</p>${later}`
  const { shown, earlier, next } = partOfDays([...byDay.keys()], view.from ?? view.draft.day)
  const times = shown.map((day) => byDay.get(day) ?? [])
  const turn = (from: string | undefined, label: string, sign: string) =>
    html`<button name="from" value="${from}" formnovalidate aria-label="${label}"${attributes({ disabled: from === undefined })}>${sign}</button>`
  return html`<div class="range"><b>${format.days(times[0]?.[0] ?? first, times.at(-1)?.[0] ?? first)}</b>
<span>${turn(earlier, texts.earlier, '‹')}${turn(next, texts.later, '›')}</span></div>
<div class="days" role="group" aria-label="${texts.days}">${shown.map((day, i) => dayWithTimes(view, day, times[i] ?? [], day === chosenDay(view, shown)))}</div>
${later}
<p class="soft">${texts.zone(format.zone())}</p>`
}

function chosenDay({ draft, from }: View, shown: readonly string[]): string | undefined {
  return from === undefined && shown.includes(draft.day) ? draft.day : shown[0]
}

function dayWithTimes(
  { draft, format, texts }: View,
  day: string,
  times: readonly string[],
  isChosen: boolean,
): Html {
  const input = (time: string) => ({
    checked: Date.parse(time) === Date.parse(draft.startsAt),
    'data-hold': texts.hold(format.time(time)),
  })
  return slotDay({ day, times, isChosen, format, input })
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
