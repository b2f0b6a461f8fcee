import type { Sql } from '@mediajobs/db'

const FUNCTIONS = `
  select pg_get_functiondef(oid) as definition from pg_proc
  where proname in ('uuid_v7', 'make_day_partitions')`

// Each reading of the clock, including any earlier shift to replace.
const READING = /(?:\((clock_timestamp|now)\(\) - interval '\d+ days'\)|(clock_timestamp|now)\(\))/g

/**
 * Sets back the clock for this database's ids and partitions by `daysAgo` days.
 */
export async function setClockBack(sql: Sql, daysAgo: number): Promise<void> {
  const functions = await sql.query<{ definition: string }>(FUNCTIONS)
  for (const { definition } of functions) {
    const shifted = definition.replace(READING, (_reading, again, first) => {
      return `(${again ?? first}() - interval '${daysAgo} days')`
    })
    await sql.queryOnce(shifted)
  }
}

/** Replaces all partitions with those of that time. */
export async function remakePartitions(sql: Sql): Promise<void> {
  const partitions = await sql.query<{ name: string }>(`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)`)
  await sql.queryOnce(`drop table ${partitions.map(({ name }) => name).join(', ')}`)
  await sql.query('select make_day_partitions(14)')
}
