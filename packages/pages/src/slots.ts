// The days and times to choose from. Works without JavaScript: each day is followed by its times, which show while it is
// checked.
import type { Format } from './format.ts'
import { attributes, type Html, html } from './html.ts'
import { dayOf } from './staff/day.ts'

/** Days on one screen of a phone: two rows. */
const SHOWN_DAYS = 10

/** Start times by day in the organization's zone, in order. */
export function slotsByDay(slots: readonly string[], timeZone: string | null) {
  return Map.groupBy(slots, (slot) => dayOf(slot, timeZone))
}

/** The days to show, and where the previous and next screens start. @param wanted a day on the screen; `''` for the first */
export function partOfDays(days: readonly string[], wanted: string) {
  const found = wanted === '' ? -1 : days.findIndex((day) => day >= wanted)
  // Screens start at fixed days, so their URLs are stable.
  const start = Math.floor(Math.max(0, found) / SHOWN_DAYS) * SHOWN_DAYS
  return {
    shown: days.slice(start, start + SHOWN_DAYS),
    earlier: start > 0 ? days[start - SHOWN_DAYS] : undefined,
    next: days[start + SHOWN_DAYS],
  }
}

interface DayOfSlots {
  day: string
  times: readonly string[]
  isChosen: boolean
  format: Format
  /** The radio of a time. */
  input(time: string): Record<string, string | boolean | undefined>
}

/** A day and its times, named `day` and `startsAt`. */
export function slotDay({ day, times, isChosen, format, input }: DayOfSlots): Html {
  const [first = ''] = times
  const id = `day-${day}`
  const radio = attributes({ type: 'radio', id, name: 'day', value: day, checked: isChosen })
  return html`<input${radio}><label for="${id}"><span aria-hidden="true">${format.shortWeekday(first)}</span><b aria-hidden="true">${format.dayOfMonth(first)}</b><span class="hidden">${format.weekday(first)}</span></label>
<fieldset><legend>${format.weekday(first)}</legend><div class="chips">${times.map(
    (time) =>
      html`<label class="chip"><input${attributes({ type: 'radio', name: 'startsAt', value: time, ...input(time) })}><span>${format.time(time)}</span></label>`,
  )}</div></fieldset>`
}
