import type { Transaction } from '@mediajobs/db'
import { apiKeys } from '@mediajobs/db/schema'
import { sql as raw } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { type ApiKey, isApiKey, lockApiKey } from './api-key.ts'

/**
 * Revokes a key: every process refuses the next request with it. A key that is revoked twice keeps the
 * first time.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function revokeApiKey(
  tx: Transaction,
  orgId: string,
  id: string,
  isExpected?: IsExpected<ApiKey>,
): Promise<void> {
  if (isExpected) expectRecord(await lockApiKey(tx, orgId, id), isExpected)
  const revoked = await tx.orm
    .update(apiKeys)
    .set({ revokedAt: raw`coalesce(${apiKeys.revokedAt}, clock_timestamp())` })
    .where(isApiKey(orgId, id))
    .returning({ id: apiKeys.id })
  if (revoked.length === 0) throw notFound()
}
