import type pg from 'pg'

// PostgreSQL has no CONCURRENTLY for a partitioned table. Its manual describes this way: make an index of the parent
// alone, then an index of each partition, and attach each of these to the index of the parent.
const STATEMENT =
  /^create index concurrently if not exists "(?<index>\w+)" on "(?<table>\w+)" (?<definition>using .*)$/ims
const IS_PARTITIONED = `select from pg_class where oid = to_regclass($1) and relkind = 'p'`
const NEXT_WITHOUT = `
  select partition.relname as name
  from pg_inherits as member
  join pg_class as partition on partition.oid = member.inhrelid
  where member.inhparent = to_regclass($1) and not exists (
    select from pg_index as own join pg_inherits as attached on attached.inhrelid = own.indexrelid
    where own.indrelid = partition.oid and attached.inhparent = to_regclass($2)
  )
  order by partition.relname desc
  limit 1`
const UNDEFINED_TABLE = '42P01'

/**
 * Runs `CREATE INDEX CONCURRENTLY IF NOT EXISTS "…" ON "…" USING …` on a partitioned table: partition by
 * partition, without a lock that reads or writes wait for. A later run goes on where this one was cut off.
 *
 * @param withLocks runs a statement that needs a short lock of the whole table
 * @returns false when `statement` is another one: nothing was done.
 */
export async function buildPartitionedIndex(
  client: pg.Client,
  statement: string,
  withLocks: (statement: string) => Promise<void>,
): Promise<boolean> {
  const { index, table, definition } = STATEMENT.exec(statement)?.groups ?? {}
  if (!index || !table || !definition) return false
  if ((await client.query(IS_PARTITIONED, [table])).rowCount === 0) return false
  // Partitions that are made from now on have the index.
  await withLocks(`create index if not exists "${index}" on only "${table}" ${definition}`)
  for (;;) {
    const { rows } = await client.query<{ name: string }>(NEXT_WITHOUT, [table, index])
    const [partition] = rows
    if (!partition) return true
    const own = partition.name.replace(table, index)
    try {
      // A run that was cut off may have left an invalid index.
      await client.query(`drop index concurrently if exists "${own}"`)
      await client.query(`create index concurrently "${own}" on "${partition.name}" ${definition}`)
      await withLocks(`alter index "${index}" attach partition "${own}"`)
    } catch (error) {
      // A dispatcher has dropped this partition meanwhile: it was the oldest day of the log.
      if ((error as pg.DatabaseError).code !== UNDEFINED_TABLE) throw error
    }
  }
}
