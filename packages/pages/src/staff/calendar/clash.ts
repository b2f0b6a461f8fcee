import type { Schemas } from '@mediajobs/client'
import { DEFAULT_SHOOT_MINUTES, MAX_DURATION_MINUTES, MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { dayIn, dayOf } from '../day.ts'
import { read, readList } from '../read-record.ts'
import type { Person, Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { absenceSpan, absencesOf } from '../time-off.ts'
import { type Appointment, additionalVisits, keyOf } from '../visits.ts'
import { clockOf, intervalsOf, MINUTE_MS, type Span, timesOf } from './clock.ts'
import { jobOf } from './read.ts'
import { TEXTS } from './texts.ts'
import { weekdayOf } from './view.ts'

/** docs/contract.md#c1-times-years */
const LAST_TIME = Date.parse('2200-12-31T23:59:59.999Z')

/**
 * Conflicts of a job's time and technician, one sentence each: other shoots, time off and working hours.
 *
 * @throws {RefusedRead}
 */
export async function clashesOf(
  staff: Staff,
  project: Project & Pick<Appointment, 'visitId'>,
  { scheduledTime, technicianId }: Pick<Project, 'scheduledTime' | 'technicianId'>,
): Promise<string[]> {
  if (technicianId === null) return []
  const [begin, end] = timesOf({ ...project, scheduledTime })
  const filters = {
    technicianId,
    scheduledFrom: instant(Math.max(0, begin - MAX_DURATION_MINUTES * MINUTE_MS)),
    scheduledTo: instant(Math.min(end - 1, LAST_TIME)),
  }
  const order = { sort: '-scheduledTime', limit: String(MAX_PAGE_RECORDS) }
  const [{ data }, visits, person] = await Promise.all([
    readList<Project>(staff, `/projects?${new URLSearchParams({ ...filters, ...order })}`),
    additionalVisits(staff, filters),
    read<Person>(staff, `/users/${encodeURIComponent(technicianId)}`),
  ])
  // The change itself will report the invalid person.
  if (!person) return []
  const during = { from: instant(begin), to: instant(Math.min(end, LAST_TIME)) }
  const absences = await absencesOf(staff, person.id, during)
  const { name } = person
  const overlapping = [...data, ...visits.data].filter(
    (other: Appointment) =>
      keyOf(other) !== keyOf(project) && other.status !== 'CANCELLED' && timesOf(other)[1] > begin,
  )
  const texts = overlapping.map((other) => {
    const [from, to] = timesOf(other).map(instant)
    return TEXTS.clash.overlaps(name, jobOf(other), staff.format.span(from ?? '', to ?? ''))
  })
  for (const each of absences) texts.push(TEXTS.clash.away(name, absenceSpan(staff, each)))
  return works(staff, person, begin, end) ? texts : [...texts, TEXTS.clash.off(name)]
}

/** Whether a person works throughout a span. */
function works({ organization }: Staff, person: Person, begin: number, end: number): boolean {
  const { timeZone } = organization
  for (let from = begin; from < end; ) {
    const day = dayIn(timeZone, dayOf(instant(from), timeZone))
    const last = Math.min(end, Date.parse(day.end))
    // Beyond the years that pages support.
    if (last <= from) return true
    const clock = clockOf(day, timeZone ?? 'UTC')
    const spans = intervalsOf(person, { weekday: weekdayOf(day.name) })
    if (!covers(spans, { at: clock(from), until: clock(last) })) return false
    from = last
  }
  return true
}

/** @param spans earliest first */
function covers(spans: readonly Span[], { at, until }: Span): boolean {
  let end = at
  for (const span of spans) if (span.at <= end) end = Math.max(end, span.until)
  return end >= until
}

/** What decides who is free: the time, and the place for travel zones. */
export type Shoot = Pick<Project, 'scheduledTime' | 'estimatedDuration'> &
  Partial<Pick<Project, 'postalCode' | 'lat' | 'lng'>>

/**
 * Who is free for a job, by id, and who has time off then; `undefined` if the API refuses, as with too many people to
 * check. Excludes people who don't serve its travel zone.
 *
 * @param ids at most 100; default: all technicians
 */
export async function freeAt(
  staff: Staff,
  { scheduledTime, estimatedDuration, ...place }: Shoot,
  ids: readonly string[] = [],
): Promise<ReadonlyMap<string, { isFree: boolean; isAway: boolean }> | undefined> {
  const minutes = estimatedDuration ?? DEFAULT_SHOOT_MINUTES
  const query = new URLSearchParams(ids.map((id): [string, string] => ['technicianId', id]))
  query.set('from', scheduledTime)
  query.set('to', instant(Date.parse(scheduledTime) + minutes * MINUTE_MS))
  query.set('durationMinutes', String(minutes))
  for (const field of ['postalCode', 'lat', 'lng'] as const) {
    const value = place[field]
    if (value != null && value !== '') query.set(field, String(value))
  }
  const { status, body } = await staff.call<Schemas['Availability']>({
    method: 'GET',
    url: `/availability?${query}`,
  })
  if (status !== 200) return undefined
  return new Map(
    body.data.map(({ technicianId, free, timeOff }) => [
      technicianId,
      { isFree: free.length > 0, isAway: timeOff.length > 0 },
    ]),
  )
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
