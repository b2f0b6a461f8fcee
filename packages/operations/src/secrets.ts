// Raw SQL: table and column names are data, and writes are batches.
import type { Sql } from '@mediajobs/db'
import { hasMoved, isFrozen } from '@mediajobs/db/schema'
import {
  type KeyRing,
  orderTokenRow,
  ownHeadersRow,
  payLinkRow,
  providerKeyRow,
  providerTokenRow,
  providerWebhookRow,
  signingSecretRow,
  tokenRow,
} from '@mediajobs/domain'
import { LEAST_ID } from './shared/turns.ts'

/** A column of encrypted secrets. */
interface SealedColumn {
  table: string
  column: string
  /** The column that names the row. Default: `id`. */
  id?: string
  /** The name of the row the secret is bound to: see `KeyRing`. */
  rowOf(organizationId: string, id: string): string
}

/** All columns encrypted with SECRETS_KEY. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_subscriptions', column: 'secret_encrypted', rowOf: signingSecretRow },
  { table: 'webhook_subscriptions', column: 'previous_secret_encrypted', rowOf: signingSecretRow },
  { table: 'webhook_subscriptions', column: 'headers_encrypted', rowOf: ownHeadersRow },
  { table: 'client_deliveries', column: 'token_encrypted', rowOf: tokenRow },
  { table: 'orders', column: 'token_encrypted', rowOf: orderTokenRow },
  { table: 'payment_accounts', column: 'secret_key_encrypted', rowOf: providerKeyRow },
  { table: 'payment_accounts', column: 'webhook_secret_encrypted', rowOf: providerWebhookRow },
  {
    table: 'payment_accounts',
    column: 'previous_webhook_secret_encrypted',
    rowOf: providerWebhookRow,
  },
  { table: 'payment_accounts', column: 'token_encrypted', rowOf: providerTokenRow },
  { table: 'pay_links', column: 'token_encrypted', id: 'invoice_id', rowOf: payLinkRow },
]

/** Secrets per key. */
interface KeyCount {
  keyId: string
  count: number
}

// No process of this cell reads a moved organization's secrets.
const isHere = (table: string) => `not ${hasMoved(`${table}.organization_id`)}`

async function countByKey(sql: Sql): Promise<KeyCount[]> {
  const columns = SEALED_COLUMNS.map(
    ({ table, column }) => `select split_part(${column}, ':', 2) as "keyId" from ${table}
      where ${column} is not null and ${isHere(table)}`,
  )
  return sql.query<{ keyId: string; count: number }>(
    `select "keyId", count(*) from (${columns.join(' union all ')}) as sealed
     group by "keyId" order by "keyId"`,
  )
}

interface SealedRow {
  organizationId: string
  id: string
  sealed: string
  /** See {@link SealedColumn.rowOf}. */
  name: string
  /** Null if undecryptable. */
  secret: string | null
}

// Rows per statement, which locks them for milliseconds only.
const BATCH_SIZE = 500

/** The secrets of a column encrypted with `keyIds`, in batches. */
async function* batches(
  sql: Sql,
  keyRing: KeyRing,
  { table, column, id = 'id', rowOf }: SealedColumn,
  keyIds: readonly string[],
): AsyncIterable<SealedRow[]> {
  let last = { organizationId: LEAST_ID, id: LEAST_ID }
  for (;;) {
    const rows = await sql.query<typeof last & { sealed: string }>(
      `select organization_id as "organizationId", ${id} as id, ${column} as sealed from ${table}
       where (organization_id, ${id}) > ($1, $2) and split_part(${column}, ':', 2) = any ($3)
         and ${isHere(table)}
       order by organization_id, ${id} limit ${BATCH_SIZE}`,
      [last.organizationId, last.id, keyIds],
    )
    const end = rows.at(-1)
    if (!end) return
    last = end
    yield rows.map((row) => {
      const name = rowOf(row.organizationId, row.id)
      return { ...row, name, secret: decrypted(keyRing, row.sealed, name) }
    })
  }
}

function decrypted(keyRing: KeyRing, sealed: string, row: string): string | null {
  try {
    return keyRing.decrypt(sealed, row)
  } catch {
    return null
  }
}

export interface CheckedSecrets {
  byKey: KeyCount[]
  decrypted: number
  /** Rows that their key can't decrypt: modified manually. */
  unreadable: string[]
}

/** Counts all secrets and test-decrypts those whose key the ring has, for at most `limitMs`. Read-only. */
export async function checkSecrets(
  sql: Sql,
  keyRing: KeyRing,
  limitMs: number,
): Promise<CheckedSecrets> {
  const endMs = performance.now() + limitMs
  const result: CheckedSecrets = { byKey: await countByKey(sql), decrypted: 0, unreadable: [] }
  for (const column of SEALED_COLUMNS) {
    for await (const rows of batches(sql, keyRing, column, keyRing.keyIds)) {
      for (const { name, secret } of rows) {
        if (secret === null) result.unreadable.push(name)
        else result.decrypted += 1
      }
      if (performance.now() > endMs) return result
    }
  }
  return result
}

export interface Rekeyed {
  rekeyed: number
  /** Secrets still encrypted with other keys. */
  left: KeyCount[]
  /** Rows that their key can't decrypt: modified manually. */
  unreadable: string[]
}

/**
 * Re-encrypts every secret with the newest key. Safe to interrupt and to repeat: each batch is one statement. Concurrently
 * replaced secrets keep their new value.
 *
 * @param onProgress called after each batch with the number of secrets so far
 */
export async function rekeySecrets(
  sql: Sql,
  keyRing: KeyRing,
  onProgress: (rekeyed: number) => void,
): Promise<Rekeyed> {
  const [newestKey, ...olderKeys] = keyRing.keyIds
  await clearExpiredSecrets(sql)
  const unreadable = new Set<string>()
  let rekeyed = 0
  let before: number
  // Repeats until a pass finds nothing, because a rotation may write a secret behind the scan.
  do {
    before = rekeyed
    for (const column of SEALED_COLUMNS) {
      for await (const rows of batches(sql, keyRing, column, olderKeys)) {
        for (const { name, secret } of rows) if (secret === null) unreadable.add(name)
        rekeyed += await reseal(sql, keyRing, column, rows)
        onProgress(rekeyed)
      }
    }
  } while (rekeyed > before)
  const left = (await countByKey(sql)).filter(({ keyId }) => keyId !== newestKey)
  return { rekeyed, left, unreadable: [...unreadable] }
}

/** Deletes signing secrets whose overlap has ended (docs/contract.md#c7-rotate). */
async function clearExpiredSecrets(sql: Sql): Promise<void> {
  await sql.query(`
    update webhook_subscriptions
    set previous_secret_encrypted = null, previous_secret_until = null
    where previous_secret_until <= clock_timestamp()
      and not ${isFrozen('webhook_subscriptions.organization_id')}`)
}

/** @returns the number of rows written */
async function reseal(
  sql: Sql,
  keyRing: KeyRing,
  { table, column, id = 'id' }: SealedColumn,
  rows: readonly SealedRow[],
): Promise<number> {
  const renewed = rows.flatMap(({ secret, ...row }) =>
    secret === null ? [] : [{ ...row, resealed: keyRing.encrypt(secret, row.name) }],
  )
  // Compare-and-set: skips secrets replaced since the read. Those of an arriving organization must equal the other cell's.
  const written = await sql.query(
    `update ${table} as stored set ${column} = renewed.resealed
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
       as renewed (organization_id, id, sealed, resealed)
     where stored.organization_id = renewed.organization_id and stored.${id} = renewed.id
       and stored.${column} = renewed.sealed
       and not ${isFrozen('stored.organization_id')}
     returning 1`,
    [
      renewed.map((row) => row.organizationId),
      renewed.map((row) => row.id),
      renewed.map((row) => row.sealed),
      renewed.map((row) => row.resealed),
    ],
  )
  return written.length
}
