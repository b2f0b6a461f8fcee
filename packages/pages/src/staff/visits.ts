import type { Schemas } from '@mediajobs/client'
import { withQuery } from './own-address.ts'
import { type List, read, readList, readPages } from './read-record.ts'
import type { Project } from './records.ts'
import type { Staff } from './staff.ts'

export type ProjectVisit = Schemas['Visit']
type VisitOfProject = Schemas['VisitOfProject']
type VisitedProject = Schemas['VisitedProject']

/** A project's main appointment, or an additional visit. */
export interface Appointment
  extends VisitedProject,
    Pick<Project, 'id' | 'version' | 'scheduledTime' | 'estimatedDuration' | 'technicianId'>,
    Partial<Pick<Project, 'lat' | 'lng'>> {
  /** Set for an additional visit: `version` is the visit's, `id` the project's. */
  visitId?: string
}

/** Unique among appointments. */
export function keyOf({ id, visitId }: Pick<Appointment, 'id' | 'visitId'>): string {
  return visitId ?? id
}

/** The operation that changes it. */
export function operationOf({ visitId }: Pick<Appointment, 'visitId'>): string {
  return visitId === undefined ? 'updateProject' : 'updateVisit'
}

/** Maximum pages of shoots to read. */
export const PAGES_READ = 10

interface VisitFilters {
  scheduledFrom?: string
  scheduledTo?: string
  technicianId?: string | null | undefined
  limit?: string
}

/** Additional visits, earliest first, and whether there are more. @throws {RefusedRead} */
export async function additionalVisits(staff: Staff, filters: VisitFilters, maxPages = PAGES_READ) {
  const url = withQuery('/visits', Object.entries(filters))
  const { data, isCut } = await readPages<VisitOfProject>(staff, url, maxPages)
  return { data: data.map(shootOf), isCut }
}

function shootOf({ id, projectId, version, project, ...visit }: VisitOfProject): Appointment {
  const { scheduledTime, durationMinutes: estimatedDuration, technicianId } = visit
  return {
    ...project,
    id: projectId,
    version,
    scheduledTime,
    estimatedDuration,
    technicianId,
    visitId: id,
  }
}

/** One page of planned additional visits without a technician, earliest first. @throws {RefusedRead} */
export async function unassignedVisits(
  staff: Staff,
  times: { scheduledFrom: string; limit: string },
): Promise<List<Appointment>> {
  const query = new URLSearchParams({ ...times, unassigned: 'technician' })
  const page = await readList<VisitOfProject>(staff, `/visits?${query}`)
  return { ...page, data: page.data.filter(({ status }) => status === 'PLANNED').map(shootOf) }
}

/** The projects of visits, each with the time, duration and technician of its visit. */
export async function projectsOf(staff: Staff, shoots: readonly Appointment[]): Promise<Project[]> {
  const ids = [...new Set(shoots.map(({ id }) => id))]
  const projects = await Promise.all(ids.map((id) => read<Project>(staff, `/projects/${id}`)))
  const byId = new Map(projects.flatMap((project) => (project ? [[project.id, project]] : [])))
  return shoots.flatMap(({ id, scheduledTime, estimatedDuration, technicianId }) => {
    const project = byId.get(id)
    return project ? [{ ...project, scheduledTime, estimatedDuration, technicianId }] : []
  })
}

/** Merges two lists by time. */
export function inOrder<Each extends Pick<Appointment, 'scheduledTime'>>(
  some: readonly Each[],
  others: readonly Each[],
): Each[] {
  return [...some, ...others].sort((a, b) => a.scheduledTime.localeCompare(b.scheduledTime))
}
