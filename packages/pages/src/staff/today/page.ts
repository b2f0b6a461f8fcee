import type { ProjectStatus } from '@mediajobs/domain'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { changeForm, hidden, optionsOf } from '../change-form.ts'
import { dayOf } from '../day.ts'
import { withQuery } from '../own-address.ts'
import { ifMay, statusBadge } from '../parts.ts'
import { movesOf } from '../project/moves.ts'
import { TEXTS as PROJECT } from '../project/texts.ts'
import { assignable, type Project } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { COMMON } from '../texts.ts'
import { absenceText } from '../time-off.ts'
import type { Shown, View } from './read.ts'
import { TEXTS } from './texts.ts'

interface Page {
  visit: StaffVisit
  view: View
  shown: Shown
}

/** The jobs of a day, or an editor's jobs. */
export function todayPage(page: Page): Html {
  const { visit, view, shown } = page
  const { projects, nextCursor } = shown
  const { day, technicianId } = view
  // A cursor belongs to its day.
  const more = withQuery(visit.at, [
    ['day', day.name],
    ['technicianId', technicianId],
    ['cursor', nextCursor],
  ])
  return html`${view.isQueue ? nothing : dayBar(page)}
${absent(page)}${projects.length === 0 ? empty(page) : html`<ul class="cards shoots">${projects.map((project) => card({ ...page, project }))}</ul>`}
${nextCursor ? html`<p><a href="${more}">${COMMON.more}</a></p>` : nothing}
<p class="soft">${COMMON.zone(visit.staff.format.zone())}</p>`
}

function absent({ visit: { staff }, shown: { away } }: Page): Html {
  if (away.length === 0) return nothing
  return html`<ul class="plain">${away.map(
    ({ name, absence }) =>
      html`<li><b dir="auto">${name === null ? TEXTS.youAreOff : TEXTS.isOff(name)}</b> ${absenceText(staff, absence)}</li>`,
  )}</ul>
`
}

/** The query of a view, without the cursor. Omits today, so that a page reopened tomorrow shows tomorrow. */
export function queryOf({ day, technicianId }: View, name = day.name): URLSearchParams {
  return new URLSearchParams({
    ...(name !== day.today && { day: name }),
    ...(technicianId !== null && { technicianId }),
  })
}

function dayBar({ visit: { staff, at }, view, shown: { colleagues } }: Page): Html {
  const { day } = view
  const to = (name: string, text: string) =>
    html`<a class="button" href="${withQuery(at, queryOf(view, name))}">${text}</a>`
  return html`<div class="actions bar-of-day">
${to(day.before, TEXTS.before)}
${day.isToday ? nothing : html`<a class="button" href="${at}">${TEXTS.today}</a>`}
${to(day.after, TEXTS.after)}
${ifMay(staff, 'assignTechnician', () => chooser(colleagues, view, at))}
</div>`
}

function chooser(colleagues: Shown['colleagues'], { day, technicianId }: View, at: string): Html {
  const choices = assignable(colleagues, 'technician').map(({ id, name }) => [id, name] as const)
  return html`<form action="${at}">${hidden({ day: day.isToday ? undefined : day.name })}
<label for="technician">${TEXTS.technician}</label>
<select id="technician" name="technicianId">${optionsOf([['', TEXTS.everyone], ...choices], technicianId)}</select>
<button>${TEXTS.show}</button></form>`
}

function empty({ visit: { staff, at }, view, shown: { next } }: Page): Html {
  if (view.isQueue) return html`<p>${TEXTS.noQueue}</p>`
  if (!next) return html`<p>${TEXTS.noShoots}</p>`
  const { format, organization } = staff
  const { scheduledTime } = next
  const day = dayOf(scheduledTime, organization.timeZone)
  return html`<p>${TEXTS.noShoots} ${TEXTS.next} <a href="${withQuery(at, queryOf(view, day))}">${format.weekday(scheduledTime)}, ${format.time(scheduledTime)}</a></p>`
}

interface Card extends Page {
  project: Project
}

/** One job: time, place, notes, and this person's next step. */
function card(each: Card): Html {
  const { visit, view, project } = each
  const { format } = visit.staff
  const { scheduledTime, estimatedDuration, notes, status } = project
  // Editors' queues span days.
  const time = view.isQueue ? format.dayAndTime(scheduledTime) : format.time(scheduledTime)
  const length = estimatedDuration === null ? undefined : format.minutes(estimatedDuration)
  const who = technician(each)
  return html`<li class="card">
<h2><time datetime="${scheduledTime}">${time}</time></h2>
${statusBadge(status)}
<p class="place" dir="auto"><a href="${visit.home}/projects/${project.id}">${addressLine(project) || COMMON.noAddress}</a></p>
${length || who ? html`<p class="soft">${length ?? nothing}${length && who ? ' · ' : ''}${who ?? nothing}</p>` : nothing}
${notes ? html`<p class="lines" dir="auto">${notes}</p>` : nothing}
<div class="actions">${view.isQueue ? nothing : route(project)}${phone(each)}${upload(each)}${move(each)}</div>
</li>`
}

function technician(each: Card): Html | undefined {
  const { shown, project, view } = each
  const { technicianId } = project
  if (shown.colleagues.length === 0 || view.isQueue) return undefined
  if (technicianId === null) return html`<b class="alarm">${TEXTS.nobody}</b>`
  const person = shown.colleagues.find(({ id }) => id === technicianId)
  return person && html`<span dir="auto">${person.name}</span>`
}

function move({ visit: { staff, at, home }, view, project }: Card): Html {
  const to = nextMove(staff, project)
  if (to === undefined) return nothing
  const text = PROJECT.moves[to]
  // Delivering notifies the client, so it goes through the preview.
  if (to === 'DELIVERED') {
    return html`<a class="go" href="${home}/projects/${project.id}/preview">${text}&hellip;</a>`
  }
  return changeForm({
    action: withQuery(`${at}/${project.id}/move`, queryOf(view)),
    etag: `"${project.version}"`,
    content: html`<button class="go" name="to" value="${to}">${text}</button>`,
  })
}

function upload({ visit: { staff, home }, project: { id, status } }: Card): Html {
  if (status === 'CANCELLED' || !staff.may('presignUploads')) return nothing
  return html`<a class="button" href="${home}/projects/${id}/upload">${icon('upload')}${TEXTS.upload}</a>`
}

/** A link to the phone's maps. Sends nothing until clicked. */
function route(project: Project): Html {
  const { lat, lng } = project
  const place = lat !== null && lng !== null ? `${lat},${lng}` : addressLine(project)
  if (place === '') return nothing
  const query = new URLSearchParams({ api: '1', destination: place })
  return html`<a class="button" href="https://www.google.com/maps/dir/?${query}" rel="noreferrer">${icon('map-pin')}${TEXTS.route}</a>`
}

function phone({ project: { customerId }, shown: { customers } }: Card): Html {
  const customer = customers.get(customerId ?? '')
  if (!customer?.phone) return nothing
  const number = customer.phone.replaceAll(/[^+\d]/g, '')
  if (number === '') return nothing
  return html`<a class="button" href="tel:${number}" dir="auto">${icon('phone')}${TEXTS.call(customer.name)}</a>`
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
