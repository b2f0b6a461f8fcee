import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { ask, change } from '../change.ts'
import { changeForm, changeOf, field, hidden } from '../change-form.ts'
import { changedTime, dayOf, instantOf, localTime, type TypedTime, typedTime } from '../day.ts'
import { badRequest, refusal } from '../list.ts'
import { TEXTS as PROJECT } from '../project/texts.ts'
import { pageNotFound, read } from '../read-record.ts'
import { activeTechnicians, type Person, type Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { COMMON } from '../texts.ts'
import { keyOf, operationOf } from '../visits.ts'
import { clashesOf, freeAt } from './clash.ts'
import { undoOf } from './done.ts'
import { type Movable, namesOf, pathTo, readMovable, recordOf } from './moved.ts'
import { jobOf } from './read.ts'
import { TEXTS } from './texts.ts'
import { queryOf, viewOf } from './view.ts'

type Wanted = Pick<Project, 'scheduledTime' | 'technicianId'>

/** The form that moves a job without dragging, prefilled from `when` and `technicianId` in the URL. */
export async function showMove(visit: StaffVisit): Promise<FastifyReply> {
  const { staff, query } = visit
  const names = namesOf(visit)
  requireMay(staff, operationOf(names))
  const project = await readMovable(staff, names)
  if (!project) throw pageNotFound()
  const zone = staff.organization.timeZone ?? 'UTC'
  const when = query.get('when') ?? undefined
  const [instant, time] = [instantOf(when, zone), typedTime(when, zone)]
  const technicianId = query.get('technicianId') || project.technicianId
  const wanted = { scheduledTime: instant ?? project.scheduledTime, technicianId }
  const isSkipped = instant !== undefined && 'problem' in time
  return sendForm(visit, project, wanted, isSkipped ? { when, problem: time.problem } : {})
}

interface Refused {
  notice?: Notice
  /** The time as typed, and its error. */
  when?: string | undefined
  problem?: string
}

async function sendForm(
  visit: StaffVisit,
  project: Movable,
  wanted: Wanted,
  { notice, when, problem }: Refused = {},
) {
  const { staff } = visit
  const zone = staff.organization.timeZone ?? 'UTC'
  return sendStaffPage(visit, {
    title: TEXTS.moveJob(jobOf(project)),
    section: 'calendar',
    notice,
    body: changeForm({
      action: `${hereOf(visit)}/${pathTo(project)}?${backOf(visit)}`,
      etag: `"${project.version}"`,
      class: 'narrow',
      content: html`${hidden(seen(project))}
${field({
  name: 'when',
  label: TEXTS.when,
  hint: COMMON.zone(staff.format.zone()),
  type: 'datetime-local',
  isRequired: true,
  value: when ?? localTime(wanted.scheduledTime, zone),
  problem,
})}
<p class="field"><label for="technicianId">${TEXTS.technician}</label>
<select id="technicianId" name="technicianId">${await technicians(visit, project, wanted)}</select></p>
<div class="actions"><button class="go">${TEXTS.move}</button><a class="button" href="${hereOf(visit)}?${backOf(visit)}">${TEXTS.cancel}</a></div>`,
    }),
  })
}

/** The job's values as the person saw them. Only changes are sent. */
function seen({ scheduledTime, technicianId }: Wanted) {
  return { 'was-when': scheduledTime, 'was-technicianId': technicianId ?? '' }
}

/** The options of the technician select, free people first. */
async function technicians({ staff }: StaffVisit, project: Project, wanted: Wanted): Promise<Html> {
  const { scheduledTime, technicianId } = wanted
  const [able, free] = await Promise.all([
    activeTechnicians(staff),
    freeAt(staff, { ...project, scheduledTime }),
  ])
  const option = ({ id, name }: Person) =>
    html`<option value="${id}"${id === technicianId ? html` selected` : nothing}>${name}</option>`
  const group = (label: string, members: readonly Person[]) =>
    members.length === 0
      ? nothing
      : html`<optgroup label="${label}">${members.map(option)}</optgroup>`
  const own = able.filter(({ role }) => role === 'TECHNICIAN')
  // A job doesn't conflict with itself.
  const hasTime = ({ id }: Person) => free?.get(id)?.isFree || id === project.technicianId
  const isListed = technicianId === null || able.some(({ id }) => id === technicianId)
  const time = staff.format.dayAndTime(scheduledTime)
  return html`<option value="">${TEXTS.nobody}</option>${isListed ? nothing : html`<option value="${technicianId}" selected>${TEXTS.someone}</option>`}${
    free
      ? html`${group(TEXTS.freeThen(time), own.filter(hasTime))}${group(
          TEXTS.busyThen,
          own.filter((each) => !hasTime(each)),
        )}`
      : own.map(option)
  }${group(
    TEXTS.others,
    able.filter(({ role }) => role !== 'TECHNICIAN'),
  )}`
}

/** Moves a job. Asks first if there are conflicts. */
export async function move(visit: StaffVisit): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  const names = namesOf(visit)
  requireMay(staff, operationOf(names))
  const url = recordOf(names)
  const form = formOf(request)
  const zone = staff.organization.timeZone ?? 'UTC'
  const was = {
    when: form.text('was-when') ?? '',
    technicianId: form.text('was-technicianId') ?? '',
  }
  const technicianId = form.text('technicianId') || null
  const time = timeOf(form.text('when'), was.when, zone)
  const project = await readMovable(staff, names)
  if (!project) throw pageNotFound()
  if ('problem' in time) {
    const { problem } = time
    const { scheduledTime } = project
    return badRequest(visit, COMMON.marked, (notice) =>
      sendForm(
        visit,
        project,
        { scheduledTime, technicianId },
        { notice, problem, when: form.text('when') },
      ),
    )
  }
  const { instant: scheduledTime } = time
  const back = `${hereOf(visit)}?${backOf(visit, dayOf(scheduledTime, zone))}`
  const wanted = { scheduledTime, technicianId }
  const payload = changesOf(wanted, was)
  if (Object.keys(payload).length === 0) return reply.redirect(back, 303)
  const clashes = form.text('sure') ? [] : await clashesOf(staff, project, wanted)
  if (clashes.length > 0) {
    const title = TEXTS.clash.title(jobOf(project), staff.format.dayAndTime(scheduledTime))
    return askAbout(visit, title, clashes, back)
  }
  return change<Wanted & Pick<Project, 'version'>>(visit, {
    call: { method: 'PATCH', url, payload },
    done: ({ body: { version } }) =>
      reply.redirect(
        `${back}&done=${undoOf({ ...project, version }, was)}#s-${keyOf(project)}`,
        303,
      ),
    refuse: ({ body }) => sendForm(visit, project, wanted, { notice: refusal(body) }),
    showsFormOn404: true,
    compared: {
      url,
      texts: async (now) => [
        await describe(visit, payload, payload),
        await describe(visit, payload, now),
      ],
      same: () => reply.redirect(back, 303),
      // Unchanged fields keep their current value.
      fields: (now) => ({
        ...seen(now),
        ...(!('scheduledTime' in payload) && { when: localTime(now.scheduledTime, zone) }),
        ...(!('technicianId' in payload) && { technicianId: now.technicianId ?? '' }),
      }),
      back,
    },
  })
}

/** The changed fields' values, one line each. */
async function describe(
  { staff }: StaffVisit,
  changed: Partial<Wanted>,
  { scheduledTime, technicianId }: Partial<Wanted>,
): Promise<string> {
  const texts = PROJECT.facts
  const lines: string[] = []
  if ('scheduledTime' in changed && scheduledTime !== undefined) {
    lines.push(`${texts.time}: ${staff.format.dayAndTime(scheduledTime)}`)
  }
  if ('technicianId' in changed) {
    const person = technicianId ? await read<Person>(staff, `/users/${technicianId}`) : undefined
    const name = technicianId ? (person?.name ?? PROJECT.someone) : texts.noOne
    lines.push(`${texts.technicianId}: ${name}`)
  }
  return lines.join('\n')
}

/** The fields that the person changed. */
function changesOf(
  { scheduledTime, technicianId }: Wanted,
  was: { when: string; technicianId: string },
): Partial<Wanted> {
  return {
    ...(Date.parse(scheduledTime) !== Date.parse(was.when) && { scheduledTime }),
    ...((technicianId ?? '') !== was.technicianId && { technicianId }),
  }
}

function askAbout(
  visit: StaffVisit,
  title: string,
  clashes: readonly string[],
  back: string,
): Promise<FastifyReply> {
  return ask(visit, {
    title,
    lead: clashes.join(' '),
    yes: TEXTS.clash.yes,
    no: TEXTS.clash.no,
    fields: { sure: 'yes' },
    etag: changeOf(visit.request).ifMatch,
    back,
  })
}

function timeOf(when: string | undefined, was: string, zone: string): TypedTime {
  // Undo sends an instant.
  const instant = when?.endsWith('Z') ? instantIn(when) : undefined
  return instant === undefined ? changedTime(when, was, zone) : { instant }
}

function instantIn(text: string): string | undefined {
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? new Date(ms).toISOString() : undefined
}

function hereOf({ home }: StaffVisit): string {
  return `${home}/calendar`
}

/** The view to return to after a move. */
function backOf({ staff, query }: StaffVisit, day?: string): URLSearchParams {
  return queryOf(viewOf(staff, query), day === undefined ? {} : { day })
}
