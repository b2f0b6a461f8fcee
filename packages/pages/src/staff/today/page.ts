import type { ProjectStatus } from '@mediajobs/domain'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { dayOf } from '../day.ts'
import { movesOf } from '../project/moves.ts'
import { TEXTS as PROJECT } from '../project/texts.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { statusBadge } from '../status.ts'
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

interface Card {
  staff: Staff
  project: Project
  shown: Shown
  /** The address of the page. */
  here: string
  /** The view that a form returns to. */
  query: URLSearchParams
  /** Editors' queues span days. */
  withDay: boolean
}

/** One job: time, place, notes, and this person's next step. */
function card(each: Card): Html {
  const { staff, project, here, withDay } = each
  const { scheduledTime, estimatedDuration, notes, status } = project
  const time = withDay ? staff.format.dayAndTime(scheduledTime) : staff.format.time(scheduledTime)
  const length =
    estimatedDuration === null ? nothing : html` · ${staff.format.minutes(estimatedDuration)}`
  return html`<li class="card">
<h2><time datetime="${scheduledTime}">${time}</time></h2>
<p class="place" dir="auto"><a href="${here}/../projects/${project.id}">${addressLine(project) || TEXTS.noAddress}</a></p>
<p class="soft">${statusBadge(status)}${length}${technician(each)}</p>
${notes ? html`<p class="notes" dir="auto">${notes}</p>` : nothing}
<div class="actions">${move(each)}${upload(each)}${route(project)}${phone(each)}</div>
</li>`
}

function technician({ shown: { colleagues }, project: { technicianId }, withDay }: Card): Html {
  if (colleagues.length === 0 || withDay) return nothing
  if (technicianId === null) return html` · <b class="alarm">${TEXTS.nobody}</b>`
  const person = colleagues.find(({ id }) => id === technicianId)
  return person ? html` · <span dir="auto">${person.name}</span>` : nothing
}

function move({ staff, project, here, query }: Card): Html {
  const to = nextMove(staff, project)
  if (to === undefined) return nothing
  const text = PROJECT.moves[to]
  // Delivering notifies the client, so it goes through the preview.
  if (to === 'DELIVERED') {
    return html`<a class="go" href="${here}/../projects/${project.id}/preview">${text}&hellip;</a>`
  }
  return changeForm({
    action: `${here}/${project.id}/move?${query}`,
    etag: `"${project.version}"`,
    content: html`<button class="go" name="to" value="${to}">${text}</button>`,
  })
}

function upload({ staff, project: { id, status }, here }: Card): Html {
  if (status === 'CANCELLED' || !staff.may('presignUploads')) return nothing
  return html`<a class="button" href="${here}/../projects/${id}/upload">${TEXTS.upload}</a>`
}

/** A link to the phone's maps. Nothing is sent until it is followed. */
function route(project: Project): Html {
  const { lat, lng } = project
  const place = lat !== null && lng !== null ? `${lat},${lng}` : addressLine(project)
  if (place === '') return nothing
  const query = new URLSearchParams({ api: '1', destination: place })
  return html`<a class="button" href="https://www.google.com/maps/dir/?${query}" rel="noreferrer">${TEXTS.route}</a>`
}

function phone({ project: { customerId }, shown: { customers } }: Card): Html {
  const customer = customers.get(customerId ?? '')
  if (!customer?.phone) return nothing
  const number = customer.phone.replaceAll(/[^+\d]/g, '')
  if (number === '') return nothing
  return html`<a class="button" href="tel:${number}" dir="auto">${TEXTS.call(customer.name)}</a>`
}

/** Moves offered here. The others are on the job's page. */
const OFFERED: readonly ProjectStatus[] = [
  'SHOOTING',
  'UPLOADED',
  'EDITING',
  'IN_REVIEW',
  'DELIVERED',
]

/** The next step of a project, if this person may make it here. docs/contract.md#c3-moves-starts */
function nextMove(staff: Staff, project: Project): ProjectStatus | undefined {
  const { next } = movesOf(staff, project)
  return next !== undefined && OFFERED.includes(next) ? next : undefined
}
