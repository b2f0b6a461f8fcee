import { command, print, printJson, Refusal, UsageError } from './command.ts'
import { abortMove } from './move/abort.ts'
import { checkMove } from './move/checks.ts'
import { dropRows } from './move/drop.ts'
import { finishMove } from './move/finish.ts'
import { freezeAndFlip } from './move/freeze.ts'
import { type Move, withMove } from './move/move.ts'
import { awaitCopy, replicate } from './move/replication.ts'
import { beginMove, readState } from './move/state.ts'
import { withProgress } from './progress.ts'

export const moveOrganization = command({
  help: 'Moves an organization to another cell while it works.',
  notes:
    'It needs CELL and CELL_URLS of this cell, MOVE_TARGET_DATABASE_URL, and SECRETS_KEY of the target. It can be ' +
    'interrupted at any time and run again. docs/admin.md describes the steps.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    to: { kind: 'name', isNeeded: true, help: 'the cell that it moves to' },
    abort: { kind: 'flag', help: 'undo a move that has not switched over' },
    drop: { kind: 'flag', help: 'after a move: delete the rows that this cell still has' },
  },
  async run(given) {
    if (given.has('abort') && given.has('drop')) throw new UsageError('--abort or --drop, not both')
    const isJson = given.has('json')
    const [organization, to] = [given.text('organization'), given.text('to')]
    const speech = { say: (text: string) => (isJson ? undefined : print(text)) }
    const outcome = await withProgress((show) =>
      withMove(organization, to, { ...speech, show }, async (move) => {
        if (given.has('abort')) return abortMove(move).then(() => 'aborted')
        if (given.has('drop')) return dropRows(move).then(() => 'dropped')
        return moveAll(move)
      }),
    )
    if (isJson) printJson({ organization, to, outcome })
    return true
  },
})

/** Goes on from the step at which an earlier run was interrupted. */
async function moveAll(move: Move): Promise<string> {
  const state = await readState(move.source, move)
  if (state && state.step !== 'ARRIVED' && state.cell !== move.toCell) {
    throw new Refusal(
      `The organization is being moved to ${state.cell}, or was: not to ${move.toCell}.`,
    )
  }
  if (state?.step === 'ABORTING') {
    throw new Refusal('The move is being undone: run the command with --abort to its end first.')
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
  return 'moved'
}
