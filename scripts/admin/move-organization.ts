import {
  abortMove,
  dropMoved,
  type MoveOptions,
  MoveRefused,
  moveOrganization as moveRows,
} from '@mediajobs/moves/command'
import { environment, variables } from '@mediajobs/runtime'
import { command, type Given, print, Refusal, UsageError, withProgress } from './command.ts'

export const moveOrganization = command({
  help: 'Moves a live organization to another cell.',
  notes:
    'Needs CELL and CELL_URLS of this cell, MOVE_TARGET_DATABASE_URL, and SECRETS_KEY of the target. Can be ' +
    'interrupted at any time and rerun. docs/admin.md describes the steps.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    to: { kind: 'name', isNeeded: true, help: 'the destination cell' },
    abort: { kind: 'flag', help: 'undo a move that has not switched over' },
    drop: { kind: 'flag', help: 'after a move: delete the rows left in this cell' },
  },
  async run(given) {
    const [outcome, run] = actionOf(given)
    const isJson = given.has('json')
    const [organization, to] = [given.text('organization'), given.text('to')]
    const say = (text: string) => (isJson ? undefined : print(text))
    await withProgress((show) =>
      run({ ...readConfig(to), organizationId: organization, toCell: to, say, show }),
    ).catch((error) => {
      throw error instanceof MoveRefused ? new Refusal(error.message) : error
    })
    return { json: { organization, to, outcome }, text: '' }
  },
})

function actionOf(given: Given): [outcome: string, (options: MoveOptions) => Promise<void>] {
  if (given.has('abort') && given.has('drop')) throw new UsageError('--abort or --drop, not both')
  if (given.has('abort')) return ['aborted', abortMove]
  return given.has('drop') ? ['dropped', dropMoved] : ['moved', moveRows]
}

/** @throws {Refusal} if the cells aren't named. */
function readConfig(toCell: string) {
  const config = environment({
    DATABASE_URL: variables.DATABASE_URL,
    MOVE_TARGET_DATABASE_URL: variables.MOVE_TARGET_DATABASE_URL,
    MOVE_SOURCE_DATABASE_URL: variables.MOVE_SOURCE_DATABASE_URL,
    SECRETS_KEY: variables.SECRETS_KEY,
    CELL: variables.CELL,
    CELL_URLS: variables.CELL_URLS,
  })
  const { CELL: fromCell, MOVE_TARGET_DATABASE_URL: targetUrl } = config
  if (targetUrl === undefined) {
    throw new Refusal(
      'MOVE_TARGET_DATABASE_URL is required: the database of the cell named by --to.',
    )
  }
  if (fromCell === undefined) {
    throw new Refusal('CELL is required: the name of the cell that the organization leaves.')
  }
  if (toCell === fromCell) throw new Refusal(`The organization is already in the cell ${toCell}.`)
  if (!config.CELL_URLS?.has(toCell)) {
    throw new Refusal(
      `CELL_URLS lacks ${toCell}: this cell's processes couldn't redirect callers there.`,
    )
  }
  return {
    sourceUrl: config.DATABASE_URL,
    targetUrl,
    replicationUrl: config.MOVE_SOURCE_DATABASE_URL ?? config.DATABASE_URL,
    fromCell,
    keyRing: config.SECRETS_KEY,
  }
}
