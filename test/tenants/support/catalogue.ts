import type { Sql } from '@mediajobs/db'

/** A table from PostgreSQL's catalog; partitions are excluded. */
interface Table {
  name: string
  columns: string[]
  /** In the key's order. */
  primaryKey: string[]
}

export interface ForeignKey {
  name: string
  table: string
  columns: string[]
  referenced: string
  referencedColumns: string[]
}

interface UniqueIndex {
  name: string
  table: string
  /** First column; null for an expression. */
  first: string | null
}

const TENANT = 'organization_id'

const TABLES = `
  select c.relname as name,
    array_agg(a.attname::text order by a.attnum) as columns,
    coalesce((
      select array_agg(k.attname::text order by array_position(p.conkey, k.attnum))
      from pg_constraint as p
      join pg_attribute as k on k.attrelid = p.conrelid and k.attnum = any(p.conkey)
      where p.conrelid = c.oid and p.contype = 'p'
    ), '{}') as "primaryKey"
  from pg_class as c
  join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  group by c.oid, c.relname
  order by c.relname`

// A partition's foreign keys copy those of its table.
const FOREIGN_KEYS = `
  select f.conname as name, c.relname as "table", r.relname as referenced,
    (select array_agg(a.attname::text order by array_position(f.conkey, a.attnum))
      from pg_attribute as a
      where a.attrelid = f.conrelid and a.attnum = any(f.conkey)) as columns,
    (select array_agg(a.attname::text order by array_position(f.confkey, a.attnum))
      from pg_attribute as a
      where a.attrelid = f.confrelid and a.attnum = any(f.confkey)) as "referencedColumns"
  from pg_constraint as f
  join pg_class as c on c.oid = f.conrelid
  join pg_class as r on r.oid = f.confrelid
  where f.contype = 'f' and f.conparentid = 0 and c.relnamespace = 'public'::regnamespace
  order by c.relname, f.conname`

const UNIQUE_INDEXES = `
  select i.relname as name, c.relname as "table", a.attname as first
  from pg_index as x
  join pg_class as i on i.oid = x.indexrelid
  join pg_class as c on c.oid = x.indrelid
  left join pg_attribute as a on a.attrelid = c.oid and a.attnum = x.indkey[0] and a.attnum > 0
  where x.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
  order by c.relname, i.relname`

export interface Catalogue {
  tables: Table[]
  /** Tables with an `organization_id`. */
  tenantTables: Table[]
  foreignKeys: ForeignKey[]
  /** From one tenant table to another. */
  tenantForeignKeys: ForeignKey[]
  uniqueIndexes: UniqueIndex[]
}

export async function readCatalogue({ query }: Sql): Promise<Catalogue> {
  const [tables, foreignKeys, uniqueIndexes] = (await Promise.all([
    query(TABLES),
    query(FOREIGN_KEYS),
    query(UNIQUE_INDEXES),
  ])) as [Table[], ForeignKey[], UniqueIndex[]]
  const tenantTables = tables.filter(({ columns }) => columns.includes(TENANT))
  const names = tenantTables.map(({ name }) => name)
  const tenantForeignKeys = foreignKeys.filter(
    ({ table, referenced }) => names.includes(table) && names.includes(referenced),
  )
  return { tables, tenantTables, foreignKeys, tenantForeignKeys, uniqueIndexes }
}
