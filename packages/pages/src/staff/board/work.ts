import { DEFAULT_SHOOT_MINUTES, type ProjectStatus } from '@mediajobs/domain'
import type { Project } from '../records.ts'

const BEFORE_SHOOT: readonly ProjectStatus[] = ['PENDING', 'BOOKED']
/** Statuses where the technician is next. */
export const TECHNICIAN_WORK: readonly ProjectStatus[] = [...BEFORE_SHOOT, 'SHOOTING']
/** Statuses where the editor is next. */
export const EDITOR_WORK: readonly ProjectStatus[] = ['UPLOADED', 'EDITING', 'IN_REVISION']

/** Who works next; `undefined` if it's the client or nobody. */
export function workerOf(status: ProjectStatus): 'technician' | 'editor' | undefined {
  if (TECHNICIAN_WORK.includes(status)) return 'technician'
  return EDITOR_WORK.includes(status) ? 'editor' : undefined
}

/** Whether the next worker isn't assigned yet. */
export function isUnassigned({ status, technicianId, editorId }: Project): boolean {
  const worker = workerOf(status)
  return worker === 'technician' ? technicianId === null : worker === 'editor' && editorId === null
}

/** Whether a shoot is overdue: not started or not finished on time. */
export function isLate({ status, scheduledTime, estimatedDuration }: Project): boolean {
  const begin = Date.parse(scheduledTime)
  if (BEFORE_SHOOT.includes(status)) return begin < Date.now()
  const minutes = estimatedDuration ?? DEFAULT_SHOOT_MINUTES
  return status === 'SHOOTING' && begin + minutes * 60_000 < Date.now()
}
