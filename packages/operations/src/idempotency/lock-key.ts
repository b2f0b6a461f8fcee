import { createHash } from 'node:crypto'
import type { Transaction } from '@mediajobs/db'
import type { IdempotencyKey } from './stored-response.ts'

/**
 * Locks a key for all processes until the transaction ends. When a process dies, its locks end too.
 *
 * @returns false when another request with the key runs now.
 */
export async function lockKey(tx: Transaction, key: IdempotencyKey): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock($1) as locked',
    [lockNumber(key)],
  )
  return row?.locked ?? false
}

function lockNumber({ organizationId, credential, route, key }: IdempotencyKey): bigint {
  const text = JSON.stringify([organizationId, credential, route, key])
  return createHash('sha256').update(text).digest().readBigInt64BE()
}
