import type pg from 'pg'
import type { InstallationSize } from './size.ts'

const MARK = `
  create table bench.filled as select $1::integer as projects, $2::integer as "logRows", $3::timestamptz as at`
const SIZES = `
  select coalesce(parent.relname, own.relname) as table, sum(own.reltuples)::bigint::text as rows,
    round(sum(pg_table_size(own.oid)) / 1e9, 3)::text as "tableGb",
    round(sum(pg_indexes_size(own.oid)) / 1e9, 3)::text as "indexesGb"
  from pg_class as own
    left join pg_inherits as member on member.inhrelid = own.oid
    left join pg_class as parent on parent.oid = member.inhparent
  where own.relkind = 'r' and own.relnamespace = 'public'::regnamespace
  group by 1 having sum(own.reltuples) > 1000 order by sum(pg_total_relation_size(own.oid)) desc`

/** Says in the database that the fill has ended. */
export async function markFilled(
  client: pg.Client,
  size: InstallationSize,
  at: string,
): Promise<void> {
  await client.query(MARK, [size.projects, size.logRows, at])
}

/** @throws {Error} when the database was not filled to its end, or with another size. */
export async function checkFilled(
  client: pg.Client,
  { projects }: InstallationSize,
): Promise<void> {
  const { rows: found } = await client.query(
    `select from pg_tables where schemaname = 'bench' and tablename = 'filled'`,
  )
  if (found.length === 0) {
    throw new Error(
      'The data folder was not filled to its end. Remove it, and run the benchmark again.',
    )
  }
  const { rows } = await client.query<{ projects: number }>('select projects from bench.filled')
  if (Number(rows[0]?.projects) === projects) return
  throw new Error(
    `The data folder has ${rows[0]?.projects} projects: run with --projects ${rows[0]?.projects}, or with another folder.`,
  )
}

/** The rows and the gigabytes of each large table. */
export async function sizesOf(client: pg.Client): Promise<object[]> {
  return (await client.query(SIZES)).rows
}
