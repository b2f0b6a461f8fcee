import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import { instantOf } from '../day.ts'
import { read } from '../read-record.ts'
import type { Person, Project } from '../records.ts'
import { ASSIGNED_FIELDS, type Assigned } from './assignments.ts'
import { back, change } from './change.ts'
import { show } from './show.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

type Assignment = Partial<Pick<Project, Assigned | 'scheduledTime'>>

/** Saves the time and the people that the person changed. The others stay as they are now. */
export async function assign(visit: Visit) {
  const { request, reply, staff, url } = visit
  const form = formOf(request)
  const isChanged = (name: string) => form.text(name) !== form.text(`was-${name}`)
  const payload: Assignment = {}
  for (const field of ASSIGNED_FIELDS.filter(isChanged)) payload[field] = form.text(field) || null
  if (isChanged('when')) {
    const time = instantOf(form.text('when'), staff.organization.timeZone ?? 'UTC')
    if (time === undefined) {
      reply.code(400)
      return show(visit, { kind: 'problem', text: TEXTS.assignments.badTime })
    }
    payload.scheduledTime = time
  }
  if (Object.keys(payload).length === 0) return back(visit, 'same', 'assignments')
  return change<Project>(visit, {
    call: { method: 'PATCH', url, payload, ifMatch: changeOf(request).ifMatch },
    done: 'assigned',
    section: 'assignments',
    record: {
      url,
      wanted: () => describe(visit, payload, payload),
      now: (project) => describe(visit, payload, project),
    },
  })
}

/** The fields of `changed` as `record` has them, a line each. */
async function describe(
  { staff }: Visit,
  changed: Assignment,
  record: Assignment,
): Promise<string> {
  const texts = TEXTS.assignments
  const people = ASSIGNED_FIELDS.filter((field) => field in changed).map(async (field) => {
    const id = record[field]
    const person = id ? await read<Person>(staff, `/users/${id}`) : undefined
    return `${texts[field]}: ${id ? (person?.name ?? TEXTS.someone) : texts.none}`
  })
  const time =
    'scheduledTime' in changed && record.scheduledTime !== undefined
      ? [`${texts.when}: ${staff.format.dayAndTime(record.scheduledTime)}`]
      : []
  return [...time, ...(await Promise.all(people))].join('\n')
}
