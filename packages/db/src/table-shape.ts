import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

/** The columns of a table named in `fields`. */
export function columnsOf<Of extends PgTable, Fields extends object>(
  table: Of,
  fields: Fields,
): Pick<Of['_']['columns'], keyof Fields & keyof Of['_']['columns']> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in fields)
  return Object.fromEntries(columns) as ReturnType<typeof columnsOf<Of, Fields>>
}

/** The referring fields, by foreign key name. */
export function fieldsOfForeignKeys(table: PgTable): ReadonlyMap<string, string> {
  const fields = Object.entries(getTableColumns(table))
  return new Map(
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const last = key.reference().columns.at(-1)
      const field = fields.find(([, column]) => column === last)?.[0]
      return field === undefined ? [] : [[key.getName(), field]]
    }),
  )
}
