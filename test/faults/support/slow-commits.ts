import type { Store } from '@mediajobs/outbox'

/**
 * Makes every commit that books or moves a project take `delayMs` longer, like a slow disk, so random kills often hit a
 * commit.
 */
export async function slowCommits({ sql }: Store, delayMs: number): Promise<void> {
  await sql.queryOnce(`
    create function slow_commit() returns trigger language plpgsql
    as 'begin perform pg_sleep(${delayMs / 1_000}); return null; end'`)
  await sql.queryOnce(`
    create constraint trigger slow_commit after insert or update on projects
    deferrable initially deferred for each row execute function slow_commit()`)
}
