import { read } from '../read-record.ts'
import type { Project } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import type { Appointment, ProjectVisit } from '../visits.ts'

/** A movable appointment: a project's own, or an additional visit. */
export type Movable = Project & Pick<Appointment, 'visitId'>

type Names = Pick<Appointment, 'id' | 'visitId'>

/** The path of an appointment's move page, below the calendar's. */
export function pathTo({ id, visitId }: Names): string {
  return visitId === undefined ? `${id}/move` : `${id}/visits/${visitId}/move`
}

/** An appointment's path in the API. */
export function recordOf({ id, visitId }: Names): string {
  return `/projects/${id}${visitId === undefined ? '' : `/visits/${visitId}`}`
}

/** The ids in the path of a move page. */
export function namesOf({ params }: StaffVisit): Names {
  const { id = '', visitId } = params
  return visitId === undefined ? { id } : { id, visitId }
}

/** The appointment; undefined if it was deleted. @throws {RefusedRead} */
export async function readMovable(staff: Staff, names: Names): Promise<Movable | undefined> {
  const { id, visitId } = names
  const [project, visit] = await Promise.all([
    read<Project>(staff, recordOf({ id })),
    visitId === undefined ? undefined : read<ProjectVisit>(staff, recordOf(names)),
  ])
  if (!project || visitId === undefined) return project
  if (!visit) return undefined
  const { version, scheduledTime, durationMinutes: estimatedDuration, technicianId } = visit
  return { ...project, version, scheduledTime, estimatedDuration, technicianId, visitId }
}
