import type { Store } from '@mediajobs/outbox'

const GATE = 7_041

/**
 * Replaces the service's SQL function with one that waits for the gate, then calls the original. Fails without the
 * search timeout.
 */
export const GATED = `
  alter function words_query(uuid, text[]) rename to ungated_words_query;
  create function words_query(organization uuid, words text[]) returns tsquery
  language plpgsql immutable as $$
  begin
    if current_setting('statement_timeout') = '8s' then raise 'a usual time limit'; end if;
    perform pg_advisory_xact_lock_shared(${GATE});
    return ungated_words_query(organization, words);
  end $$`

const WAITING = `
  select count(*)::int as waiting from pg_locks
  where locktype = 'advisory' and objid = ${GATE} and not granted`

/** The number of searches waiting at the gate. */
export async function searchesAtGate(store: Store): Promise<number> {
  const { rows } = await store.database.pool.query<{ waiting: number }>(WAITING)
  return rows[0]?.waiting ?? 0
}

/** Runs `work` while all searches wait at the gate. */
export async function withGate(store: Store, work: () => Promise<void>): Promise<void> {
  const gate = await store.database.pool.connect()
  try {
    await gate.query(`select pg_advisory_lock(${GATE})`)
    await work()
  } finally {
    await gate.query(`select pg_advisory_unlock(${GATE})`)
    gate.release()
  }
}
