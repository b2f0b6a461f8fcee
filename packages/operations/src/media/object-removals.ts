// Raw SQL: a batch.
import type { Sql } from '@mediajobs/db'
import { markedKey } from '@mediajobs/domain'
import { derivativeKeys, type PreviewRow } from '../previews.ts'

const ENQUEUE = `
  insert into object_removals (organization_id, key, next_attempt_at)
  select $1, key, now() + $3 * interval '1 second' from unnest($2::text[]) as key
  on conflict (organization_id, key)
  do update set attempts = 0, next_attempt_at = excluded.next_attempt_at`

/** Schedules objects for removal by the dispatcher, not before `delaySeconds`. */
export async function removeObjects(
  sql: Sql,
  orgId: string,
  keys: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  await sql.query(ENQUEUE, [orgId, keys, delaySeconds])
}

// A running media process may still put objects.
export const UNDER_WAY_SECONDS = 300

/** The columns that name a preview's objects. */
export type RemovedPreview = Pick<PreviewRow, 'state' | 'keySecret' | 'markSecret'>

/** Schedules the derivatives of media for removal, except the key `kept`. */
export async function removeDerivatives(
  sql: Sql,
  orgId: string,
  previews: readonly RemovedPreview[],
  kept: string | null = null,
): Promise<void> {
  const keysOf = (rows: typeof previews) =>
    rows.flatMap(({ keySecret }) => derivativeKeys(orgId, keySecret)).filter((key) => key !== kept)
  const pending = keysOf(previews.filter(({ state }) => state === 'PENDING'))
  // NONE: no derivatives.
  const made = keysOf(previews.filter(({ state }) => state === 'READY' || state === 'REFUSED'))
  const marked = previews.flatMap(({ markSecret }) =>
    markSecret ? [markedKey(orgId, markSecret)] : [],
  )
  pending.push(...marked)
  if (pending.length > 0) await removeObjects(sql, orgId, pending, UNDER_WAY_SECONDS)
  if (made.length > 0) await removeObjects(sql, orgId, made)
}
