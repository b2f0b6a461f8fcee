import {
  type Mover,
  mayStart,
  movesFrom,
  PROJECT_STATUSES,
  type ProjectStatus,
} from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

/** The step that follows a status on the common path, where it is not the next status of the list. */
const NEXT: Partial<Record<ProjectStatus, ProjectStatus | null>> = {
  DELIVERED: null,
  IN_REVISION: 'IN_REVIEW',
  CANCELLED: null,
}

export function moverOf({ role, userId, organization }: Staff, project: Project): Mover {
  const assigned = { TECHNICIAN: project.technicianId, EDITOR: project.editorId }
  return {
    role,
    assigned: assigned[role as keyof typeof assigned] === userId,
    starts: mayStart(role, organization),
  }
}

/** The moves of a person: the one that comes next on the common path, and the others. */
export function movesOf(
  staff: Staff,
  project: Project,
): { next: ProjectStatus | undefined; others: ProjectStatus[] } {
  const { status } = project
  const allowed = movesFrom(moverOf(staff, project), status)
  const following = NEXT[status]
  const wanted = following === undefined ? after(status) : following
  const next = allowed.find((each) => each === wanted)
  return { next, others: allowed.filter((each) => each !== next) }
}

function after(status: ProjectStatus): ProjectStatus | undefined {
  return PROJECT_STATUSES[PROJECT_STATUSES.indexOf(status) + 1]
}

/** The next move as the one primary button of the page, and a menu of the others. */
export function moveButtons({ staff, project, here }: View): Html {
  const { next, others } = movesOf(staff, project)
  const action = `${here}/status`
  const etag = `"${project.version}"`
  const button = (to: ProjectStatus, name = 'button') =>
    html`<button class="${name}" name="to" value="${to}">${TEXTS.moves[to]}</button>`
  const simple = others.filter((to) => to !== 'CANCELLED' && to !== 'DELIVERED')
  const deliver = (name: string) =>
    html`<a class="${name}" href="${here}/preview">${TEXTS.moves.DELIVERED}…</a>`
  const menu = html`<details class="menu"><summary>${TEXTS.otherMoves}</summary>
<div>${others.includes('DELIVERED') ? deliver('button') : nothing}
${simple.length > 0 ? changeForm({ action, etag, content: html`${simple.map((to) => button(to))}` }) : nothing}
${
  others.includes('CANCELLED')
    ? html`<details><summary>${TEXTS.moves.CANCELLED}…</summary><p>${TEXTS.cancelSure}</p>
${changeForm({ action, etag, content: button('CANCELLED', 'danger') })}</details>`
    : nothing
}</div></details>`
  return html`<div class="actions">
${next === 'DELIVERED' ? deliver('go') : nothing}
${next && next !== 'DELIVERED' ? changeForm({ action, etag, content: button(next, 'go') }) : nothing}
${others.length > 0 ? menu : nothing}</div>`
}
