import { DEFAULT_SHOOT_MINUTES, type ProjectStatus } from '@mediajobs/domain'
import type { Project } from '../records.ts'

const BEFORE_SHOOT: readonly ProjectStatus[] = ['PENDING', 'BOOKED']
/** Statuses in which the next work is the technician's. */
export const TECHNICIAN_WORK: readonly ProjectStatus[] = [...BEFORE_SHOOT, 'SHOOTING']
/** Statuses in which it is the editor's. */
export const EDITOR_WORK: readonly ProjectStatus[] = ['UPLOADED', 'EDITING', 'IN_REVISION']

/** Whose work comes next; `undefined` when it is the client's, or done. */
export function workerOf(status: ProjectStatus): 'technician' | 'editor' | undefined {
  if (TECHNICIAN_WORK.includes(status)) return 'technician'
  return EDITOR_WORK.includes(status) ? 'editor' : undefined
}

/** Whether a job lacks the person who does its next work. */
export function isUnassigned({ status, technicianId, editorId }: Project): boolean {
  const worker = workerOf(status)
  return worker === 'technician' ? technicianId === null : worker === 'editor' && editorId === null
}

/** Whether a shoot is overdue: not begun at its time, or not ended at its end. */
export function isLate({ status, scheduledTime, estimatedDuration }: Project): boolean {
  const begin = Date.parse(scheduledTime)
  if (BEFORE_SHOOT.includes(status)) return begin < Date.now()
  const minutes = estimatedDuration ?? DEFAULT_SHOOT_MINUTES
  return status === 'SHOOTING' && begin + minutes * 60_000 < Date.now()
}
