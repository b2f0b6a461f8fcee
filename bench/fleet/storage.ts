import type { Database } from './database.ts'

/** Bytes of the database, with indexes, by the group of the tables. */
export interface Storage {
  groups: Record<string, number>
  /** Bytes of write-ahead log since the beginning of the database. */
  wal: number
}

// The log is dropped after its retention. Projects and media stay.
const GROUPS: readonly [pattern: RegExp, group: string][] = [
  [/^(events|webhook_)/, 'event log'],
  [/^api_/, 'request log'],
  [/^(project|customer|media|client_deliver|revision|bulk_import)/, 'projects and media'],
  [/^idempotency/, 'idempotency keys'],
  [/^(job|pgboss)/, 'queue'],
]

const SIZES = `
  select coalesce(root.relname, relation.relname) as name,
    sum(pg_total_relation_size(relation.oid))::float8 as bytes
  from pg_class as relation
  join pg_namespace as namespace on namespace.oid = relation.relnamespace
  left join pg_class as root on root.oid = pg_partition_root(relation.oid)
  where relation.relkind in ('r', 'm') and namespace.nspname not in ('pg_catalog', 'information_schema')
    and namespace.nspname not like 'pg_toast%'
  group by 1`
const WAL = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`

export async function measureStorage(database: Database): Promise<Storage> {
  const { rows } = await database.use((client) =>
    client.query<{ name: string; bytes: number }>(SIZES),
  )
  const groups: Record<string, number> = {}
  for (const { name, bytes } of rows) {
    const group = GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
    groups[group] = (groups[group] ?? 0) + bytes
  }
  const { wal } = await database.row<{ wal: number }>(WAL)
  return { groups, wal }
}

export function storageBetween(before: Storage, after: Storage): Storage {
  const groups = Object.keys(after.groups).map(
    (group) => [group, (after.groups[group] ?? 0) - (before.groups[group] ?? 0)] as const,
  )
  return { groups: Object.fromEntries(groups), wal: after.wal - before.wal }
}
