import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { type Address, streetOf } from '../../format.ts'
import type { Day } from '../day.ts'
import { withQuery } from '../own-address.ts'
import { read, readAll, readByIds, readList, readPages } from '../read-record.ts'
import type { Offer, Person, Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { COMMON } from '../texts.ts'
import type { Absence } from '../time-off.ts'
import {
  type Appointment,
  additionalVisits,
  inOrder,
  PAGES_READ,
  unassignedVisits,
} from '../visits.ts'
import { timesOf } from './clock.ts'
import type { View } from './view.ts'

export type FreeInterval = Schemas['FreeInterval']

/** People per page. */
const ROWS = 40
export const MAX_SHOOTS = PAGES_READ * MAX_PAGE_RECORDS
/** Unassigned jobs shown next to the calendar. */
const WAITING = 30
const WAITING_BEFORE_MS = 7 * 86_400_000
/** A shoot of the previous day may extend into the first day. */
const BEFORE_MS = 86_400_000

/** The data of the calendar. */
export interface Shown {
  /** The people shown: those on this page, or the one whose week it is. */
  people: readonly Person[]
  /** People on this page, to filter a week by. */
  choices: readonly Person[]
  isLast: boolean
  /** Names of all technicians, and of others with a shoot, by id. */
  names: ReadonlyMap<string, string>
  shoots: readonly Appointment[]
  isCut: boolean
  /** Free slots by person. */
  free: ReadonlyMap<string, readonly FreeInterval[]>
  /** Time off, by person. */
  away: ReadonlyMap<string, readonly Absence[]>
  /** Unassigned jobs and visits, earliest first; `undefined` for people who may not assign. */
  waiting: Waiting | undefined
  /** The name of a package by id. */
  packages: ReadonlyMap<string, string>
}

interface Waiting {
  data: readonly Appointment[]
  isCut: boolean
}

/** The calendar for a person. */
export interface Page {
  staff: Staff
  view: View
  shown: Shown
  /** The organization's URL. */
  home: string
}

/** The calendar's name for a job. */
export function jobOf(project: Address): string {
  return streetOf(project) || project.city || COMMON.noAddress
}

/** @throws {RefusedRead} */
export async function readCalendar(staff: Staff, view: View): Promise<Shown> {
  const mayAssign = staff.may('assignTechnician')
  const days = view.kind === 'week' ? view.days : [view.chosen]
  const [{ shoots, isCut }, technicians, waiting, packages] = await Promise.all([
    shootsOf(staff, days, view.who),
    mayAssign
      ? readAll<Person>(staff, '/users?role=TECHNICIAN&active=true')
      : read<Person>(staff, `/users/${staff.userId}`),
    mayAssign ? waitingOf(staff, view.days) : undefined,
    staff.may('listPackages') ? readAll<Offer>(staff, '/packages') : [],
  ])
  const known = [technicians ?? []].flat()
  const others = mayAssign || isEditor(staff) ? await othersOf(staff, view, shoots, known) : []
  const everyone = [...known, ...others].sort((a, b) => a.name.localeCompare(b.name))
  const choices = everyone.slice((view.page - 1) * ROWS, view.page * ROWS)
  const chosen = everyone.filter(({ id }) => id === view.who)
  const people = view.who === undefined ? choices : chosen
  const isByPerson = view.kind === 'technicians' || view.who !== undefined
  const times = await timesOfPeople(staff, days, people)
  return {
    people,
    choices,
    isLast: everyone.length <= view.page * ROWS,
    names: new Map(everyone.map(({ id, name }) => [id, name])),
    shoots,
    isCut,
    free: isByPerson
      ? new Map(times.map(({ technicianId, free }) => [technicianId, free]))
      : new Map(),
    away: new Map(times.map(({ technicianId, timeOff }) => [technicianId, timeOff])),
    waiting,
    packages: new Map(packages.map(({ id, name }) => [id, name])),
  }
}

/**
 * The first {@link MAX_SHOOTS} shoots on these days, including additional visits, earliest first, without canceled
 * ones.
 */
export async function shootsOf(staff: Staff, days: readonly Day[], who: string | undefined) {
  const from = days[0]?.from ?? ''
  const times = {
    scheduledFrom: earlier(from, BEFORE_MS),
    scheduledTo: days.at(-1)?.to ?? '',
  }
  const read = (filter: object) => {
    const query = Object.entries({ sort: 'scheduledTime', ...times, ...filter })
    return readPages<Project>(staff, withQuery('/projects', query), PAGES_READ)
  }
  const [projects, visits, edited] = await Promise.all([
    read({ technicianId: who }),
    additionalVisits(staff, { ...times, technicianId: who }),
    isEditor(staff) ? read({ editorId: who }) : { data: [], isCut: false },
  ])
  const others = edited.data.filter(({ technicianId }) => technicianId !== who)
  const begin = Date.parse(from)
  const isShown = (shoot: Appointment) =>
    shoot.status !== 'CANCELLED' && shoot.technicianId !== null && timesOf(shoot)[1] > begin
  return {
    shoots: inOrder<Appointment>([...projects.data, ...others], visits.data).filter(isShown),
    isCut: projects.isCut || visits.isCut || edited.isCut,
  }
}

/** Whether the person is an editor, who also sees the shoots of the jobs that they edit. */
function isEditor({ role }: Staff): boolean {
  return role === 'EDITOR'
}

/** Clamped to the API's range. */
function earlier(instant: string, ms: number): string {
  return new Date(Math.max(0, Date.parse(instant) - ms)).toISOString()
}

/** Unassigned jobs and visits, starting a week before the shown one. */
async function waitingOf(staff: Staff, days: readonly Day[]): Promise<Waiting> {
  const times = {
    limit: String(WAITING),
    scheduledFrom: earlier(days[0]?.from ?? '', WAITING_BEFORE_MS),
  }
  const query = new URLSearchParams({ unassigned: 'technician', sort: 'scheduledTime', ...times })
  for (const status of ['PENDING', 'BOOKED', 'SHOOTING']) query.append('status', status)
  const [jobs, visits] = await Promise.all([
    readList<Project>(staff, `/projects?${query}`),
    unassignedVisits(staff, times),
  ])
  const all = inOrder<Appointment>(jobs.data, visits.data)
  const isCut = jobs.nextCursor !== null || visits.nextCursor !== null
  return { data: all.slice(0, WAITING), isCut: isCut || all.length > WAITING }
}

/** Managers who shoot, former members, and the person in the URL. */
async function othersOf(
  staff: Staff,
  { who }: View,
  shoots: readonly Appointment[],
  known: readonly Person[],
): Promise<Person[]> {
  const wanted = new Set(shoots.flatMap(({ technicianId }) => technicianId ?? []))
  for (const { id } of known) wanted.delete(id)
  if (who !== undefined && !known.some(({ id }) => id === who)) wanted.add(who)
  return readByIds<Person>(staff, '/users', wanted)
}

/** People's free slots and time off. */
async function timesOfPeople(
  staff: Staff,
  days: readonly Day[],
  people: readonly Person[],
): Promise<Schemas['Availability']['data']> {
  if (people.length === 0) return []
  const query = new URLSearchParams(people.map(({ id }): [string, string] => ['technicianId', id]))
  query.set('from', days[0]?.from ?? '')
  query.set('to', days.at(-1)?.end ?? '')
  const found = await read<Schemas['Availability']>(staff, `/availability?${query}`)
  return found?.data ?? []
}
