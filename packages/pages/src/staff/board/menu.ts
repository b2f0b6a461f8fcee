import { movesFrom, type ProjectStatus } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { moverOf, movesOf } from '../project/moves.ts'
import type { Project } from '../records.ts'
import { STATUS_NAMES } from '../texts.ts'
import type { Cards } from './read.ts'
import { TEXTS } from './texts.ts'
import { COLUMNS } from './view.ts'

/** The moves the person may make. Irreversible ones ask first. Opening a menu closes the others. */
export function moveMenu({ staff, here, back }: Cards, project: Project, name: string): Html {
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
