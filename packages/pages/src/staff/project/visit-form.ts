import { VISIT_KINDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { TEXTS as BOOKING } from '../booking/texts.ts'
import { readTagged } from '../read-record.ts'
import { type Problems, problemNotice, type RecordField, recordForm } from '../records/form.ts'
import { save } from '../records/save.ts'
import { choiceField, timeField, wholeField } from '../records/values.ts'
import type { Project } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { requireMay } from '../staff.ts'
import { COMMON } from '../texts.ts'
import type { ProjectVisit } from '../visits.ts'
import { change } from './changes.ts'
import { personFields } from './fact-fields.ts'
import { PLAN } from './plan-texts.ts'
import type { Visit } from './read.ts'

/** The form for a visit, or for a new one at `visits/new`. */
export async function showVisit(visit: Visit, problems?: Problems): Promise<FastifyReply> {
  const { staff, here } = visit
  requireMay(staff, 'updateVisit')
  const { record, etag, fields } = await readForm(visit)
  return sendStaffPage(visit, {
    title: etag === undefined ? PLAN.addTitle : PLAN.changeTitle,
    notice: problemNotice(problems),
    body: html`<p><a href="${here}#visits">${PLAN.back}</a></p>
${recordForm({
  action: `${here}/visits/${visit.params.visitId}`,
  fields,
  record,
  ...(etag !== undefined && { etag }),
  problems,
  submit: PLAN.save,
})}`,
  })
}

const NEW = 'new'

async function readForm(visit: Visit) {
  const { staff, url, params } = visit
  const { body: project } = await readTagged<Project>(staff, url)
  const isNew = params.visitId === NEW
  const found = isNew
    ? undefined
    : await readTagged<ProjectVisit>(staff, `${url}/visits/${params.visitId}`)
  // A new visit starts without time and technician.
  const record = found?.body ?? { kind: 'RESHOOT' }
  const { technicianId = null, scheduledTime = project.scheduledTime } = found?.body ?? {}
  const zone = staff.organization.timeZone ?? 'UTC'
  const time = {
    name: 'scheduledTime',
    label: BOOKING.when,
    hint: COMMON.zone(staff.format.zone()),
  }
  const fields: RecordField[] = [
    choiceField('kind', PLAN.kind, VISIT_KINDS, PLAN.kinds),
    timeField({ ...time, isRequired: true }, zone),
    wholeField({ name: 'durationMinutes', label: BOOKING.minutes }),
    ...(await personFields(visit, { ...project, technicianId, scheduledTime }, 'technicianId')),
  ]
  return { record, etag: found?.etag, fields }
}

/** Creates or updates a visit. */
export async function saveVisit(visit: Visit): Promise<FastifyReply> {
  const { staff, url, here, params, reply } = visit
  requireMay(staff, 'updateVisit')
  const { fields } = await readForm(visit)
  const isNew = params.visitId === NEW
  const doneAs = isNew ? 'visitAdded' : 'saved'
  return save<ProjectVisit>({
    visit,
    fields,
    method: isNew ? 'POST' : 'PATCH',
    url: isNew ? `${url}/visits` : `${url}/visits/${params.visitId}`,
    done: () => reply.redirect(`${here}?done=${doneAs}#visits`, 303),
    part: '#visits',
    showsFormOn404: true,
    refuse: (problems) => showVisit(visit, problems),
  })
}

/** Marks a visit as done, cancels it, or replans it. */
export function moveVisit(visit: Visit): Promise<FastifyReply> {
  const status = formOf(visit.request).text('to') ?? ''
  const url = `${visit.url}/visits/${visit.params.visitId}`
  const nameOf = (each: string) => PLAN.statuses[each as ProjectVisit['status']] ?? each
  return change<ProjectVisit>(visit, {
    call: { method: 'PATCH', url, payload: { status } },
    done: 'saved',
    section: 'visits',
    record: { url, texts: (now) => [nameOf(status), nameOf(now.status)] },
  })
}
