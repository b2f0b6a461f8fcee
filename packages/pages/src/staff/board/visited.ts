import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { type List, readList } from '../read-record.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'

/**
 * Jobs by API filters. A technician's first page also includes jobs where they only have an additional visit, which
 * count as assigned to them. docs/contract.md#c21-visit-assigned
 */
export async function readJobs(staff: Staff, query: URLSearchParams): Promise<List<Project>> {
  const list = readList<Project>(staff, `/projects?${query}`)
  const technicianId = query.get('technicianId')
  if (technicianId === null || query.has('cursor')) return list
  const visits = new URLSearchParams(query)
  visits.delete('technicianId')
  visits.set('visitTechnicianId', technicianId)
  visits.set('limit', String(MAX_PAGE_RECORDS))
  const [own, visited] = await Promise.all([list, readList<Project>(staff, `/projects?${visits}`)])
  const isOwn = technicianId === staff.userId && staff.role === 'TECHNICIAN'
  const others = visited.data
    .filter((project) => project.technicianId !== technicianId)
    .map((project) => (isOwn ? { ...project, technicianId } : project))
  return { data: [...others, ...own.data], nextCursor: own.nextCursor }
}
