import { DEFAULT_SHOOT_MINUTES, type ProjectStatus } from '@mediajobs/domain'
import type { Project } from '../records.ts'

const BEFORE_SHOOT: readonly ProjectStatus[] = ['PENDING', 'BOOKED']
const NEEDS_EDITOR: readonly ProjectStatus[] = ['UPLOADED', 'EDITING', 'IN_REVISION']

/** Who a job waits for: the technician until the files are there, then the editor. */
export function workerOf({ status }: Project): 'technician' | 'editor' {
  return BEFORE_SHOOT.includes(status) || status === 'SHOOTING' ? 'technician' : 'editor'
}

/** Whether a job has no one for its next work. */
export function isUnassigned(project: Project): boolean {
  if (workerOf(project) === 'technician') return project.technicianId === null
  return NEEDS_EDITOR.includes(project.status) && project.editorId === null
}

/** Whether a shoot has not begun at its time, or has not ended at its end. */
export function isLate({ status, scheduledTime, estimatedDuration }: Project): boolean {
  const begin = Date.parse(scheduledTime)
  if (BEFORE_SHOOT.includes(status)) return begin < Date.now()
  const minutes = estimatedDuration ?? DEFAULT_SHOOT_MINUTES
  return status === 'SHOOTING' && begin + minutes * 60_000 < Date.now()
}
