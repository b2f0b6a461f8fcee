/**
 * The steps of a move of an organization between two cells. At the source: COPYING, QUIET (no work in the background
 * begins), FROZEN (writes are refused), MOVED, and ABORTING. At the target: ARRIVING, then ARRIVED.
 * docs/contract.md#c15-move
 */
export const MOVE_STEPS = [
  'COPYING',
  'QUIET',
  'FROZEN',
  'MOVED',
  'ABORTING',
  'ARRIVING',
  'ARRIVED',
] as const

export type MoveStep = (typeof MOVE_STEPS)[number]
