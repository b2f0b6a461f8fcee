import type { MoveStep } from '@mediajobs/domain'
import { type OperationError, organizationMoving } from '../shared/errors.ts'

/** The move of an organization that is not at home here. */
export interface Away {
  move_step: MoveStep | null
  /** The other cell. */
  cell: string | null
}

// The last rows come in less than a second.
const ARRIVING_RETRY_SECONDS = 1

/**
 * The error for a caller of an organization that is not at home here. One that was moved away is `unknown` here: the
 * api sends the caller to its cell if CELL_URLS has it (docs/contract.md#c15-wrong-cell). One that is still being
 * copied to this cell is served soon.
 */
export function awayError(unknown: OperationError, { move_step, cell }: Away): OperationError {
  if (move_step === 'ARRIVING') return organizationMoving(ARRIVING_RETRY_SECONDS)
  unknown.cell = cell
  return unknown
}
