import type { Sql } from '@mediajobs/db'
import { derivativeKeys, type PreviewRow } from '../previews/preview.ts'
import { removeObjects } from './object-removals.ts'

// For so long a media process may still be putting what it makes of a medium that it began.
const UNDER_WAY_SECONDS = 300

/**
 * Has the derivatives of media removed from the store.
 *
 * @param kept the key of one that stays
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
  // Nothing is ever made of a medium without a picture.
  const made = keysOf(previews.filter(({ state }) => state === 'READY' || state === 'REFUSED'))
  if (pending.length > 0) await removeObjects(sql, orgId, pending, UNDER_WAY_SECONDS)
  if (made.length > 0) await removeObjects(sql, orgId, made)
}
