// The days and times to choose from. Works without JavaScript: each day is followed by its times, which show while it is
// checked.
import type { Language } from '@mediajobs/domain'
import type { Format } from './format.ts'
import { attributes, type Html, html } from './html.ts'
import { dayIn, dayOf } from './staff/day.ts'

/** Days on one screen of a phone: two rows. */
const SHOWN_DAYS = 10

const TEXTS = {
  en: { days: 'Day', earlier: 'Earlier days', later: 'Later days' },
  es: { days: 'Día', earlier: 'Días anteriores', later: 'Más días' },
}

interface SlotPicker {
  language: Language
  format: Format
  /** Start times, in order; at least one. */
  slots: readonly string[]
  /** The organization's zone. */
  timeZone: string | null
  /** A day on the screen; `''` for the first. */
  wanted: string
  /** The control that shows a day's screen; `day` is undefined if there is no such screen. */
  turn(day: string | undefined, label: string, sign: string): Html
  /** The radio of a time. */
  input(time: string, day: string): Record<string, string | boolean | undefined>
}

/** Free days and the times of the chosen one, named `day` and `startsAt`. */
export function slotPicker(picker: SlotPicker): Html {
  const { language, format, slots, timeZone, wanted, turn } = picker
  const words = TEXTS[language]
  const byDay = slotsByDay(slots, timeZone)
  const { shown, earlier, next } = partOfDays([...byDay.keys()], wanted)
  const chosen = shown.includes(wanted) ? wanted : shown[0]
  const times = shown.map((day) => byDay.get(day) ?? [])
  const [first = '', last = ''] = [times[0]?.[0], times.at(-1)?.[0]]
  return html`<div class="range"><b>${format.days(first, last)}</b>
<span>${turn(earlier, words.earlier, '‹')}${turn(next, words.later, '›')}</span></div>
<div class="days" role="group" aria-label="${words.days}">${shown.map((day, i) => slotDay(picker, day, times[i] ?? [], day === chosen))}</div>`
}

/** Groups slots by day. Converts only the first slot of each day to the zone, which is slow. */
function slotsByDay(slots: readonly string[], timeZone: string | null): Map<string, string[]> {
  const byDay = new Map<string, string[]>()
  let times: string[] = []
  let endMs = Number.NEGATIVE_INFINITY
  for (const slot of slots) {
    if (Date.parse(slot) >= endMs) {
      const day = dayOf(slot, timeZone)
      endMs = Date.parse(dayIn(timeZone, day).end)
      times = []
      byDay.set(day, times)
    }
    times.push(slot)
  }
  return byDay
}

/** The days to show, and where the previous and next screens start. */
function partOfDays(days: readonly string[], wanted: string) {
  const found = wanted === '' ? -1 : days.findIndex((day) => day >= wanted)
  // Screens start at fixed days, so their URLs are stable.
  const start = Math.floor(Math.max(0, found) / SHOWN_DAYS) * SHOWN_DAYS
  return {
    shown: days.slice(start, start + SHOWN_DAYS),
    earlier: start > 0 ? days[start - SHOWN_DAYS] : undefined,
    next: days[start + SHOWN_DAYS],
  }
}

function slotDay(
  { format, input }: SlotPicker,
  day: string,
  times: readonly string[],
  isChosen: boolean,
): Html {
  const [first = ''] = times
  const id = `day-${day}`
  const radio = attributes({ type: 'radio', id, name: 'day', value: day, checked: isChosen })
  return html`<input${radio}><label for="${id}"><span aria-hidden="true">${format.shortWeekday(first)}</span><b aria-hidden="true">${format.dayOfMonth(first)}</b><span class="hidden">${format.weekday(first)}</span></label>
<fieldset><legend>${format.weekday(first)}</legend><div class="chips">${times.map(
    (time) =>
      html`<label class="chip"><input${attributes({ type: 'radio', name: 'startsAt', value: time, ...input(time, day) })}><span>${format.time(time)}</span></label>`,
  )}</div></fieldset>`
}
