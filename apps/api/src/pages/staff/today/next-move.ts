import { movesFrom, type ProjectStatus } from '@mediajobs/domain'
import type { Project } from '../project-address.ts'
import type { Staff } from '../staff.ts'
import type { NextStatus } from './texts.ts'

/** The step that follows each status on the common path of a job. */
const NEXT: Partial<Record<ProjectStatus, NextStatus>> = {
  BOOKED: 'SHOOTING',
  SHOOTING: 'UPLOADED',
  EDITING: 'IN_REVIEW',
  IN_REVISION: 'IN_REVIEW',
  IN_REVIEW: 'DELIVERED',
}

/** The next step of a project, if this person may make it. docs/contract.md#c3-moves-technician */
export function nextMove({ role, userId }: Staff, project: Project): NextStatus | undefined {
  const assigned = (role === 'EDITOR' ? project.editorId : project.technicianId) === userId
  const next = NEXT[project.status]
  const allowed = movesFrom({ role, assigned }, project.status)
  return next && allowed.includes(next) ? next : undefined
}
