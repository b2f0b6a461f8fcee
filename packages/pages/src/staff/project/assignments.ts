import type { Role } from '@mediajobs/domain'
import { type Html, html } from '../../html.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { localTime } from '../day.ts'
import { facts } from '../parts.ts'
import { ASSIGNABLE, type Person } from '../records.ts'
import { COMMON, ROLE_NAMES } from '../texts.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

const ASSIGNED = {
  technicianId: ASSIGNABLE.technician,
  editorId: ASSIGNABLE.editor,
  projectManagerId: ASSIGNABLE.manager,
}

/** Other jobs of a technician that are named. */
const SHOWN_JOBS = 3

export type Assigned = keyof typeof ASSIGNED
export const ASSIGNED_FIELDS = Object.keys(ASSIGNED) as Assigned[]

/** The section with the time and the people of a job. */
export function assignments(view: View): Html {
  const { staff, project, here, people } = view
  const texts = TEXTS.assignments
  if (!staff.may('updateProject')) {
    const nameOf = (id: string | null) => (id === null ? TEXTS.nobody : people.nameOf(id))
    return facts(ASSIGNED_FIELDS.map((name) => [texts[name], nameOf(project[name])]))
  }
  const zone = staff.organization.timeZone ?? 'UTC'
  const time = localTime(project.scheduledTime, zone)
  return changeForm({
    action: `${here}/assignments`,
    etag: `"${project.version}"`,
    class: 'narrow',
    content: html`${hidden({ 'was-when': time })}${field({
      name: 'when',
      label: texts.when,
      hint: COMMON.zoneOfField(zone),
      type: 'datetime-local',
      value: time,
      isRequired: true,
    })}
${ASSIGNED_FIELDS.map((name) => chooser(view, name))}
<button>${texts.save}</button>`,
  })
}

function chooser(view: View, name: Assigned): Html {
  const { project, people } = view
  const chosen = project[name]
  const roles: readonly Role[] = ASSIGNED[name]
  const listed = roles.flatMap((role) => people.assignable.filter((each) => each.role === role))
  const options = listed.map((each) => [each.id, labelOf(view, name, each)] as const)
  const isOther = chosen !== null && listed.every(({ id }) => id !== chosen)
  const other = isOther ? [[chosen, people.nameOf(chosen)] as const] : []
  const choices = [['', TEXTS.assignments.none] as const, ...other, ...options]
  const label = TEXTS.assignments[name]
  return html`${hidden({ [`was-${name}`]: chosen ?? '' })}${field({ name, label, choices, value: chosen })}`
}

function labelOf({ staff, people }: View, field: Assigned, { id, name, role }: Person): string {
  const isOfRole = role === ASSIGNED[field][0]
  const jobs = field === 'technicianId' ? people.jobsOf(id) : []
  const times = jobs
    .slice(0, SHOWN_JOBS)
    .map(({ scheduledTime }) => staff.format.dayAndTime(scheduledTime))
  const busy = times.length > 0 ? ` (${TEXTS.assignments.busy(times.join(', '))})` : ''
  return `${name}${isOfRole ? '' : ` · ${ROLE_NAMES[role]}`}${busy}`
}
