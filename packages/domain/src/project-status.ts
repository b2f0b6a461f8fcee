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

// docs/contract.md#c3-moves-starts: an organization may let people start their own work.
const STARTS: Partial<Record<Role, Move>> = {
  TECHNICIAN: { from: 'BOOKED', to: 'SHOOTING' },
  EDITOR: { from: 'UPLOADED', to: 'EDITING' },
}

/** The settings of an organization that widen a role's moves. */
export interface StartSettings {
  readonly techniciansStart: boolean
  readonly editorsStart: boolean
}

export interface Mover {
  readonly role: Role
  /** Whether the project is assigned to this person in this role. */
  readonly assigned: boolean
  /** Whether the organization lets this role start its own jobs. */
  readonly starts?: boolean
}

/** Whether an organization lets a role start its own jobs. */
export function mayStart(role: Role, settings: StartSettings): boolean {
  if (role === 'TECHNICIAN') return settings.techniciansStart
  return role === 'EDITOR' && settings.editorsStart
}

/** The statuses that `mover` may move a project to, except `from`. */
export function movesFrom(mover: Mover, from: ProjectStatus): ProjectStatus[] {
  const limited = limitedMoves(mover)
  if (!limited) return PROJECT_STATUSES.filter((status) => status !== from)
  if (!mover.assigned) return []
  return limited.filter((move) => move.from === from).map((move) => move.to)
}

/**
 * Whether `mover` may move a project from `from` to `to`. Setting the current status again is allowed to
 * those who may move a project to it (docs/contract.md#c3-moves-same).
 */
export function mayMove(mover: Mover, from: ProjectStatus, to: ProjectStatus): boolean {
  if (from !== to) return movesFrom(mover, from).includes(to)
  const limited = limitedMoves(mover)
  if (!limited) return true
  return mover.assigned && limited.some((move) => move.to === to)
}

function limitedMoves({ role, starts }: Mover): readonly Move[] | undefined {
  const start = starts ? STARTS[role] : undefined
  const limited = LIMITED_MOVES[role]
  return limited && start ? [start, ...limited] : limited
}
