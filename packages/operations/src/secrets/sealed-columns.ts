import type { Sql } from '@mediajobs/db'
import { tokenRow } from '../client-deliveries/create-delivery.ts'
import { ownHeadersRow } from '../webhooks/own-headers.ts'
import { signingSecretRow } from '../webhooks/signing-secret.ts'

/** A column of encrypted secrets. */
export interface SealedColumn {
  table: string
  column: string
  /** The name of the row to which a secret is bound: see `KeyRing`. */
  rowOf(organizationId: string, id: string): string
}

/** All columns that SECRETS_KEY encrypts. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_subscriptions', column: 'secret_encrypted', rowOf: signingSecretRow },
  { table: 'webhook_subscriptions', column: 'previous_secret_encrypted', rowOf: signingSecretRow },
  { table: 'webhook_subscriptions', column: 'headers_encrypted', rowOf: ownHeadersRow },
  { table: 'client_deliveries', column: 'token_encrypted', rowOf: tokenRow },
]

/** How many secrets a key encrypts. */
export interface KeyCount {
  keyId: string
  count: number
}

/** The number of secrets under each key that encrypts one. */
export async function countByKey(sql: Sql): Promise<KeyCount[]> {
  const columns = SEALED_COLUMNS.map(
    ({ table, column }) => `select split_part(${column}, ':', 2) as "keyId" from ${table}
      where ${column} is not null`,
  )
  return sql.query<{ keyId: string; count: number }>(
    `select "keyId", count(*) from (${columns.join(' union all ')}) as sealed
     group by "keyId" order by "keyId"`,
  )
}
