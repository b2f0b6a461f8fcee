import type { Sql } from '@mediajobs/db'

const TABLES = `
  select c.oid::regclass::text as name from pg_class as c
  where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`

// pg-boss's internal tables.
const OF_THE_QUEUE = /^pgboss\.(?!job$)/

/** Every table of the service and its queue, from the catalog, so new ones are included. */
async function everyTable(sql: Sql): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(TABLES)
  return tables.map(({ name }) => name)
}

/** Rows that contain one of these texts, by table; without zeros. */
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

/** Count and checksum of rows that contain none of these texts, by table. */
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
