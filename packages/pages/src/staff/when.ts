import { type Html, html } from '../html.ts'
import { dayIn } from './day.ts'
import type { Staff } from './staff.ts'
import { AGO, DAYS } from './texts.ts'

/** Formats instants relative to now. */
export interface When {
  /** `Today`, `Mon`, `Nov 20`, or with another year `Nov 20, 2027`. */
  day(instant: string): string
  /** `Today 9:00 AM` */
  dayAndTime(instant: string): string
  /** `20 min ago`, `4 h ago`, `6 days ago` */
  ago(instant: string): string
  /** A `<time>` element whose tooltip has the full date. */
  time(instant: string, text?: string): Html
}

/** Days from today shown by weekday. */
const NAMED_DAYS = 7

function ago(instant: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return AGO.now
  if (minutes < 60) return AGO.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? AGO.hours(hours) : AGO.days(Math.floor(hours / 24))
}

/** Relative to now, in the time zone of the organization. */
export function whenIn({ format, organization }: Pick<Staff, 'format' | 'organization'>): When {
  const today = dayIn(organization.timeZone, undefined)
  const yesterday = dayIn(organization.timeZone, today.before)
  // The ends of days, from yesterday on. A day has 23 to 25 hours.
  const ends = [yesterday.end, today.end]
  let last = today
  for (let i = 1; i < NAMED_DAYS; i++) {
    last = dayIn(organization.timeZone, last.after)
    ends.push(last.end)
  }
  const times = ends.map(Date.parse)
  const begin = Date.parse(yesterday.from)

  function day(instant: string): string {
    const time = Date.parse(instant)
    const i = time < begin ? -1 : times.findIndex((end) => time < end)
    if (i === -1) return format.monthDay(instant)
    return [DAYS.yesterday, DAYS.today, DAYS.tomorrow][i] ?? format.shortWeekday(instant)
  }

  const dayAndTime = (instant: string) => `${day(instant)} ${format.time(instant)}`
  return {
    day,
    dayAndTime,
    ago,
    time: (instant, text = dayAndTime(instant)) =>
      html`<time datetime="${instant}" title="${format.dayAndTime(instant)}">${text}</time>`,
  }
}
