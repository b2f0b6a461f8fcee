import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { type Html, html, nothing } from '../html.ts'
import { type Day, dayIn, dayOf } from './day.ts'
import { type List, readList } from './read-record.ts'
import type { Staff } from './staff.ts'

export type TimeOff = Schemas['TimeOff']

/** A period when someone can't be booked. */
export type Absence = Schemas['AbsentInterval']

export const TIME_OFF = 'Time off'

/**
 * A person's time off within a span, earliest first. Empty if the viewer may not read it.
 *
 * @throws {RefusedRead}
 */
export async function absencesOf(
  staff: Staff,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<Absence[]> {
  if (userId !== staff.userId && !staff.may('assignTechnician')) return []
  const query = new URLSearchParams({ from, to, limit: String(MAX_PAGE_RECORDS) })
  const list: List<TimeOff> = await readList(staff, `/users/${userId}/time-off?${query}`)
  const absences = list.data.map(({ startsAt, endsAt, note }) => ({
    from: startsAt,
    to: endsAt,
    note,
  }))
  return absences.sort((a, b) => a.from.localeCompare(b.from))
}

/** `Aug 3 – 16`, `Aug 3, 9:00 AM – 12:00 PM`, or with both days `Aug 3, 9:00 AM – Aug 4, 12:00 PM` */
export function absenceSpan(
  { format, organization }: Pick<Staff, 'format' | 'organization'>,
  { from, to }: Pick<Absence, 'from' | 'to'>,
): string {
  const { timeZone } = organization
  const last = lastMoment(to)
  const dayAt = (instant: string) => dayIn(timeZone, dayOf(instant, timeZone))
  const [first, end] = [dayAt(from), dayAt(last)] as const
  if (isWhole(first, from, end, to)) return format.days(from, last)
  if (first.name === end.name) return `${format.monthDay(from)}, ${format.span(from, to)}`
  return `${format.monthDay(from)}, ${format.time(from)} – ${format.monthDay(to)}, ${format.time(to)}`
}

function isWhole(first: Day, from: string, last: Day, to: string): boolean {
  return Date.parse(first.from) === Date.parse(from) && Date.parse(last.end) === Date.parse(to)
}

function lastMoment(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString()
}

/** An absence's span, with its note if there is one. */
export function absenceText(staff: Staff, absence: Absence): Html {
  const { note } = absence
  return html`${absenceSpan(staff, absence)}${note ? html` · <span dir="auto">${note}</span>` : nothing}`
}
