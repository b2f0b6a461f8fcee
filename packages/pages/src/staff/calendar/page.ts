import { type Html, html, nothing } from '../../html.ts'
import type { Person, Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { cell } from './cell.ts'
import { MAX_SHOOTS, type Shown } from './read.ts'
import { overlapping } from './shoots.ts'
import { TEXTS } from './texts.ts'
import type { Week, WeekDay } from './week.ts'

export interface Page {
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
