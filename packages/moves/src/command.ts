import { eraseTables, TENANT_TABLES } from '@mediajobs/operations/organizations'
import { checkMove } from './checks.ts'
import { fence } from './fence.ts'
import { finishMove, withStoreOf } from './finish.ts'
import { freezeAndFlip } from './freeze.ts'
import { CREDENTIAL_HASHES, eachColumn, PUBLIC_IDS } from './home.ts'
import {
  beginMove,
  forgetMove,
  type Move,
  type MoveOptions,
  MoveRefused,
  ORGANIZATION_TABLES,
  readState,
  setStep,
  withMove,
} from './move.ts'
import { awaitCopy, endReplication, isPublished, replicate } from './replication.ts'

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

/** Rolls back a move before its flip: slot, publication, subscription, target rows, freeze. Idempotent. */
async function abort(move: Move): Promise<void> {
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
  move.say('the move was rolled back: the organization is served here')
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

// Attempted flips may have copied accounts.
const FORGET_PEOPLE = [
  `delete from sessions where user_id in (${UNUSED})`,
  `delete from users where person_id is not null and id in (${UNUSED})`,
  `delete from users where id in (${UNUSED})`,
]

/**
 * Deletes a moved organization's rows from the old cell, along with people in no other organization there. Objects stay:
 * the new cell uses them. Idempotent.
 *
 * @throws {MoveRefused} unless the move has finished and the target has the organization.
 */
async function drop(move: Move): Promise<void> {
  const { source, target, organizationId, toCell } = move
  const state = await readState(source, move)
  if (state?.step !== 'MOVED') {
    throw new MoveRefused('This organization was not moved, or its rows were already dropped.')
  }
  if (state.cell !== toCell) throw new MoveRefused(`It was moved to ${state.cell}, not ${toCell}.`)
  // The publication would replicate the deletions.
  if ((await isPublished(move)) || (await readState(target, move))) {
    throw new MoveRefused('The move has not finished: run the command without --drop first.')
  }
  const [there] = await target.rows('select from organizations where id = $1', [organizationId])
  if (!there) {
    throw new MoveRefused(
      'The target does not have the organization: nothing was dropped. If it was erased there, delete its row in organization_moves of this cell, and erase it here too.',
    )
  }
  move.say('dropping the rows …')
  const rows = await dropRows(move)
  await source.rows('delete from organization_moves where organization_id = $1', [organizationId])
  await fence(source, move.show)
  move.say(`${rows} rows dropped`)
}

const keepHash = (hash: (column: string) => string) => (table: string, column: string) =>
  `
  insert into moved_credentials (credential_hash, cell)
  select ${hash(column)}, $2 from ${table} where organization_id = $1 and ${column} is not null
  on conflict (credential_hash) do update set cell = excluded.cell`

const KEEP_HASHES = [
  ...eachColumn(CREDENTIAL_HASHES, keepHash(String)),
  ...eachColumn(
    PUBLIC_IDS,
    keepHash((column) => `sha256(convert_to(${column}, 'UTF8'))`),
  ),
]

// Exempts the transaction from the trigger `refuse_moved_write`.
const PERMIT = `select set_config('mediajobs.dropped_organization', $1, true)`

/** Keeps hashes of the credentials so that callers are still redirected. */
function dropRows({ sourceUrl, organizationId, toCell, show }: Move): Promise<number> {
  return withStoreOf(sourceUrl, async (store) => {
    for (const statement of KEEP_HASHES) await store.sql.query(statement, [organizationId, toCell])
    const rows = await eraseTables(store, organizationId, TENANT_TABLES, {
      removesObjects: false,
      begin: (tx) => tx.query(PERMIT, [organizationId]),
      onProgress: (table, count) => show(`${count} rows dropped (${table}) …`),
    })
    await store.transaction(async (tx) => {
      await tx.query(PERMIT, [organizationId])
      await tx.query('delete from organizations where id = $1', [organizationId])
    })
    return rows + 1
  })
}
