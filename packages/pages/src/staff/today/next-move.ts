import type { ProjectStatus } from '@mediajobs/domain'
import { movesOf } from '../project/moves.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'

/** The steps of a day's work. The others are made on the page of the job. */
const OFFERED: readonly ProjectStatus[] = ['SHOOTING', 'UPLOADED', 'IN_REVIEW', 'DELIVERED']

/** The next step of a project, if this person may make it here. docs/contract.md#c3-moves-technician */
export function nextMove(staff: Staff, project: Project): ProjectStatus | undefined {
  const { next } = movesOf(staff, project)
  return next !== undefined && OFFERED.includes(next) ? next : undefined
}
