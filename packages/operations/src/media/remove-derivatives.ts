import type { Sql } from '@mediajobs/db'
import { derivativeKeys, type PreviewRow } from '../previews.ts'
import { removeObjects } from './object-removals.ts'

// A media process that has begun a medium may put derivatives into the store until this time has passed.
const UNDER_WAY_SECONDS = 300

/**
 * Schedules the removal of the derivatives of media from the store.
 *
 * @param kept the key of a derivative that is not removed
 */
export async function removeDerivatives(
  sql: Sql,
  orgId: string,
  previews: readonly Pick<PreviewRow, 'state' | 'keySecret'>[],
  kept: string | null = null,
): Promise<void> {
  const keysOf = (rows: typeof previews) =>
    rows.flatMap(({ keySecret }) => derivativeKeys(orgId, keySecret)).filter((key) => key !== kept)
  const pending = keysOf(previews.filter(({ state }) => state === 'PENDING'))
  // A medium in the state NONE has no derivatives.
  const made = keysOf(previews.filter(({ state }) => state === 'READY' || state === 'REFUSED'))
  if (pending.length > 0) await removeObjects(sql, orgId, pending, UNDER_WAY_SECONDS)
  if (made.length > 0) await removeObjects(sql, orgId, made)
}
