import type { Sql } from '@mediajobs/db'
import { Gauge, type Registry } from 'prom-client'
import { measure, rowsInTime } from './measure.ts'

// A role sees the waits of its own connections. The processes of the service share one role, but for the media processes,
// which wait for no standby that the others do not wait for.
const COMMITS_WAITING = `
  select count(*) as value from pg_stat_activity
  where datname = current_database() and wait_event = 'SyncRep'`

// `move_…` are the slots of `admin move-organization`; its name has the organization's id, and no label should.
// A standby has no WAL position to compare with. The dispatcher is then on its way to the primary.
const WAL_KEPT = `
  select case when slot_name like 'move\\_%' or slot_name like 'pg\\_%\\_sync\\_%' then 'move' else 'other' end as slots,
    max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::float8 as bytes
  from pg_replication_slots
  where restart_lsn is not null and not pg_is_in_recovery()
  group by 1`

/** Measures what goes wrong in PostgreSQL itself and stops the service later: docs/signals.md. */
export function measureServer(registry: Registry, sql: Sql): void {
  const registers = [registry]
  new Gauge({
    name: 'database_commits_waiting',
    help: 'Commits that wait for a synchronous standby',
    registers,
    async collect() {
      this.set(await measure(sql, COMMITS_WAITING))
    },
  })
  new Gauge({
    name: 'replication_slot_wal_bytes',
    help: 'WAL that PostgreSQL keeps for the replication slot that is farthest behind: of a move, or another',
    labelNames: ['slots'],
    registers,
    async collect() {
      this.reset()
      for (const { slots, bytes } of await rowsInTime<Kept>(sql, WAL_KEPT))
        this.set({ slots }, bytes)
    },
  })
}

interface Kept {
  slots: 'move' | 'other'
  bytes: number
}
