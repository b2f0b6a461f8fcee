import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { read } from '../read-record.ts'
import type { Person } from '../records.ts'
import type { Staff } from '../staff.ts'
import { operationOf } from '../visits.ts'
import { type Movable, pathTo, readMovable } from './moved.ts'
import { jobOf } from './read.ts'
import { TEXTS } from './texts.ts'
import { queryOf, type View } from './view.ts'

const DONE = /^([\w-]{36})(?:~([\w-]{36}))?\.(\d{1,15})\.(\d{1,15})\.([\w-]{36})?$/

/** The `done` parameter of a move: the job or visit, its new version, and its previous time and technician. */
export function undoOf(
  { id, visitId, version }: Pick<Movable, 'id' | 'visitId' | 'version'>,
  was: { when: string; technicianId: string },
): string {
  const visit = visitId === undefined ? '' : `~${visitId}`
  return `${id}${visit}.${version}.${Date.parse(was.when)}.${was.technicianId}`
}

/**
 * Describes the move that led to this page, with an Undo button unless the job has changed since.
 *
 * @throws {RefusedRead}
 */
export async function movedLine(
  staff: Staff,
  view: View,
  home: string,
  query: URLSearchParams,
): Promise<Html> {
  const [, id = '', visitId, version = '', was = '', technicianId = ''] =
    DONE.exec(query.get('done') ?? '') ?? []
  const names = visitId === undefined ? { id } : { id, visitId }
  if (id === '' || !staff.may(operationOf(names))) return nothing
  const project = await readMovable(staff, names)
  if (!project) return nothing
  const person = project.technicianId
    ? await read<Person>(staff, `/users/${project.technicianId}`)
    : undefined
  const [job, time] = [jobOf(project), staff.format.dayAndTime(project.scheduledTime)]
  const text = project.technicianId
    ? TEXTS.moved(job, time, person?.name ?? TEXTS.someone)
    : TEXTS.unassigned(job, time)
  const fields = {
    when: new Date(Number(was)).toISOString(),
    technicianId,
    'was-when': project.scheduledTime,
    'was-technicianId': project.technicianId ?? '',
    sure: 'yes',
  }
  const undo = changeForm({
    action: `${home}/calendar/${pathTo(names)}?${queryOf(view)}`,
    etag: `"${version}"`,
    content: html`${hidden(fields)}<button>${TEXTS.undo}</button>`,
  })
  const isLast = project.version === Number(version)
  return html`<div class="moved"><p role="status" dir="auto">${text}</p>${isLast ? undo : nothing}</div>`
}
