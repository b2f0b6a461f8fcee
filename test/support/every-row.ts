import type { Sql } from '@mediajobs/db'

const TABLES = `
  select c.oid::regclass::text as name from pg_class as c
  where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`

// What pg-boss notes of its own work; the jobs are not among it.
const OF_THE_QUEUE = /^pgboss\.(?!job$)/

/** Every table of the service and of its queue; a new one is among them by being there. */
async function everyTable(sql: Sql): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(TABLES)
  return tables.map(({ name }) => name)
}

/** Of every table that has any: how many rows have one of these texts anywhere in them. */
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

/** Of every table: how many rows have none of these texts in them, and a checksum of all of those. */
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
