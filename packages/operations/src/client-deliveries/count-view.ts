import { clientDeliveries } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { hasLiveToken } from './delivery-row.ts'

/**
 * Counts a view of a delivery by its client.
 *
 * @throws {OperationError} `not_found` for a token that is unknown, revoked or expired.
 */
export async function countView(tx: Tx, token: string): Promise<void> {
  const now = sql`clock_timestamp()`
  const { firstViewedAt, viewCount } = clientDeliveries
  const viewed = await tx.orm
    .update(clientDeliveries)
    .set({
      firstViewedAt: sql`coalesce(${firstViewedAt}, ${now})`,
      lastViewedAt: now,
      viewCount: sql`${viewCount} + 1`,
    })
    .where(hasLiveToken(token))
    .returning({ id: clientDeliveries.id })
  if (viewed.length === 0) throw notFound().naming(token)
}
