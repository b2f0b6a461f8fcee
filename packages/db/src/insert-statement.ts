import { getTableColumns, type InferInsertModel, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { selectList } from './select-list.ts'
import type { Sql, SqlValue } from './sql.ts'

/** Inserts a row and answers it as it then stands. */
export type Insert<Table extends PgTable> = (
  sql: Sql,
  record: InferInsertModel<Table>,
) => Promise<InferSelectModel<Table>>

/**
 * The INSERT of one row as a constant text, put together once: where a table is written often,
 * building the statement each time costs more than running it. Columns that have a default get it.
 */
export function insertInto<Table extends PgTable>(table: Table, name: string): Insert<Table> {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.hasDefault)
  const names = columns.map(([, column]) => `"${column.name}"`)
  const places = columns.map((_, i) => `$${i + 1}`)
  const text = `insert into ${name} (${names.join(', ')}) values (${places.join(', ')})
    returning ${selectList(table)}`
  return async (sql, record) => {
    const given = record as Record<string, unknown>
    const values = columns.map(([field, column]) => {
      const value = given[field] ?? null
      return (value === null ? null : column.mapToDriverValue(value)) as SqlValue
    })
    const [row] = await sql.query<InferSelectModel<Table>>(text, values)
    if (!row) throw new Error(`the insert into ${name} answered no row`)
    return row
  }
}
