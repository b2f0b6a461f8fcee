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
import type { ProjectVisit } from '../visits.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

/** The usual next status, where it isn't the next in the list. */
const NEXT: Partial<Record<ProjectStatus, ProjectStatus | null>> = {
  DELIVERED: null,
  IN_REVISION: 'IN_REVIEW',
  CANCELLED: null,
}

/** The usual path of a job. */
export const STEPS = PROJECT_STATUSES.slice(0, PROJECT_STATUSES.indexOf('DELIVERED') + 1)

/** @param visits of the project, if known */
export function moverOf(
  { role, userId, organization }: Staff,
  project: Project,
  visits: Visits = [],
): Mover {
  const isVisitor = visits.some(
    ({ technicianId, status }) => technicianId === userId && status !== 'CANCELLED',
  )
  const assigned = { TECHNICIAN: project.technicianId, EDITOR: project.editorId }
  return {
    role,
    assigned:
      assigned[role as keyof typeof assigned] === userId || (role === 'TECHNICIAN' && isVisitor),
    starts: mayStart(role, organization),
  }
}

type Visits = readonly Pick<ProjectVisit, 'technicianId' | 'status'>[]

/** A person's moves: the usual next one, and the others. */
export function movesOf(
  staff: Staff,
  project: Project,
  visits: Visits = [],
): { next: ProjectStatus | undefined; others: ProjectStatus[] } {
  const { status } = project
  const allowed = movesFrom(moverOf(staff, project, visits), status)
  const wanted = followingStatus(status)
  const next = allowed.find((each) => each === wanted)
  return { next, others: allowed.filter((each) => each !== next) }
}

/** The usual next status. */
export function followingStatus(status: ProjectStatus): ProjectStatus | null {
  const following = NEXT[status]
  if (following !== undefined) return following
  return PROJECT_STATUSES[PROJECT_STATUSES.indexOf(status) + 1] ?? null
}

type Shown = Pick<View, 'staff' | 'project' | 'here' | 'visits'>

/** The next move, as the page's primary button. */
export function nextMove({ staff, project, here, visits }: Shown): Html {
  const { next } = movesOf(staff, project, visits)
  if (!next) return nothing
  const content =
    next === 'DELIVERED'
      ? deliverLink(here, 'go')
      : changeForm({ ...formOf(here, project), content: moveButton(next, 'go') })
  return html`<div class="next">${content}</div>`
}

/** The other moves, as buttons. */
export function otherMoves({ staff, project, here, visits }: Shown): Html {
  const { others } = movesOf(staff, project, visits)
  if (others.length === 0) return nothing
  const form = formOf(here, project)
  const simple = others.filter((to) => to !== 'CANCELLED' && to !== 'DELIVERED')
  const labels: Partial<Record<ProjectStatus, string>> = TEXTS.movesBack
  const passed = PROJECT_STATUSES.indexOf(project.status)
  const labelOf = (to: ProjectStatus) =>
    PROJECT_STATUSES.indexOf(to) < passed ? labels[to] : undefined
  return html`<div class="choices">${others.includes('DELIVERED') ? deliverLink(here, 'button') : nothing}
${simple.length > 0 ? changeForm({ ...form, content: html`${simple.map((to) => moveButton(to, 'button', labelOf(to)))}` }) : nothing}
${
  others.includes('CANCELLED') && project.deliveredAt === null && staff.may('cancelProject')
    ? html`<a class="button danger" href="${here}/cancel">${TEXTS.moves.CANCELLED}…</a>`
    : nothing
}${
  others.includes('CANCELLED') && project.deliveredAt !== null
    ? html`<details><summary>${TEXTS.moves.CANCELLED}…</summary><p>${TEXTS.cancelSure}</p>
${changeForm({ ...form, content: moveButton('CANCELLED', 'danger') })}</details>`
    : nothing
}</div>`
}

function formOf(here: string, { version }: Project) {
  return { action: `${here}/status`, etag: `"${version}"` }
}

function moveButton(to: ProjectStatus, name: string, label: string = TEXTS.moves[to]): Html {
  return html`<button class="${name}" name="to" value="${to}">${label}</button>`
}

function deliverLink(here: string, name: string): Html {
  return html`<a class="${name}" href="${here}/preview">${TEXTS.moves.DELIVERED}…</a>`
}
