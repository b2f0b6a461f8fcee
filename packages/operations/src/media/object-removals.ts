import type { Sql } from '@mediajobs/db'

const ENQUEUE = `
  insert into object_removals (organization_id, key, next_attempt_at)
  select $1, key, now() + $3 * interval '1 second' from unnest($2::text[]) as key
  on conflict (organization_id, key)
  do update set attempts = 0, next_attempt_at = excluded.next_attempt_at`

/** Schedules the removal of objects by the dispatcher, after `delaySeconds` or later. */
export async function removeObjects(
  sql: Sql,
  orgId: string,
  keys: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  await sql.query(ENQUEUE, [orgId, keys, delaySeconds])
}
