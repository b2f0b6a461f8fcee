import { movesFrom, type ProjectStatus } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { moverOf } from '../project/moves.ts'
import { type List, read, readList } from '../read-record.ts'
import { isStatus, type Project, type StatusChange } from '../records.ts'
import type { Staff } from '../staff.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import { nameOf } from './card.ts'
import { TEXTS } from './texts.ts'
import { addressOf, type View } from './view.ts'

/** The last move, with an undo. `?done=SHOOTING&moved={id}`. */
export async function movedStatus(
  staff: Staff,
  query: URLSearchParams,
  { here, view }: { here: string; view: View },
): Promise<Html | undefined> {
  const [done = '', moved] = [query.get('done') ?? undefined, query.get('moved')]
  if (!isStatus(done)) return undefined
  const url = `/projects/${encodeURIComponent(moved ?? '')}`
  const project = moved ? await read<Project>(staff, url) : undefined
  if (project?.status !== done) return html`${COMMON.moved(STATUS_NAMES[done])}`
  const from = await undoStatus(staff, project, `${url}/history?limit=1`)
  const name = nameOf(project)
  const undo = changeForm({
    action: `${here}/${project.id}/move`,
    etag: `"${project.version}"`,
    content: html`${hidden({ back: addressOf(view, view).slice(1) })}<button name="to" value="${from ?? ''}" aria-keyshortcuts="Control+Z Meta+Z">${TEXTS.undo}</button>`,
  })
  return html`<span dir="auto">${TEXTS.movedJob(name, STATUS_NAMES[done])}</span>${
    from
      ? html` <span id="undo" data-id="${project.id}" data-name="${name}">${undo}</span>`
      : nothing
  }`
}

/** The status before the person's last move, if they may move back to it. Never redelivers. */
async function undoStatus(
  staff: Staff,
  project: Project,
  history: string,
): Promise<ProjectStatus | undefined> {
  const { data }: List<StatusChange> = await readList<StatusChange>(staff, history)
  const [last] = data
  if (last?.toStatus !== project.status || last.changedByUserId !== staff.userId) return undefined
  if (last.fromStatus === 'DELIVERED') return undefined
  return movesFrom(moverOf(staff, project), project.status).find((to) => to === last.fromStatus)
}
