import { WEEKDAYS, type Weekday } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'
import { type Day, dayIn } from '../day.ts'

export interface WeekDay extends Day {
  weekday: Weekday
  /** Whether it is the day of the address. */
  isChosen: boolean
}

/** The week from Monday of the day that the caller asks for; of today without one. */
export interface Week {
  days: WeekDay[]
  chosen: Day
  before: string
  after: string
}

export function weekIn(timeZone: string | null, name: string | undefined): Week {
  const chosen = dayIn(timeZone, name)
  const date = Temporal.PlainDate.from(chosen.name)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const days = WEEKDAYS.map((weekday, i) => {
    const wanted = monday.add({ days: i }).toString()
    return { ...dayIn(timeZone, wanted), wanted, weekday, isChosen: wanted === chosen.name }
  })
  return {
    // The API has no times before and after certain years.
    days: days.filter((day) => day.name === day.wanted),
    chosen,
    before: date.subtract({ days: 7 }).toString(),
    after: date.add({ days: 7 }).toString(),
  }
}
