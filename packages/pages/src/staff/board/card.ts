import { movesFrom, type ProjectStatus } from '@mediajobs/domain'
import { placeOf, streetOf } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { avatar } from '../parts.ts'
import { moverOf, movesOf } from '../project/moves.ts'
import type { Project } from '../records.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import type { Cards } from './read.ts'
import { TEXTS } from './texts.ts'
import { COLUMNS } from './view.ts'
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

/** By status: the time of the shoot, how long the job has waited, its round, or when it ended. */
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

/** The moves the person may make. Irreversible ones ask first. Opening a menu closes the others. */
function moveMenu({ staff, here, back }: Cards, project: Project, name: string): Html {
  const allowed = movesFrom(moverOf(staff, project), project.status)
  const moves = COLUMNS.filter((status) => allowed.includes(status))
  if (moves.length === 0) return nothing
  const simple = moves.filter((to) => to !== 'CANCELLED' && to !== 'DELIVERED')
  const { next } = movesOf(staff, project)
  // The item that `m` focuses.
  const mark = (to: ProjectStatus) => (to === next ? html` data-next` : nothing)
  const button = (to: ProjectStatus, style: string, text: string) =>
    html`<button class="${style}" name="to" value="${to}"${mark(to)}>${text}</button>`
  const deliver = html`<a class="button" data-to="DELIVERED"${mark('DELIVERED')} href="${here}/../projects/${project.id}/preview">${TEXTS.deliver}&hellip;</a>`
  const cancel = html`<details><summary data-to="CANCELLED">${TEXTS.cancel}&hellip;</summary><p>${TEXTS.cancelSure}</p>${button('CANCELLED', 'danger', TEXTS.cancelYes)}</details>`
  const content = html`${simple.map((to) => button(to, 'move', STATUS_NAMES[to]))}${
    moves.includes('DELIVERED') ? deliver : nothing
  }${moves.includes('CANCELLED') ? cancel : nothing}`
  const form = changeForm({
    action: `${here}/${project.id}/move`,
    etag: `"${project.version}"`,
    content: html`${hidden({ back })}${content}`,
  })
  const isLink = moves.every((to) => to === 'DELIVERED')
  return html`<details class="moves" name="moves"><summary aria-label="${TEXTS.moveJob(name)}"></summary>${isLink ? html`<div>${content}</div>` : form}</details>`
}
