import type { Role } from './access.ts'

/** In the usual order. */
export const PROJECT_STATUSES = [
  'PENDING',
  'BOOKED',
  'SHOOTING',
  'UPLOADED',
  'EDITING',
  'IN_REVIEW',
  'DELIVERED',
  'IN_REVISION',
  'CANCELLED',
] as const

export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

interface Move {
  readonly from: ProjectStatus
  readonly to: ProjectStatus
}

// docs/contract.md#c3-moves-technician. Technicians mark the shoot as done; editors mark editing as done and deliver.
// Roles without a list may make every move.
const LIMITED_MOVES: Partial<Record<Role, readonly Move[]>> = {
  TECHNICIAN: [{ from: 'SHOOTING', to: 'UPLOADED' }],
  EDITOR: [
    { from: 'EDITING', to: 'IN_REVIEW' },
    { from: 'IN_REVISION', to: 'IN_REVIEW' },
    { from: 'IN_REVIEW', to: 'DELIVERED' },
  ],
}

export interface Mover {
  readonly role: Role
  /** The project is assigned to this person in this role. */
  readonly assigned: boolean
}

/** The statuses that `mover` may move a project to, except `from`. */
export function movesFrom(mover: Mover, from: ProjectStatus): ProjectStatus[] {
  const limited = LIMITED_MOVES[mover.role]
  if (!limited) return PROJECT_STATUSES.filter((status) => status !== from)
  if (!mover.assigned) return []
  return limited.filter((move) => move.from === from).map((move) => move.to)
}

/**
 * Whether `mover` may move a project from `from` to `to`. Setting the current status is allowed to those who may set
 * it from another one (docs/contract.md#c3-moves-same).
 */
export function mayMove(mover: Mover, from: ProjectStatus, to: ProjectStatus): boolean {
  if (from !== to) return movesFrom(mover, from).includes(to)
  const limited = LIMITED_MOVES[mover.role]
  if (!limited) return true
  return mover.assigned && limited.some((move) => move.to === to)
}
