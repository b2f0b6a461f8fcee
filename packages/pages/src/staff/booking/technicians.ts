import { kilometersBetween, MAX_FILTER_VALUES } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { freeAt, type Shoot } from '../calendar/clash.ts'
import { MINUTE_MS, timesOf } from '../calendar/clock.ts'
import { jobOf, shootsOf } from '../calendar/read.ts'
import { dayIn, dayOf } from '../day.ts'
import { initialsOf } from '../parts.ts'
import { assignable, type Person } from '../records.ts'
import type { Staff } from '../staff.ts'
import type { Appointment } from '../visits.ts'
import { TEXTS } from './texts.ts'

/** A possible technician. */
export interface Candidate {
  person: Person
  /** `undefined` without a time, or if there are too many people to check. */
  isFree: boolean | undefined
  /** The conflicting shoot, or those before and after. */
  note: string
}

/** The maximum ids of `GET /availability`. */
const MAX_CANDIDATES = MAX_FILTER_VALUES

export type Time = Shoot

/**
 * Possible technicians: role TECHNICIAN first, then managing roles. With a time, free people come first.
 *
 * @param chosen an id that is always included
 * @throws {RefusedRead}
 */
export async function candidatesFor(
  staff: Staff,
  people: readonly Person[],
  chosen: string,
  time: Time | undefined,
): Promise<Candidate[]> {
  const all = assignable(people, 'technician')
  const first = all.filter(({ id }) => id === chosen)
  const others = all.filter(({ id }) => id !== chosen)
  const shown = [...first, ...others].slice(0, MAX_CANDIDATES)
  const places = new Map(all.map(({ id }, i) => [id, i]))
  const placeOf = ({ person }: Candidate) => places.get(person.id) ?? 0
  const candidates = time
    ? await rated(staff, shown, time)
    : shown.map((person) => ({ person, isFree: undefined, note: '' }))
  return candidates.sort((a, b) => rankOf(a) - rankOf(b) || placeOf(a) - placeOf(b))
}

function rankOf({ isFree }: Candidate): number {
  return isFree === undefined ? 1 : isFree ? 0 : 2
}

async function rated(staff: Staff, people: readonly Person[], time: Time): Promise<Candidate[]> {
  const { timeZone } = staff.organization
  const name = dayOf(time.scheduledTime, timeZone)
  const day = dayIn(timeZone, name)
  // Outside the API's range of days: it refuses the job anyway.
  if (day.name !== name || people.length === 0) {
    return people.map((person) => ({ person, isFree: undefined, note: '' }))
  }
  const ids = people.map(({ id }) => id)
  const [free, { shoots, isCut }] = await Promise.all([
    freeAt(staff, time, ids),
    shootsOf(staff, [day], undefined),
  ])
  const shootsBy = new Map<string | null, Appointment[]>(ids.map((id) => [id, []]))
  for (const shoot of shoots) shootsBy.get(shoot.technicianId)?.push(shoot)
  return people.map((person) => {
    const own = shootsBy.get(person.id) ?? []
    const isFree = free && (free.get(person.id)?.isFree ?? false)
    const isAway = free?.get(person.id)?.isAway ?? false
    const isElsewhere = free !== undefined && !free.has(person.id)
    const rating = { time, isFree, isAway, isElsewhere, isCut }
    return { person, isFree, note: noteOf(staff, own, rating) }
  })
}

interface Rating {
  time: Time
  isFree: boolean | undefined
  isAway: boolean
  /** Whether the person doesn't serve the travel zone. */
  isElsewhere: boolean
  isCut: boolean
}

/** @param shoots of the day, earliest first */
function noteOf(
  { format, organization }: Staff,
  shoots: readonly Appointment[],
  { time, isFree, isAway, isElsewhere, isCut }: Rating,
): string {
  const [begin, end] = timesOf(time)
  const between = (from: number, to: number) =>
    format.minutesShort(Math.round((to - from) / MINUTE_MS))
  const inTheWay = shoots.find((each) => timesOf(each)[0] < end && timesOf(each)[1] > begin)
  if (inTheWay) {
    const [from, to] = timesOf(inTheWay).map((ms) => new Date(ms).toISOString())
    return TEXTS.candidates.busy(jobOf(inTheWay), format.span(from ?? '', to ?? ''))
  }
  if (isElsewhere) return TEXTS.candidates.elsewhere
  if (isAway) return TEXTS.candidates.away
  if (isFree === false) return TEXTS.candidates.off
  // With the day's list cut off, the nearest shoots are unknown.
  if (isFree === undefined || isCut) return ''
  const before = shoots.findLast((each) => timesOf(each)[1] <= begin)
  const after = shoots.find((each) => timesOf(each)[0] >= end)
  const wayFrom = (shoot: Appointment) => {
    const kilometers = kilometersBetween(time, shoot)
    if (kilometers === null) return ''
    return TEXTS.candidates.way(format.distance(kilometers, organization.sizeUnit))
  }
  const texts = TEXTS.candidates
  const parts = [
    before && texts.after(between(timesOf(before)[1], begin), jobOf(before), wayFrom(before)),
    after && texts.before(between(end, timesOf(after)[0]), jobOf(after), wayFrom(after)),
  ].filter((each) => each !== undefined)
  return parts.join(', ') || TEXTS.candidates.nothingElse
}

/** The technician field. */
export function technicianChoice(
  {
    candidates,
    timeProblem,
  }: { candidates: readonly Candidate[]; timeProblem: string | undefined },
  chosen: string,
): Html {
  const texts = TEXTS.candidates
  const isRated = candidates.some(({ isFree }) => isFree !== undefined)
  const free = candidates.filter(({ isFree }) => isFree).length
  const row = ({ person, isFree, note }: Candidate) => {
    const state = isFree === undefined ? nothing : isFree ? texts.free : texts.notFree
    const says = html`${state}${note && isFree !== undefined ? ' · ' : ''}${note}`
    const name = isFree === undefined ? '' : isFree ? ' free' : ' busy'
    return html`<li><label class="choice"><input type="radio" autocomplete="off" name="technicianId" value="${person.id}"${person.id === chosen ? html` checked` : nothing}> ${initialsOf(person)} <span><b dir="auto">${person.name}</b> <span class="soft${name}" dir="auto">${says}</span></span></label></li>`
  }
  return html`<p id="free" role="status">${isRated ? texts.count(free) : (timeProblem ?? texts.noTime)}</p>
<ul class="plain choices people"><li><label class="choice"><input type="radio" autocomplete="off" name="technicianId" value=""${candidates.some(({ person }) => person.id === chosen) ? nothing : html` checked`}> <span>${TEXTS.noTechnician}</span></label></li>${candidates.map(row)}</ul>${
    candidates.length >= MAX_CANDIDATES
      ? html`<p class="soft">${texts.cut(MAX_CANDIDATES)}</p>`
      : nothing
  }`
}
