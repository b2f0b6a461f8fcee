import { placeOf, streetOf } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { avatar } from '../initials.ts'
import type { Project } from '../records.ts'
import { COMMON } from '../texts.ts'
import { moveMenu } from './menu.ts'
import type { Cards } from './read.ts'
import { TEXTS } from './texts.ts'
import { isLate, isUnassigned, workerOf } from './work.ts'

/** A job in three lines: place, time, and customer or missing assignee; plus the avatar of the next worker. */
export function card(cards: Cards, project: Project): Html {
  const { here } = cards
  const { id } = project
  return html`<li id="p-${id}"><a href="${here}/../projects/${id}" title="${details(cards, project)}" dir="auto">${nameOf(project)}</a>
<p>${time(cards, project)}${person(cards, project)}</p>
<p class="soft">${missing(project)}${customer(cards, project)}</p>${moveMenu(cards, project, nameOf(project))}</li>
`
}

/** Details omitted from the three lines. */
function details({ staff }: Cards, project: Project): string {
  const place = streetOf(project) && placeOf(project)
  return [place, staff.format.dayAndTime(project.scheduledTime)].filter(Boolean).join(' · ')
}

/** The street, or else the town. */
export function nameOf(project: Project): string {
  return streetOf(project) || placeOf(project) || COMMON.noAddress
}

/** The town, below the street. */
export function placeUnder(project: Project): Html {
  const place = streetOf(project) && placeOf(project)
  return place ? html` <span class="soft" dir="auto">${place}</span>` : nothing
}

/** The shoot's time; once shot, how long the job has waited; its round; or its end. */
function time({ when, shown }: Cards, project: Project): Html {
  const { id, status, scheduledTime, statusChangedAt, deliveredAt, cancelledAt } = project
  const round = shown.rounds.get(id)
  if (round) {
    const open = round.items.filter((item) => item.status === 'OPEN').length
    return html`<b>${open > 0 ? TEXTS.openRound(round.round, open) : TEXTS.round(round.round)}</b>`
  }
  const said = (instant: string, text: string, isAlarm = false) =>
    html`<time datetime="${instant}"${isAlarm ? html` class="alarm"` : nothing}>${text}</time>`
  if (status === 'DELIVERED' && deliveredAt) {
    return said(deliveredAt, TEXTS.delivered(when.day(deliveredAt)))
  }
  if (status === 'CANCELLED' && cancelledAt) {
    return said(cancelledAt, TEXTS.canceled(when.day(cancelledAt)))
  }
  if (status === 'UPLOADED' || status === 'EDITING' || status === 'IN_REVIEW') {
    return said(statusChangedAt, TEXTS.since[status](when.ago(statusChangedAt)))
  }
  const text = when.dayAndTime(scheduledTime)
  return isLate(project)
    ? said(scheduledTime, TEXTS.lateJob(text), true)
    : said(scheduledTime, text)
}

function person({ shown }: Cards, { status, technicianId, editorId }: Project): Html {
  const id = workerOf(status) === 'technician' ? technicianId : editorId
  const name = id === null ? undefined : shown.nameOf(id)
  return id === null || name === undefined ? nothing : avatar({ id, name })
}

function missing(project: Project): Html {
  const worker = workerOf(project.status)
  if (!worker || !isUnassigned(project)) return nothing
  return html`<span class="alarm">${TEXTS.withoutNames[worker]}</span>`
}

function customer({ shown }: Cards, { customerId }: Project): Html {
  const name = shown.customers.get(customerId ?? '')?.name
  return name === undefined ? nothing : html` <span dir="auto">${name}</span>`
}
