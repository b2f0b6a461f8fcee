import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { read, readList } from '../read-record.ts'
import { activePeople, type Person, type Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { TEXTS } from './texts.ts'

/** The people of a project's page. */
export interface People {
  /** Who can be assigned; empty for a role that may not assign. */
  assignable: readonly Person[]
  /** The name of a person by id. */
  nameOf(id: string): string
  /** Other jobs of each person around the time of this one. */
  jobsOf(id: string): readonly Project[]
}

/** How far away another job is still shown, in milliseconds: 12 hours. */
const AROUND = 12 * 3_600_000

/** @param more ids of other people whom the page names */
export async function readPeople(
  staff: Staff,
  project: Project,
  more: readonly (string | null)[],
): Promise<People> {
  const canAssign = staff.may('updateProject')
  const [assignable, jobs] = await Promise.all([
    canAssign ? activePeople(staff) : [],
    canAssign ? jobsAround(staff, project) : [],
  ])
  const names = new Map(assignable.map(({ id, name }) => [id, name]))
  const { technicianId, editorId, projectManagerId } = project
  const shown = [technicianId, editorId, projectManagerId, ...more]
  const unknown = [...new Set(shown)].filter((id) => id !== null && !names.has(id))
  const others = await Promise.all(unknown.map((id) => read<Person>(staff, `/users/${id}`)))
  for (const person of others) if (person) names.set(person.id, person.name)
  return {
    assignable,
    nameOf: (id) => names.get(id) ?? TEXTS.someone,
    jobsOf: (id) => jobs.filter((job) => job.technicianId === id),
  }
}

async function jobsAround(staff: Staff, { id, scheduledTime }: Project): Promise<Project[]> {
  const time = Date.parse(scheduledTime)
  const query = new URLSearchParams({
    scheduledFrom: new Date(time - AROUND).toISOString(),
    scheduledTo: new Date(time + AROUND).toISOString(),
    sort: 'scheduledTime',
    limit: String(MAX_PAGE_RECORDS),
  })
  const page = await readList<Project>(staff, `/projects?${query}`)
  return page.data.filter((job) => job.id !== id && job.status !== 'CANCELLED')
}
