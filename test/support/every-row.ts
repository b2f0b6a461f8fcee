import type { Sql } from '@mediajobs/db'

const TABLES = `
  select c.oid::regclass::text as name from pg_class as c
  where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`

// The tables of pg-boss for its own work, without the jobs.
const OF_THE_QUEUE = /^pgboss\.(?!job$)/

/** Every table of the service and of its queue, from the catalogue, so that new ones are included. */
async function everyTable(sql: Sql): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(TABLES)
  return tables.map(({ name }) => name)
}

/** By table: how many rows contain one of these texts. A table without such rows is left out. */
export async function rowsWith(sql: Sql, ...texts: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of await everyTable(sql)) {
    const [row] = await sql.queryOnce<{ count: number }>(
      `select count(*) from ${name} as record where record::text like any ($1)`,
      [texts.map((text) => `%${text}%`)],
    )
    if (row && row.count > 0) found[name] = row.count
  }
  return found
}

/** By table: how many rows contain none of these texts, and a checksum of these rows. */
export async function othersThan(sql: Sql, ...texts: string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const name of await everyTable(sql)) {
    if (OF_THE_QUEUE.test(name)) continue
    const [row] = await sql.queryOnce(
      `select count(*), md5(string_agg(record::text, '|' order by record::text))
       from ${name} as record where not record::text like any ($1)`,
      [texts.map((text) => `%${text}%`)],
    )
    found[name] = row
  }
  return found
}
