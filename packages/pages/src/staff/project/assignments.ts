import type { Role } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { localTime } from '../day.ts'
import { ASSIGNABLE, type Person } from '../records.ts'
import { ROLE_NAMES } from '../texts.ts'
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
  const { staff, project, here } = view
  if (!staff.may('updateProject')) return shown(view)
  const zone = staff.organization.timeZone ?? 'UTC'
  const time = localTime(project.scheduledTime, zone)
  const texts = TEXTS.assignments
  return changeForm({
    action: `${here}/assignments`,
    etag: `"${project.version}"`,
    class: 'narrow',
    content: html`<p class="field"><label for="when">${texts.when}</label>
<span class="soft" id="when-hint">${texts.zone(zone)}</span>
<input type="hidden" name="was-when" value="${time}">
<input id="when" name="when" type="datetime-local" required aria-describedby="when-hint" value="${time}"></p>
${ASSIGNED_FIELDS.map((name) => chooser(view, name))}
<button>${texts.save}</button>`,
  })
}

function shown({ project, people }: View): Html {
  return html`<dl class="facts">${ASSIGNED_FIELDS.map((field) => {
    const id = project[field]
    return html`<dt>${TEXTS.assignments[field]}</dt><dd dir="auto">${id === null ? TEXTS.nobody : people.nameOf(id)}</dd>`
  })}</dl>`
}

function chooser(view: View, name: Assigned): Html {
  const { project, people } = view
  const chosen = project[name]
  const roles: readonly Role[] = ASSIGNED[name]
  const options = roles.flatMap((role) => people.assignable.filter((each) => each.role === role))
  const isListed = chosen === null || options.some(({ id }) => id === chosen)
  return html`<p class="field"><label for="${name}">${TEXTS.assignments[name]}</label>
<input type="hidden" name="was-${name}" value="${chosen ?? ''}">
<select id="${name}" name="${name}"><option value="">${TEXTS.assignments.none}</option>
${isListed ? nothing : html`<option value="${chosen}" selected>${people.nameOf(chosen)}</option>`}
${options.map(
  (person) =>
    html`<option value="${person.id}"${person.id === chosen ? html` selected` : nothing}>${labelOf(view, name, person)}</option>`,
)}</select></p>`
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
