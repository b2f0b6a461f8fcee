import { fence } from './fence.ts'
import {
  forgetMove,
  type Move,
  MoveRefused,
  ORGANIZATION_TABLES,
  readState,
  setStep,
} from './move.ts'
import { endReplication } from './replication.ts'

/** Rolls back a move before its flip: slot, publication, subscription, target rows, freeze. Idempotent. */
export async function abort(move: Move): Promise<void> {
  const { source, target, fromCell, toCell } = move
  const state = await readState(source, move)
  if (!state || state.step === 'ARRIVED') {
    throw new MoveRefused('This organization is not being moved.')
  }
  if (state.step === 'MOVED') {
    throw new MoveRefused(
      `The organization was moved to ${state.cell}, so the move can't be aborted. Run the command without --abort to finish it.`,
    )
  }
  if (state.cell !== toCell)
    throw new MoveRefused(`It is being moved to ${state.cell}, not ${toCell}.`)
  move.say('ending the replication …')
  await setStep(move, 'ABORTING', null)
  await endReplication(move)
  const there = await readState(target, move)
  if (there?.step === 'ARRIVING' && there.cell === fromCell) {
    move.say('deleting the rows of the target …')
    await deleteRows(move)
  }
  await forgetMove(source, move)
  await fence(source, move.show)
  move.say('the move was undone: the organization works here')
}

/** Deletes the row in `organization_moves` last: until then the target leaves the other rows alone. */
async function deleteRows(move: Move): Promise<void> {
  const { source, target, organizationId, show } = move
  for (const { name, column } of ORGANIZATION_TABLES.toReversed()) {
    show(`deleting ${name} …`)
    await target.rows(`delete from ${name} where ${column} = $1`, [organizationId])
  }
  await target.transaction(async () => {
    for (const statement of FORGET_PEOPLE) {
      await target.rows(statement, [await peopleOf(source, organizationId)])
    }
    await forgetMove(target, move)
  })
}

const PEOPLE = `
  select u.id from users as u where exists (
    select from memberships as m where m.organization_id = $1 and m.user_id in (u.id, u.person_id))`

async function peopleOf(source: Move['source'], organizationId: string): Promise<string[]> {
  return (await source.rows<{ id: string }>(PEOPLE, [organizationId])).map(({ id }) => id)
}

const UNUSED = `
  select u.id from users as u where u.id = any ($1) and not exists (
    select from memberships as m where m.user_id in (u.id, u.person_id))`

// Attempted flips copied accounts.
const FORGET_PEOPLE = [
  `delete from sessions where user_id in (${UNUSED})`,
  `delete from users where person_id is not null and id in (${UNUSED})`,
  `delete from users where id in (${UNUSED})`,
]
