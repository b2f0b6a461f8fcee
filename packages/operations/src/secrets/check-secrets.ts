import type { Sql } from '@mediajobs/db'
import type { KeyRing } from '@mediajobs/domain'
import { countByKey, type KeyCount, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

/** Whether the keys of a ring decrypt what is stored. */
export interface CheckedSecrets {
  /** All secrets, by their key. */
  byKey: KeyCount[]
  /** How many of them were decrypted. */
  decrypted: number
  /** The rows of secrets that their key of the ring cannot decrypt: somebody changed or moved them by hand. */
  unreadable: string[]
}

const BATCH_SIZE = 500
const NOWHERE = '00000000-0000-0000-0000-000000000000'

/**
 * Counts all secrets and decrypts them, column by column, until `limitMs` have passed. It changes nothing. Secrets
 * whose key the ring lacks are only counted.
 */
export async function checkSecrets(
  sql: Sql,
  keyRing: KeyRing,
  limitMs: number,
): Promise<CheckedSecrets> {
  const endMs = performance.now() + limitMs
  const result: CheckedSecrets = {
    byKey: await countByKey(sql),
    decrypted: 0,
    unreadable: [],
  }
  for (const column of SEALED_COLUMNS) {
    for await (const rows of batches(sql, keyRing, column)) {
      for (const { name, sealed } of rows) {
        if (isReadable(keyRing, sealed, name)) result.decrypted += 1
        else result.unreadable.push(name)
      }
      if (performance.now() > endMs) return result
    }
  }
  return result
}

async function* batches(sql: Sql, { keyIds }: KeyRing, { table, column, rowOf }: SealedColumn) {
  let last = { organizationId: NOWHERE, id: NOWHERE }
  for (;;) {
    const rows = await sql.query<typeof last & { sealed: string }>(
      `select organization_id as "organizationId", id, ${column} as sealed from ${table}
       where (organization_id, id) > ($1, $2) and split_part(${column}, ':', 2) = any ($3)
       order by organization_id, id limit ${BATCH_SIZE}`,
      [last.organizationId, last.id, keyIds],
    )
    const end = rows.at(-1)
    if (!end) return
    last = end
    yield rows.map(({ organizationId, id, sealed }) => ({
      name: rowOf(organizationId, id),
      sealed,
    }))
  }
}

function isReadable(keyRing: KeyRing, sealed: string, row: string): boolean {
  try {
    keyRing.decrypt(sealed, row)
    return true
  } catch {
    return false
  }
}
