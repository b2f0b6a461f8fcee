// Helpers for SQL as text (`Sql.query`).
import {
  type Column,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
} from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Sql, SqlValue } from './sql.ts'

/**
 * Returns the first row; throws if there is none, which is a bug.
 *
 * @param what names the statement in the error: `the update of a locked project`
 */
export function one<Row>(rows: readonly Row[], what: string): Row {
  const [row] = rows
  if (row === undefined) throw new Error(`${what} returned no row`)
  return row
}

/**
 * SQL: a table's columns, aliased by field: `created_at as "createdAt"`. Rows selected with it match the record
 * type.
 */
export function selectList(table: PgTable, except: readonly string[] = []): string {
  return Object.entries(getTableColumns(table))
    .filter(([field]) => !except.includes(field))
    .map(([field, column]) => `"${column.name}" as "${field}"`)
    .join(', ')
}

// What: builds the text of an INSERT once per table.
// Why: Drizzle rebuilds it for each row, which takes longer than running it.
// Measured: text and values of a project take 1.7 µs. ADR 11 has the rate of bookings.
// To remove: replace calls with `tx.orm.insert(table).values(record).returning()`.

/** Inserts a row and returns it as stored. `undefined` means the column's default; `null` is a value. */
export type Insert<Table extends PgTable> = (
  sql: Sql,
  record: InferInsertModel<Table>,
) => Promise<InferSelectModel<Table>>

type Field = [name: string, column: Column]

interface Statement {
  text: string
  fields: readonly Field[]
}

/** The INSERT of `table`, with one text for each set of defaulted columns. */
export function insertInto<Table extends PgTable>(table: Table): Insert<Table> {
  const fields: Field[] = Object.entries(getTableColumns(table))
  const withDefault = fields.filter(([, column]) => column.hasDefault)
  const statements = new Map<number, Statement>()

  function statementFor(record: Record<string, unknown>): Statement {
    // A bitmask of the defaulted columns: cheaper as a key than a string.
    let omitted = 0
    let bit = 1
    for (const [name] of withDefault) {
      if (record[name] === undefined) omitted += bit
      bit *= 2
    }
    let statement = statements.get(omitted)
    if (!statement) {
      const isWritten = (field: Field) =>
        !withDefault.includes(field) || record[field[0]] !== undefined
      statement = statementOf(table, fields.filter(isWritten))
      statements.set(omitted, statement)
    }
    return statement
  }

  return async (sql, record) => {
    const { text, fields } = statementFor(record)
    const values = fields.map(([name, column]) =>
      driverValue(column, record[name as keyof typeof record]),
    )
    const rows = await sql.query<InferSelectModel<Table>>(text, values)
    return one(rows, `the insert into ${getTableName(table)}`)
  }
}

function statementOf(table: PgTable, fields: readonly Field[]): Statement {
  const names = fields.map(([, column]) => `"${column.name}"`)
  const places = fields.map((_, i) => `$${i + 1}`)
  const text = `insert into "${getTableName(table)}" (${names.join(', ')}) values (${places.join(', ')})
    returning ${selectList(table)}`
  return { text, fields }
}

function driverValue(column: Column, value: unknown): SqlValue {
  return (value === undefined || value === null ? null : column.mapToDriverValue(value)) as SqlValue
}

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
