import { abort } from './abort.ts'
import { checkMove } from './checks.ts'
import { drop } from './drop.ts'
import { finishMove } from './finish.ts'
import { freezeAndFlip } from './freeze.ts'
import { beginMove, type Move, type MoveOptions, MoveRefused, readState, withMove } from './move.ts'
import { awaitCopy, replicate } from './replication.ts'

export { type MoveOptions, MoveRefused } from './move.ts'

/**
 * Moves a live organization to another cell. Resumes an interrupted run.
 *
 * @throws {MoveRefused} if the move can't start or can't finish.
 */
export function moveOrganization(options: MoveOptions): Promise<void> {
  return withMove(options, moveAll)
}

/** Rolls back a move before its flip. Idempotent. @throws {MoveRefused} without a move, or after the flip. */
export function abortMove(options: MoveOptions): Promise<void> {
  return withMove(options, abort)
}

/** Deletes the rows left in the old cell after a move. Idempotent. @throws {MoveRefused} before its end. */
export function dropMoved(options: MoveOptions): Promise<void> {
  return withMove(options, drop)
}

async function moveAll(move: Move): Promise<void> {
  const state = await readState(move.source, move)
  if (state && state.step !== 'ARRIVED' && state.cell !== move.toCell) {
    throw new MoveRefused(
      `The organization is being or was moved to ${state.cell}, not ${move.toCell}.`,
    )
  }
  if (state?.step === 'ABORTING') {
    throw new MoveRefused(
      'The move is being aborted: run the command with --abort to completion first.',
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
