import { DEFAULT_SHOOT_MINUTES, movesFrom, type ProjectStatus } from '@mediajobs/domain'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { moverOf, movesOf } from '../project/moves.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { COLUMNS } from './read.ts'
import { TEXTS } from './texts.ts'

interface Card {
  staff: Staff
  project: Project
  nameOf(id: string): string | undefined
  /** The address of the board. */
  here: string
  /** The query of the view that a form leads back to. */
  back: string
}

/** A job on the board: where, when, who, what is wrong, and its moves. */
export function card(each: Card): Html {
  const { staff, project, here } = each
  const { id, scheduledTime } = project
  return html`<li id="p-${id}"><a href="${here}/../projects/${id}" dir="auto">${placeOf(project)}</a>
<p class="soft">${staff.format.dayAndTime(scheduledTime)}${person(each)}</p>${flags(project)}${menu(each)}</li>
`
}

function placeOf(project: Project): string {
  return addressLine(project) || TEXTS.noAddress
}

function person({ project, nameOf }: Card): Html {
  const id = workerOf(project) === 'technician' ? project.technicianId : project.editorId
  const name = id === null ? undefined : nameOf(id)
  return name === undefined ? nothing : html` · <span dir="auto">${name}</span>`
}

function flags(project: Project): Html {
  const missing = workerOf(project) === 'technician' ? TEXTS.noTechnician : TEXTS.noEditor
  const texts = [isLate(project) && TEXTS.late, isUnassigned(project) && missing].filter(Boolean)
  return texts.length === 0 ? nothing : html`<p class="alarm"><b>${texts.join(' · ')}</b></p>`
}

/** The moves that the person may make. Irreversible ones ask first. */
function menu({ staff, project, here, back }: Card): Html {
  const allowed = movesFrom(moverOf(staff, project), project.status)
  const moves = COLUMNS.filter((status) => allowed.includes(status))
  if (moves.length === 0) return nothing
  const simple = moves.filter((to) => to !== 'CANCELLED' && to !== 'DELIVERED')
  const { next } = movesOf(staff, project)
  // The key `m` begins there.
  const mark = (to: ProjectStatus) => (to === next ? html` data-next` : nothing)
  const button = (to: ProjectStatus, name: string, text: string) =>
    html`<button class="${name}" name="to" value="${to}"${mark(to)}>${text}</button>`
  const deliver = html`<a class="button" data-to="DELIVERED"${mark('DELIVERED')} href="${here}/../projects/${project.id}/preview">${TEXTS.deliver}&hellip;</a>`
  const cancel = html`<details><summary data-to="CANCELLED">${TEXTS.cancel}&hellip;</summary><p>${TEXTS.cancelSure}</p>${button('CANCELLED', 'danger', TEXTS.cancelYes)}</details>`
  const content = html`${simple.map((to) => button(to, 'move', STATUS_NAMES[to]))}${
    moves.includes('DELIVERED') ? deliver : nothing
  }${moves.includes('CANCELLED') ? cancel : nothing}`
  const form = changeForm({
    action: `${here}/${project.id}/move`,
    etag: `"${project.version}"`,
    content: html`<input type="hidden" name="back" value="${back}">${content}`,
  })
  const isLink = moves.every((to) => to === 'DELIVERED')
  return html`<details class="moves"><summary aria-label="${TEXTS.moveJob(placeOf(project))}">${TEXTS.moveTo}&hellip;</summary>${isLink ? html`<div>${content}</div>` : form}</details>`
}

const BEFORE_SHOOT: readonly ProjectStatus[] = ['PENDING', 'BOOKED']
const NEEDS_EDITOR: readonly ProjectStatus[] = ['UPLOADED', 'EDITING', 'IN_REVISION']

/** The next worker: the technician until the files are uploaded, then the editor. */
function workerOf({ status }: Project): 'technician' | 'editor' {
  return BEFORE_SHOOT.includes(status) || status === 'SHOOTING' ? 'technician' : 'editor'
}

/** Whether a job is unassigned. */
function isUnassigned(project: Project): boolean {
  if (workerOf(project) === 'technician') return project.technicianId === null
  return NEEDS_EDITOR.includes(project.status) && project.editorId === null
}

/** Whether a shoot is overdue: not begun at its time, or not ended at its end. */
function isLate({ status, scheduledTime, estimatedDuration }: Project): boolean {
  const begin = Date.parse(scheduledTime)
  if (BEFORE_SHOOT.includes(status)) return begin < Date.now()
  const minutes = estimatedDuration ?? DEFAULT_SHOOT_MINUTES
  return status === 'SHOOTING' && begin + minutes * 60_000 < Date.now()
}
