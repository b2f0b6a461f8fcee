import { type Html, html, nothing } from '../../html.ts'
import { dayOf } from '../day.ts'
import type { Staff } from '../staff.ts'
import { card } from './card.ts'
import type { Shown, View } from './read.ts'
import { TEXTS } from './texts.ts'

interface Page {
  staff: Staff
  view: View
  shown: Shown
  /** The address of the page. */
  here: string
}

/** The jobs of a day, or an editor's jobs. */
export function todayPage(page: Page): Html {
  const { staff, view, shown, here } = page
  const query = queryOf(view)
  const { projects, nextCursor } = shown
  const withDay = view.isQueue
  const more =
    nextCursor && html`<p><a href="${here}?${moreOf(query, nextCursor)}">${TEXTS.more}</a></p>`
  return html`${view.isQueue ? nothing : dayBar(page)}
${
  projects.length === 0
    ? empty(page)
    : html`<ul class="cards">${projects.map((project) => card({ staff, project, shown, here, query, withDay }))}</ul>`
}
${more || nothing}
<p class="soft">${TEXTS.zone(staff.organization.timeZone ?? 'UTC')}</p>`
}

/** The query of a view, without its place in the list. */
export function queryOf({
  day,
  technicianId,
}: Pick<View, 'day' | 'technicianId'>): URLSearchParams {
  return new URLSearchParams({ day: day.name, ...(technicianId !== null && { technicianId }) })
}

function moreOf(query: URLSearchParams, cursor: string): URLSearchParams {
  return new URLSearchParams([...query, ['cursor', cursor]])
}

function dayBar({ staff, view, shown: { colleagues }, here }: Page): Html {
  const { day, technicianId } = view
  const to = (name: string) => `${here}?${queryOf({ day: { ...day, name }, technicianId })}`
  const technicians = colleagues.filter(({ role }) => role === 'TECHNICIAN')
  return html`<div class="actions bar-of-day">
<a class="button" href="${to(day.before)}">${TEXTS.before}</a>
${day.isToday ? nothing : html`<a class="button" href="${here}">${TEXTS.today}</a>`}
<a class="button" href="${to(day.after)}">${TEXTS.after}</a>
${staff.may('assignTechnician') ? chooser(technicians, view, here) : nothing}
</div>`
}

function chooser(
  technicians: Shown['colleagues'],
  { day, technicianId }: View,
  here: string,
): Html {
  return html`<form action="${here}">
<input type="hidden" name="day" value="${day.name}">
<label for="technician">${TEXTS.technician}</label>
<select id="technician" name="technicianId"><option value="">${TEXTS.everyone}</option>${technicians.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === technicianId ? html` selected` : nothing}>${name}</option>`,
  )}</select>
<button>${TEXTS.show}</button></form>`
}

function empty({ staff, view: { isQueue, technicianId }, shown: { next }, here }: Page): Html {
  if (isQueue) return html`<p>${TEXTS.noQueue}</p>`
  if (!next) return html`<p>${TEXTS.noShoots}</p>`
  const { format, organization } = staff
  const { scheduledTime } = next
  const day = dayOf(scheduledTime, organization.timeZone)
  const query = new URLSearchParams({ day, ...(technicianId !== null && { technicianId }) })
  return html`<p>${TEXTS.noShoots} ${TEXTS.next} <a href="${here}?${query}">${format.weekday(scheduledTime)}, ${format.time(scheduledTime)}</a></p>`
}
