import { DEFAULT_SHOOT_MINUTES } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { whenIn } from '../day.ts'
import { hueOf } from '../parts.ts'
import { STATUS_NAMES } from '../texts.ts'
import { type Appointment, keyOf, operationOf } from '../visits.ts'
import { type Span, timesOf } from './clock.ts'
import type { Block, Column } from './columns.ts'
import { pathTo } from './moved.ts'
import { jobOf, type Page } from './read.ts'
import { TEXTS } from './texts.ts'
import { queryOf } from './view.ts'

/** Minimum duration, in minutes, for a block with three lines. */
const THREE_LINES = 55

/** A shoot on the time axis, in its technician's color. */
export function shoot(page: Page, { day, person }: Column, block: Block): Html {
  const { staff, shown, home } = page
  const { project, isDouble, at, until } = block
  const { id, technicianId, packageId, status } = project
  const [begin, end] = timesOf(project).map((ms) => new Date(ms).toISOString())
  const span = staff.format.span(begin ?? '', end ?? '')
  const name = shown.names.get(technicianId ?? '') ?? TEXTS.someone
  const offer = packageId === null ? undefined : shown.packages.get(packageId)
  const about = [person?.id === technicianId ? undefined : name, offer].filter(
    (each) => each !== undefined,
  )
  const names = [
    'shoot',
    technicianId !== null && `h${hueOf(technicianId)}`,
    isDouble && 'double',
    until - at < THREE_LINES && 'short',
  ].filter(Boolean)
  // An appointment that began the day before can't be moved from here.
  const isMovable = Date.parse(project.scheduledTime) >= Date.parse(day.from)
  return html`<li class="${names.join(' ')}" ${placed(block)}${layerOf(block)}${isMovable ? job(page, project) : nothing}><a href="${home}/projects/${id}" title="${span}: ${jobOf(project)}"><b dir="auto">${jobOf(project)}</b> ${about.length > 0 ? html`<span dir="auto">${about.join(' · ')}</span> ` : nothing}<span><time datetime="${project.scheduledTime}">${span}</time> · <i class="dot ${status}"></i> ${STATUS_NAMES[status]}</span>${isDouble ? html` <strong class="alarm">${TEXTS.overlaps}</strong>` : nothing}</a>${isMovable ? mover(page, project) : nothing}</li>`
}

/** Jobs awaiting a technician, as a list to drag from. */
export function waiting(page: Page): Html {
  const { staff, shown, home } = page
  if (!shown.waiting) return nothing
  const { data, isCut } = shown.waiting
  const texts = TEXTS.waiting
  const { format } = staff
  const when = whenIn(staff)
  const count = `${data.length}${isCut ? '+' : ''}`
  return html`<section class="waiting" id="unassigned" aria-labelledby="waiting">
<h2 id="waiting">${texts.title}${data.length > 0 ? html` <span class="alarm">${count}</span>` : nothing}</h2>
<p class="soft">${data.length === 0 ? texts.none : texts.drag}</p>
${
  data.length === 0
    ? nothing
    : html`<ul>${data.map((project) => {
        const minutes = project.estimatedDuration ?? DEFAULT_SHOOT_MINUTES
        return html`<li class="job" data-long="${minutes}"${job(page, project)}><a href="${home}/projects/${project.id}"><b dir="auto">${jobOf(project)}</b> <span>${when.dayAndTime(project.scheduledTime)} · ${format.minutesShort(minutes)}</span></a>${mover(page, project)}</li>`
      })}</ul>`
}${!isCut ? nothing : html`<a href="${home}/board?who=without.technician">${texts.more}</a>`}
</section>`
}

/** Attributes the module needs to move a job. */
function job({ staff }: Page, appointment: Appointment): Html {
  if (!staff.may(operationOf(appointment))) return nothing
  const { version, technicianId, scheduledTime } = appointment
  return html` id="s-${keyOf(appointment)}" data-version="${version}" data-was="${scheduledTime}" data-by="${technicianId ?? ''}"`
}

/** The link to move a job without dragging, which doubles as the touch drag handle. */
function mover({ staff, view, home }: Page, project: Appointment): Html {
  if (!staff.may(operationOf(project))) return nothing
  return html`<a class="move" href="${home}/calendar/${pathTo(project)}?${queryOf(view)}">${icon('grip-vertical')}<span class="hidden">${TEXTS.moveJob(jobOf(project))}</span></a>`
}

/** A position on the axis. The page's inline style has a rule for each number. */
export function placed({ at, until }: Span): Html {
  return html`data-at="${at}" data-long="${until - at}"`
}

function layerOf({ depth, nth, of }: Block): Html {
  const indent = depth === 0 ? nothing : html` data-depth="${depth}"`
  return of === 1 ? indent : html`${indent} data-nth="${nth}" data-of="${of}"`
}
