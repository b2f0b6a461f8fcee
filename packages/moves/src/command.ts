import { abort } from './abort.ts'
import { checkMove } from './checks.ts'
import { drop } from './drop.ts'
import { finishMove } from './finish.ts'
import { freezeAndFlip } from './freeze.ts'
import { beginMove, type Move, type MoveOptions, MoveRefused, readState, withMove } from './move.ts'
import { awaitCopy, replicate } from './replication.ts'

export { type MoveOptions, MoveRefused } from './move.ts'

/**
 * Moves an organization to another cell while it works. Resumes at the step at which an earlier run was interrupted.
 *
 * @throws {MoveRefused} when the move cannot start or cannot end.
 */
export function moveOrganization(options: MoveOptions): Promise<void> {
  return withMove(options, moveAll)
}

/** Undoes a move before its flip. Idempotent. @throws {MoveRefused} when there is no move, or after the flip. */
export function abortMove(options: MoveOptions): Promise<void> {
  return withMove(options, abort)
}

/** Deletes the rows that the old cell still has after a move. Idempotent. @throws {MoveRefused} before its end. */
export function dropMoved(options: MoveOptions): Promise<void> {
  return withMove(options, drop)
}

async function moveAll(move: Move): Promise<void> {
  const state = await readState(move.source, move)
  if (state && state.step !== 'ARRIVED' && state.cell !== move.toCell) {
    throw new MoveRefused(
      `The organization is being moved to ${state.cell}, or was: not to ${move.toCell}.`,
    )
  }
  if (state?.step === 'ABORTING') {
    throw new MoveRefused(
      'The move is being undone: run the command with --abort to its end first.',
    )
  }
  if (state?.step !== 'MOVED') {
    move.say('checking both cells …')
    await checkMove(move)
    move.say('copying …')
    await beginMove(move)
    await replicate(move)
    await awaitCopy(move)
    await freezeAndFlip(move)
  }
  await finishMove(move)
}
