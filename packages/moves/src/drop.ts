import { eraseTables, TENANT_TABLES } from '@mediajobs/operations/organizations'
import { CREDENTIAL_HASHES, eachColumn, PUBLIC_IDS } from './credentials.ts'
import { fence } from './fence.ts'
import { withStoreOf } from './finish.ts'
import { type Move, MoveRefused, readState } from './move.ts'
import { isPublished } from './replication.ts'

/**
 * Deletes a moved organization's rows from the old cell, along with people in no other organization there. Objects stay:
 * the new cell uses them. Idempotent.
 *
 * @throws {MoveRefused} unless the move has finished and the target has the organization.
 */
export async function drop(move: Move): Promise<void> {
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
    throw new MoveRefused('The target does not have the organization: nothing was dropped.')
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
