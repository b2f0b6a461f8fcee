import type { ErrorBody } from '../../call-api.ts'
import { messageOf } from '../../for-people.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { ASSIGNABLE, assignable, type Project } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { nameOf } from './card.ts'
import type { Cards } from './read.ts'
import { ROWS } from './table.ts'
import { TEXTS } from './texts.ts'

type Work = keyof typeof ASSIGNABLE

const FIELDS = {
  technician: 'technicianId',
  editor: 'editorId',
  manager: 'projectManagerId',
} as const satisfies Record<Work, keyof Project>

const OPERATIONS: Record<Work, string> = {
  technician: 'assign-technician',
  editor: 'assign-editor',
  manager: 'assign-project-manager',
}

/** Concurrent changes. */
const AT_ONCE = 4

/** The table in a form that assigns the selected jobs. */
export function assignForm({ shown, here, back }: Cards, rows: Html): Html {
  const texts = TEXTS.assign
  const groups = Object.keys(ASSIGNABLE) as Work[]
  const option = (value: string, text: string) => html`<option value="${value}">${text}</option>`
  return changeForm({
    action: `${here}/assign`,
    class: 'assign',
    content: html`${hidden({ back })}
<p class="chosen"><label class="all scripted"><input type="checkbox" autocomplete="off"> ${texts.all}</label><label for="to">${texts.to}</label> <select id="to" name="to"><option value="">${texts.pick}</option>
${groups.map(
  (work) =>
    html`<optgroup label="${TEXTS.groups[work]}">${assignable(shown.people, work).map(({ id, name }) => option(`${work}.${id}`, name))}${option(`${work}.`, texts.nobody[work])}</optgroup>
`,
)}</select> <button>${texts.button}</button></p>
${rows}`,
  })
}

/** A row's checkbox, with the version the person saw. With autocomplete, browsers restore it by position after Back. */
export function chooser(project: Project, isChosen = false): Html {
  const { id, version } = project
  return html`<label class="box"><input type="checkbox" autocomplete="off" name="job" value="${id}.${version}"${isChosen ? html` checked` : nothing}><span class="hidden">${TEXTS.assign.choose(nameOf(project))}</span></label>`
}

/** A job that couldn't be assigned, and why. */
interface Failure {
  id: string
  name: string
  text: string
}

interface Outcome {
  done: number
  failures: readonly Failure[]
  /** Why nothing was sent. */
  refusal?: string
}

/** Assigns the selected jobs, each at the version the person saw. */
export async function assignJobs({ request, staff }: StaffVisit): Promise<Outcome> {
  const texts = TEXTS.assign
  const form = formOf(request)
  const [work = '', userId = ''] = form.text('to')?.split('.', 2) ?? []
  const jobs = form.texts('job')
  const refused = (refusal: string) => ({ done: 0, failures: [], refusal })
  if (jobs.length === 0) return refused(texts.noJobs)
  if (jobs.length > ROWS) return refused(texts.tooMany(ROWS))
  if (!isWork(work)) return refused(texts.noPerson)
  const failures: Failure[] = []
  for (let i = 0; i < jobs.length; i += AT_ONCE) {
    const some = jobs.slice(i, i + AT_ONCE)
    const results = await Promise.all(some.map((job) => assign(staff, job, work, userId || null)))
    failures.push(...results.flatMap((failure) => failure ?? []))
  }
  return { done: jobs.length - failures.length, failures }
}

function isWork(text: string): text is Work {
  return Object.hasOwn(FIELDS, text)
}

async function assign(
  staff: Staff,
  job: string,
  work: Work,
  userId: string | null,
): Promise<Failure | undefined> {
  const [id = '', version = ''] = job.split('.', 2)
  const url = `/projects/${encodeURIComponent(id)}`
  const { status, body } = await staff.call<Project & ErrorBody>({
    method: 'PATCH',
    url: `${url}/${OPERATIONS[work]}`,
    payload: { userId },
    ifMatch: `"${version}"`,
  })
  if (status === 200) return undefined
  const now = await staff.call<Project & ErrorBody>({ method: 'GET', url })
  if (now.status !== 200) {
    const text = status === 404 ? TEXTS.assign.gone : messageOf(body)
    return { id, name: TEXTS.someJob, text }
  }
  // A repeat, or someone else made the same assignment.
  if (status === 412 && now.body[FIELDS[work]] === userId) return undefined
  const text = status === 412 ? TEXTS.assign.changed : messageOf(body)
  return { id, name: nameOf(now.body), text }
}

/** The outcome: assigned jobs and failures. */
export function outcomeOf({ done, failures }: Outcome, here: string): Html {
  const texts = TEXTS.assign
  return html`${done > 0 ? html`${texts.done(done)} ` : nothing}${texts.failed(failures.length)}
<ul>${failures.map(({ id, name, text }) => html`<li><a href="${here}/../projects/${encodeURIComponent(id)}" dir="auto">${name}</a>: ${text}</li>`)}</ul>`
}
