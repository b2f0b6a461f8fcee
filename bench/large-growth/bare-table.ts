import type pg from 'pg'

const INDEXES = `
  select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' and tablename = $1 and not exists (
    select from pg_constraint where conindid = format('public.%I', indexname)::regclass
  )`
const KEYS = `
  select pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = $1::regclass and contype = 'p'`

/** Drops the indexes of a table, without those of its constraints. Returns the statements that make them again. */
export async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES, [table])
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return rows.map(({ definition }) => definition)
}

/** Gives `copy`, a table with the columns of the partitioned table, its primary key and its other indexes. */
export async function copyIndexes(client: pg.Client, table: string, copy: string): Promise<void> {
  const keys = await client.query<{ definition: string }>(KEYS, [table])
  for (const { definition } of keys.rows) {
    await client.query(`alter table "${copy}" add ${definition}`)
  }
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES, [table])
  for (const { name, definition } of rows) {
    const own = definition
      .replace(`INDEX ${name} ON`, 'INDEX ON')
      .replace(`ON ONLY public.${table} `, `ON public."${copy}" `)
    await client.query(own)
  }
}
