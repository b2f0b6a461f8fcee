import type { Schemas } from '@mediajobs/client'
import { DEFAULT_SHOOT_MINUTES, MAX_PAGE_RECORDS, WEEKDAYS, type Weekday } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'
import { type Day, dayIn } from '../day.ts'
import { type List, read, readAll, readList } from '../read-record.ts'
import type { Person, Project } from '../records.ts'
import type { Staff } from '../staff.ts'

export type FreeInterval = Schemas['Availability']['data'][number]['free'][number]

/** People on a page. */
const ROWS = 40
/** Pages of shoots that are read. */
const PAGES_READ = 10
export const MAX_SHOOTS = PAGES_READ * MAX_PAGE_RECORDS

/** What a calendar shows of a week. */
export interface Shown {
  people: readonly Person[]
  /** Which part of the people: 1 is the first one. */
  page: number
  isLast: boolean
  shoots: readonly Project[]
  isCut: boolean
  /** When a shoot fits, by person. */
  free: ReadonlyMap<string, readonly FreeInterval[]>
}

/** @throws {RefusedRead} */
export async function readWeek(staff: Staff, week: Week, page: number): Promise<Shown> {
  const mayAssign = staff.may('assignTechnician')
  const [{ shoots, isCut }, technicians] = await Promise.all([
    shootsOf(staff, week, mayAssign ? undefined : staff.userId),
    mayAssign
      ? readAll<Person>(staff, '/users?role=TECHNICIAN&active=true')
      : read<Person>(staff, `/users/${staff.userId}`),
  ])
  const known = [technicians ?? []].flat()
  const others = mayAssign ? await othersOf(staff, shoots, known) : []
  const everyone = [...known, ...others].sort((a, b) => a.name.localeCompare(b.name))
  const people = everyone.slice((page - 1) * ROWS, page * ROWS)
  const free = await freeOf(staff, week, people)
  return { people, page, isLast: everyone.length <= page * ROWS, shoots, isCut, free }
}

async function shootsOf(staff: Staff, { days }: Week, technicianId: string | undefined) {
  const [first, last] = [days[0], days.at(-1)]
  const query = new URLSearchParams({
    sort: 'scheduledTime',
    limit: String(MAX_PAGE_RECORDS),
    scheduledFrom: first?.from ?? '',
    scheduledTo: last?.to ?? '',
    ...(technicianId !== undefined && { technicianId }),
  })
  const shoots: Project[] = []
  for (let i = 0; i < PAGES_READ; i++) {
    const page: List<Project> = await readList<Project>(staff, `/projects?${query}`)
    shoots.push(...page.data.filter(({ status }) => status !== 'CANCELLED'))
    if (page.nextCursor === null) return { shoots, isCut: false }
    query.set('cursor', page.nextCursor)
  }
  return { shoots, isCut: true }
}

/** Managers who shoot, and people who have left. */
async function othersOf(
  staff: Staff,
  shoots: readonly Project[],
  known: readonly Person[],
): Promise<Person[]> {
  const assigned = new Set(shoots.flatMap(({ technicianId }) => technicianId ?? []))
  for (const { id } of known) assigned.delete(id)
  const ids = [...assigned].slice(0, MAX_PAGE_RECORDS)
  if (ids.length === 0) return []
  const query = new URLSearchParams(ids.map((id): [string, string] => ['id', id]))
  query.set('limit', String(MAX_PAGE_RECORDS))
  return (await readList<Person>(staff, `/users?${query}`)).data
}

async function freeOf(
  staff: Staff,
  { days }: Week,
  people: readonly Person[],
): Promise<Shown['free']> {
  if (people.length === 0) return new Map()
  const query = new URLSearchParams(people.map(({ id }): [string, string] => ['technicianId', id]))
  query.set('from', days[0]?.from ?? '')
  query.set('to', days.at(-1)?.end ?? '')
  const found = await read<Schemas['Availability']>(staff, `/availability?${query}`)
  return new Map(found?.data.map(({ technicianId, free }) => [technicianId, free]))
}

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

export function weekIn(timeZone: string | null, name: string | null): Week {
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

/** The shoots of a person that take place at the same time as another one of theirs. */
export function overlapping(shoots: readonly Project[]): ReadonlySet<string> {
  const found = new Set<string>()
  // By time: a later shoot overlaps the one that ends last, or none.
  let last: { id: string; end: number } | undefined
  for (const { id, scheduledTime, estimatedDuration } of shoots) {
    const begin = Date.parse(scheduledTime)
    const end = begin + (estimatedDuration ?? DEFAULT_SHOOT_MINUTES) * 60_000
    if (last && begin < last.end) found.add(last.id).add(id)
    if (!last || end > last.end) last = { id, end }
  }
  return found
}
