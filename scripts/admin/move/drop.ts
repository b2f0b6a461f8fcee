import { dropMovedOrganization } from '@mediajobs/operations/organizations'
import { Refusal } from '../command.ts'
import { fence } from './fence.ts'
import { withStoreOf } from './finish.ts'
import type { Move } from './move.ts'
import { isPublished } from './replication.ts'
import { readState } from './state.ts'

/**
 * Deletes the rows of a moved organization in the cell that it has left. It may be repeated.
 *
 * @returns how many rows
 * @throws {Refusal} unless the move has ended, and the target has the organization.
 */
export async function dropRows(move: Move): Promise<number> {
  const { source, target, organizationId, toCell } = move
  const state = await readState(source, move)
  if (state?.step !== 'MOVED') {
    throw new Refusal('This organization was not moved, or its rows were dropped before.')
  }
  if (state.cell !== toCell) throw new Refusal(`It was moved to ${state.cell}, not ${toCell}.`)
  // The publication would carry the deletions to the target.
  if ((await isPublished(move)) || (await readState(target, move))) {
    throw new Refusal('The move has not ended: run the command without --drop first.')
  }
  const [there] = await target.rows('select from organizations where id = $1', [organizationId])
  if (!there) {
    throw new Refusal('The target does not have the organization: nothing was dropped.')
  }
  move.say('dropping the rows …')
  const rows = await withStoreOf(move.sourceUrl, (store) =>
    dropMovedOrganization(store, organizationId, toCell, (table, count) =>
      move.show(`${count} rows dropped (${table}) …`),
    ),
  )
  await source.rows('delete from organization_moves where organization_id = $1', [organizationId])
  await fence(source, move.show)
  move.say(`${rows} rows dropped`)
  return rows
}
