import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { TEXTS as PROJECT } from '../project/texts.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { nextMove } from './next-move.ts'
import type { Shown } from './read.ts'
import { TEXTS } from './texts.ts'

interface Card {
  staff: Staff
  project: Project
  shown: Shown
  /** The address of the page. */
  here: string
  /** The view that a form leads back to. */
  query: URLSearchParams
  /** An editor's work is of many days. */
  withDay: boolean
}

/** One job: when, where, what to know, and the one step that this person may make. */
export function card(each: Card): Html {
  const { staff, project, here, withDay } = each
  const { scheduledTime, estimatedDuration, notes, status } = project
  const time = withDay ? staff.format.dayAndTime(scheduledTime) : staff.format.time(scheduledTime)
  const length =
    estimatedDuration === null ? nothing : html` · ${staff.format.minutes(estimatedDuration)}`
  return html`<li class="card">
<h2><time datetime="${scheduledTime}">${time}</time></h2>
<p class="place" dir="auto"><a href="${here}/../projects/${project.id}">${addressLine(project) || TEXTS.noAddress}</a></p>
<p class="soft">${STATUS_NAMES[status]}${length}${technician(each)}</p>
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
  // The client gets the link at once: the page before it shows what they will see.
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

/** Opens the maps of the phone. Only who follows the link tells the place to anyone. */
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
