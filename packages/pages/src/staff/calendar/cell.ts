import { DEFAULT_WORKING_HOURS } from '@mediajobs/domain'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { instantOf, localTime } from '../day.ts'
import type { Person, Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import type { FreeInterval } from './read.ts'
import { TEXTS } from './texts.ts'
import type { WeekDay } from './week.ts'

export interface Cell {
  staff: Staff
  day: WeekDay
  shoots: readonly Project[]
  overlaps: ReadonlySet<string>
  /** `undefined` in the row of shoots without a technician. */
  person: Person | undefined
  free: readonly FreeInterval[]
  /** The address of the organization. */
  home: string
}

/** A day of a person: when they work, their shoots, and when another one fits. */
export function cell(each: Cell): Html {
  const { day, shoots, person } = each
  return html`<td${day.isChosen ? html` class="chosen"` : nothing}>${person ? hours(each, person) : nothing}${
    shoots.length === 0 ? nothing : html`<ul>${shoots.map((project) => shoot(each, project))}</ul>`
  }${person ? openings(each, person) : nothing}</td>`
}

function shoot({ staff, overlaps, home }: Cell, project: Project): Html {
  const { id, scheduledTime, status } = project
  const isDouble = overlaps.has(id)
  return html`<li${isDouble ? html` class="double"` : nothing}><a href="${home}/projects/${id}"><time datetime="${scheduledTime}">${staff.format.time(scheduledTime)}</time> <span dir="auto">${addressLine(project) || TEXTS.noAddress}</span></a><span class="soft">${STATUS_NAMES[status]}</span>${isDouble ? html`<b class="alarm">${TEXTS.overlaps}</b>` : nothing}</li>`
}

function hours({ staff, day }: Cell, { workingHours }: Person): Html {
  const intervals = (workingHours ?? DEFAULT_WORKING_HOURS)[day.weekday]
  const zone = staff.organization.timeZone ?? 'UTC'
  const time = (text: string) => {
    const instant = text === '24:00' ? day.end : instantOf(`${day.name}T${text}`, zone)
    return instant === undefined ? text : staff.format.time(instant)
  }
  const texts = intervals.map(({ from, to }) => html`${time(from)}&ndash;${time(to)}`)
  return html`<p class="soft">${texts.length === 0 ? TEXTS.off : joined(texts)}</p>`
}

/** Free time begins at the next quarter of an hour. */
const STEP_MS = 15 * 60_000

/** When a shoot fits, from now on. A link fills in the form of a booking. */
function openings({ staff, day, free, home }: Cell, { id }: Person): Html {
  const { format, organization } = staff
  const soonest = Math.ceil(Date.now() / STEP_MS) * STEP_MS
  const fits = free
    .filter(({ startTo }) => Date.parse(startTo) >= soonest)
    .flatMap((interval) => partOn(day, interval, soonest))
  const zone = organization.timeZone ?? 'UTC'
  const texts = fits.map(({ from, to }) => {
    const range = html`${TEXTS.free} ${format.time(from)}&ndash;${format.time(to)}`
    if (!staff.may('createProject')) return range
    const query = new URLSearchParams({ technicianId: id, when: localTime(from, zone) })
    return html`<a href="${home}/projects/new?${query}">${range}<span class="hidden">: ${TEXTS.book}</span></a>`
  })
  return texts.length === 0 ? nothing : html`<p class="free">${joined(texts)}</p>`
}

/** The part of an interval that is on a day, and not over: it may go on for days. */
function partOn(
  day: WeekDay,
  { from, to }: FreeInterval,
  soonest: number,
): { from: string; to: string }[] {
  const begin = Math.max(Date.parse(from), Date.parse(day.from), soonest)
  const end = Math.min(Date.parse(to), Date.parse(day.end))
  if (begin >= end) return []
  return [{ from: new Date(begin).toISOString(), to: new Date(end).toISOString() }]
}

function joined(texts: readonly Html[]): Html {
  return html`${texts.map((text, i) => html`${i > 0 ? html`<br>` : nothing}${text}`)}`
}
