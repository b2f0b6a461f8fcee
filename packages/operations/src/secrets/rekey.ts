import type { Sql } from '@mediajobs/db'
import type { KeyRing } from '@mediajobs/domain'
import { countByKey, type KeyCount, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

/** The result of {@link rekeySecrets}. */
export interface Rekeyed {
  /** The number of secrets that were encrypted with the newest key. */
  rekeyed: number
  /** The number of secrets that another key still encrypts, for each of these keys. */
  left: KeyCount[]
  /** The rows of secrets that their key cannot decrypt: somebody changed or moved them by hand. */
  unreadable: string[]
}

// The rows of a batch are locked during its one UPDATE: for a few milliseconds.
const BATCH_SIZE = 500
const NOWHERE = '00000000-0000-0000-0000-000000000000'

/**
 * Encrypts every secret with the newest key of the ring. Each batch is one statement, so it can be
 * interrupted and run again at any time. A secret that is replaced meanwhile keeps its new value.
 *
 * @param onProgress is called after each batch with the number of secrets so far.
 */
export async function rekeySecrets(
  sql: Sql,
  keyRing: KeyRing,
  onProgress: (rekeyed: number) => void,
): Promise<Rekeyed> {
  await clearExpiredSecrets(sql)
  const unreadable = new Set<string>()
  let rekeyed = 0
  let before: number
  // Repeat until a pass finds nothing: a rotation may move a secret to a place that was read already.
  do {
    before = rekeyed
    for (const column of SEALED_COLUMNS) {
      for await (const count of batches(sql, keyRing, column, unreadable)) {
        rekeyed += count
        onProgress(rekeyed)
      }
    }
  } while (rekeyed > before)
  return { rekeyed, left: await countLeft(sql, keyRing), unreadable: [...unreadable] }
}

/** Deletes signing secrets whose overlap has ended (docs/contract.md#c7-rotate): they do not sign any more. */
async function clearExpiredSecrets(sql: Sql): Promise<void> {
  await sql.query(`
    update webhook_subscriptions
    set previous_secret_encrypted = null, previous_secret_until = null
    where previous_secret_until <= clock_timestamp()`)
}

interface SealedRow {
  organization_id: string
  id: string
  sealed: string
}

async function* batches(
  sql: Sql,
  keyRing: KeyRing,
  { table, column, rowOf }: SealedColumn,
  unreadable: Set<string>,
): AsyncIterable<number> {
  const olderKeys = keyRing.keyIds.slice(1)
  let last = { organization_id: NOWHERE, id: NOWHERE }
  for (;;) {
    const rows = await sql.query<SealedRow & Record<string, unknown>>(
      `select organization_id, id, ${column} as sealed from ${table}
       where (organization_id, id) > ($1, $2) and split_part(${column}, ':', 2) = any($3)
       order by organization_id, id limit ${BATCH_SIZE}`,
      [last.organization_id, last.id, olderKeys],
    )
    const end = rows.at(-1)
    if (!end) return
    last = end
    const renewed = rows.flatMap((row) => {
      const name = rowOf(row.organization_id, row.id)
      const secret = decrypted(keyRing, row.sealed, name)
      if (secret === null) unreadable.add(name)
      return secret === null ? [] : [{ ...row, resealed: keyRing.encrypt(secret, name) }]
    })
    // A secret that was replaced after the read has another text: the comparison leaves it as it is.
    const written = await sql.query(
      `update ${table} as stored set ${column} = renewed.resealed
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
         as renewed (organization_id, id, sealed, resealed)
       where stored.organization_id = renewed.organization_id and stored.id = renewed.id
         and stored.${column} = renewed.sealed
       returning 1`,
      [
        renewed.map((row) => row.organization_id),
        renewed.map((row) => row.id),
        renewed.map((row) => row.sealed),
        renewed.map((row) => row.resealed),
      ],
    )
    yield written.length
  }
}

function decrypted(keyRing: KeyRing, sealed: string, row: string): string | null {
  try {
    return keyRing.decrypt(sealed, row)
  } catch {
    return null
  }
}

async function countLeft(sql: Sql, { keyIds }: KeyRing): Promise<Rekeyed['left']> {
  return (await countByKey(sql)).filter(({ keyId }) => keyId !== keyIds[0])
}
