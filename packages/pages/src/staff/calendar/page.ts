import { DEFAULT_WORKING_HOURS } from '@mediajobs/domain'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { instantOf, localTime } from '../day.ts'
import type { Person, Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { statusBadge } from '../status.ts'
import {
  type FreeInterval,
  MAX_SHOOTS,
  overlapping,
  type Shown,
  type Week,
  type WeekDay,
} from './read.ts'
import { TEXTS } from './texts.ts'

interface Page {
  staff: Staff
  week: Week
  shown: Shown
  /** The address of the organization. */
  home: string
}

/** A week: a row for each technician, and one for the shoots that have none. */
export function calendarPage(page: Page): Html {
  const { staff, week, shown } = page
  const unassigned = shown.shoots.filter(({ technicianId }) => technicianId === null)
  return html`${bar(page)}
${shown.isCut ? html`<p class="notice">${TEXTS.cut(MAX_SHOOTS)}</p>` : nothing}
<div class="week" role="region" aria-label="${TEXTS.table}" tabindex="0"><table><caption class="hidden">${TEXTS.table}</caption>
<thead><tr><th scope="col">${TEXTS.person}</th>${week.days.map((day) => heading(page, day))}</tr></thead>
<tbody>${unassigned.length === 0 || shown.page > 1 ? nothing : row(page, unassigned)}
${shown.people.map((person) => {
  const shoots = shown.shoots.filter(({ technicianId }) => technicianId === person.id)
  return row(page, shoots, person)
})}</tbody></table></div>
${shown.people.length === 0 ? noOne(page) : nothing}
${pages(page)}
<p class="soft">${TEXTS.zone(staff.organization.timeZone ?? 'UTC')} ${TEXTS.usualHours}</p>`
}

function noOne({ staff, home }: Page): Html {
  const invite = staff.may('createUser')
    ? html` <a href="${home}/people/new">${TEXTS.invite}</a>`
    : nothing
  return html`<p>${TEXTS.noOne}${invite}</p>`
}

function addressOf({ home, shown }: Page, day: string, page = shown.page): string {
  const query = new URLSearchParams({ day, ...(page > 1 && { page: String(page) }) })
  return `${home}/calendar?${query}`
}

function bar(page: Page): Html {
  const { week, home, staff } = page
  const { chosen, days } = week
  return html`<div class="actions bar-of-day">
<a class="button" href="${addressOf(page, week.before)}">${TEXTS.before}</a>
${days.some(({ isToday }) => isToday) ? nothing : html`<a class="button" href="${home}/calendar">${TEXTS.thisWeek}</a>`}
<a class="button" href="${addressOf(page, week.after)}">${TEXTS.after}</a>
<form action="${home}/calendar"><label for="day">${TEXTS.day}</label> <input id="day" name="day" type="date" value="${chosen.name}"><button>${TEXTS.show}</button></form>
</div>
<nav class="days" aria-label="${TEXTS.days}">${days.map(
    ({ name, from, isChosen }) =>
      html`<a href="${addressOf(page, name)}"${isChosen ? html` aria-current="date"` : nothing}>${staff.format.shortDay(from)}</a>`,
  )}</nav>`
}

function heading({ staff }: Page, { from, isToday, isChosen }: WeekDay): Html {
  return html`<th scope="col"${isChosen ? html` class="chosen"` : nothing}${isToday ? html` aria-current="date"` : nothing}>${staff.format.weekday(from)}</th>`
}

function row(
  { staff, week, shown, home }: Page,
  shoots: readonly Project[],
  person?: Person,
): Html {
  const overlaps = person ? overlapping(shoots) : new Set<string>()
  const free = (person && shown.free.get(person.id)) ?? []
  const name = person ? person.name : html`<span class="alarm">${TEXTS.unassigned}</span>`
  return html`<tr><th scope="row" dir="auto">${name}</th>${week.days.map((day) => {
    const own = shoots.filter(({ scheduledTime }) => {
      const time = Date.parse(scheduledTime)
      return time >= Date.parse(day.from) && time < Date.parse(day.end)
    })
    return cell({ staff, day, shoots: own, overlaps, person, free, home })
  })}</tr>
`
}

function pages(page: Page): Html {
  const { shown, week } = page
  if (shown.page === 1 && shown.isLast) return nothing
  const to = (number: number, text: string) =>
    html`<a class="button" href="${addressOf(page, week.chosen.name, number)}">${text}</a> `
  return html`<nav aria-label="${TEXTS.pages}" class="actions">${shown.page > 1 ? to(shown.page - 1, TEXTS.previous) : nothing}${shown.isLast ? nothing : to(shown.page + 1, TEXTS.next)}</nav>`
}

interface Cell {
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
function cell(each: Cell): Html {
  const { day, shoots, person } = each
  return html`<td${day.isChosen ? html` class="chosen"` : nothing}>${person ? hours(each, person) : nothing}${
    shoots.length === 0 ? nothing : html`<ul>${shoots.map((project) => shoot(each, project))}</ul>`
  }${person ? openings(each, person) : nothing}</td>`
}

function shoot({ staff, overlaps, home }: Cell, project: Project): Html {
  const { id, scheduledTime, status } = project
  const isDouble = overlaps.has(id)
  return html`<li${isDouble ? html` class="double"` : nothing}><a href="${home}/projects/${id}"><time datetime="${scheduledTime}">${staff.format.time(scheduledTime)}</time> <span dir="auto">${addressLine(project) || TEXTS.noAddress}</span></a>${statusBadge(status)}${isDouble ? html`<b class="alarm">${TEXTS.overlaps}</b>` : nothing}</li>`
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
