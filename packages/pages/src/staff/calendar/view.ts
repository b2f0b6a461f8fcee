import { WEEKDAYS, type Weekday } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'
import { type Day, dayIn } from '../day.ts'
import type { Staff } from '../staff.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface WeekDay extends Day {
  weekday: Weekday
  /** Whether it is the day in the URL. */
  isChosen: boolean
}

/** The view of the calendar, all of it in the URL. */
export interface View {
  kind: 'week' | 'technicians'
  /** The week of the chosen day, from Monday. */
  days: readonly WeekDay[]
  chosen: WeekDay
  /** The previous and next day or week. */
  before: string
  after: string
  /** The only person shown in a week; `undefined` for everyone. */
  who: string | undefined
  /** Page of people, from 1. */
  page: number
  zone: string
}

/** @param day `2026-05-01` */
export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] as Weekday
}

export function viewOf(staff: Staff, query: URLSearchParams): View {
  const { timeZone } = staff.organization
  const mayAssign = staff.may('assignTechnician')
  const kind = mayAssign && query.get('view') === 'technicians' ? 'technicians' : 'week'
  const name = dayIn(timeZone, query.get('day')).name
  const date = Temporal.PlainDate.from(name)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const week = WEEKDAYS.map((weekday, i) => {
    const wanted = monday.add({ days: i }).toString()
    return { ...dayIn(timeZone, wanted), wanted, weekday, isChosen: wanted === name }
  })
  // `dayIn` replaces days outside the API's range by today.
  const days = week.filter((day) => day.name === day.wanted)
  const chosen = days.find(({ isChosen }) => isChosen)
  if (!chosen) throw new Error('a day is in its week')
  const who = kind === 'week' ? query.get('who') : null
  const step = { days: kind === 'week' ? 7 : 1 }
  return {
    kind,
    days,
    chosen,
    before: date.subtract(step).toString(),
    after: date.add(step).toString(),
    who: mayAssign ? (who !== null && ID.test(who) ? who : undefined) : staff.userId,
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    zone: timeZone ?? 'UTC',
  }
}

/** The query of a view, with a different day, kind, person or page. */
export function queryOf(
  { kind, chosen, who, page }: View,
  other: { kind?: View['kind']; day?: string; who?: string; page?: number } = {},
): URLSearchParams {
  const each = { kind, day: chosen.name, who: who ?? '', page, ...other }
  return new URLSearchParams({
    day: each.day,
    ...(each.kind === 'technicians' && { view: each.kind }),
    ...(each.kind === 'week' && each.who && { who: each.who }),
    ...(each.page > 1 && { page: String(each.page) }),
  })
}
