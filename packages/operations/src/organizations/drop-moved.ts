import type { Store, Tx } from '@mediajobs/outbox'
import { type Erasing, eraseBatch, type Row } from './erase-batch.ts'
import { eachBatch, repeated } from './erase-organization.ts'
import { TENANT_TABLES, type TenantTable } from './tenant-tables.ts'

const CHILDREN_FIRST = TENANT_TABLES.toReversed()

// The trigger `refuse_moved_write` lets this transaction delete the rows.
const BEGIN = `select set_config('mediajobs.dropped_organization', $1, true)`

// The tables with credentials, each with the SQL of the hash that an unknown credential is looked up by.
const HASHES: Readonly<Record<string, string>> = {
  api_keys: 'held.key_hash',
  invitations: 'held.token_hash',
  calendars: 'held.token_hash',
  client_deliveries: 'held.token_hash',
  archives: 'held.token_hash',
  unsubscribe_tokens: 'held.token_hash',
  public_originals: `sha256(convert_to(held.public_id, 'UTF8'))`,
}

/**
 * Deletes all rows of an organization that was moved away, in small transactions, and the people who are in no other
 * organization here. Its objects stay: the other cell uses them. The hashes of its credentials stay too, so that
 * callers are sent on. Another call continues a deletion that was interrupted.
 *
 * @param cell where the organization is now
 * @param onProgress is called after each batch with its table and the number of rows deleted so far.
 * @returns the number of rows
 */
export async function dropMovedOrganization(
  store: Store,
  orgId: string,
  cell: string,
  onProgress: (table: string, rows: number) => void,
): Promise<number> {
  const erasing: Erasing = {
    removesObjects: false,
    before: (tx, table, rows) => keepHashes(tx, orgId, cell, table, rows),
  }
  let rows = 0
  for (const table of CHILDREN_FIRST) {
    await eachBatch(
      (after) =>
        repeated(store, async (tx) => {
          await tx.query(BEGIN, [orgId])
          return eraseBatch(tx, orgId, table, after, erasing)
        }),
      (count) => {
        rows += count
        onProgress(table.name, rows)
      },
    )
  }
  await repeated(store, async (tx) => {
    await tx.query(BEGIN, [orgId])
    await tx.query('delete from organizations where id = $1', [orgId])
  })
  return rows + 1
}

async function keepHashes(
  tx: Tx,
  orgId: string,
  cell: string,
  { name, keys }: TenantTable,
  rows: readonly Row[],
): Promise<void> {
  const { [name]: hash } = HASHES
  if (hash === undefined) return
  const columns = keys.map((key) => key.name)
  const arrays = keys.map((key, i) => `$${i + 3}::${key.type}[]`).join(', ')
  const isSame = columns.map((column) => `held.${column} = batch.${column}`).join(' and ')
  await tx.query(
    `insert into moved_credentials (credential_hash, cell)
     select ${hash}, $2 from ${name} as held
     join unnest(${arrays}) as batch (${columns.join(', ')}) on ${isSame}
     where held.organization_id = $1
     on conflict (credential_hash) do update set cell = excluded.cell`,
    [orgId, cell, ...keys.map((key) => rows.map((row) => row[key.name] ?? null))],
  )
}
