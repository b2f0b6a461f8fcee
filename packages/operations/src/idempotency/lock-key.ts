import { createHash } from 'node:crypto'
import type { Transaction } from '@mediajobs/db'
import type { IdempotencyKey } from './stored-response.ts'

/**
 * Reserves a key until the transaction ends, over all processes; a process that dies gives it back.
 *
 * @returns whether it was free: if not, another request with it runs at this moment.
 */
export async function lockKey(tx: Transaction, slot: IdempotencyKey): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock($1) as locked',
    [lockNumber(slot)],
  )
  return row?.locked ?? false
}

function lockNumber({ organizationId, credential, route, key }: IdempotencyKey): bigint {
  const text = JSON.stringify([organizationId, credential, route, key])
  return createHash('sha256').update(text).digest().readBigInt64BE()
}
