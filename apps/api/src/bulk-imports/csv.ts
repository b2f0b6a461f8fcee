import { MAX_IMPORT_BYTES, type RefusedField } from '@mediajobs/domain'
import type { TObject, TSchema } from '@sinclair/typebox'
import { complexityOf, excessOf, faultOf, valuesAllowed } from '../plugins/body/json-body.ts'
import { HttpError } from '../vocabulary/errors.ts'
import { UnreadableRow } from './check-rows.ts'
import { cellsOf, readCsv } from './csv-file.ts'

const MAX_VALUES = valuesAllowed(MAX_IMPORT_BYTES)

/**
 * The rows of a CSV file as JSON objects. Empty cells are absent fields. Yields to other requests.
 *
 * @throws {HttpError} 400 if the file isn't CSV with a header, or exceeds a bound of imports
 */
export async function rowsOfCsv(
  file: Buffer,
  row: TObject,
): Promise<(Record<string, unknown> | UnreadableRow)[]> {
  const csv = await readCsv(file)
  const rows: (Record<string, unknown> | UnreadableRow)[] = []
  if (!csv) return rows
  const columns = csv.columns.map((name) => ({ name, schema: row.properties[name] }))
  let valuesLeft = MAX_VALUES
  for await (const record of csv.rows) {
    const cells = cellsOf(record, columns.length)
    if (!Array.isArray(cells)) {
      rows.push(new UnreadableRow(cells))
      continue
    }
    const { fields, values, fault } = fieldsOf(cells, columns, valuesLeft)
    valuesLeft -= values
    if (valuesLeft < 0) throw tooComplex()
    rows.push(fault === undefined ? fields : new UnreadableRow(fault))
  }
  return rows
}

function fieldsOf(cells: readonly string[], columns: readonly Column[], maxValues: number) {
  const fields: [string, unknown][] = []
  let values = 0
  let fault: RefusedField | undefined
  for (const [i, column] of columns.entries()) {
    const cell = cells[i] ?? ''
    if (cell === '') continue
    const found = valueOfCell(cell, column, maxValues)
    values += found.values
    fault ??= found.fault
    fields.push([column.name, found.value])
  }
  return { fields: Object.fromEntries(fields), values, fault }
}

function tooComplex(): HttpError {
  return new HttpError(
    400,
    'body_too_complex',
    `body must have at most ${MAX_VALUES} items and members in the lists and the JSON of its cells`,
  ).at('', 'too_large')
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const BOOLEANS = new Set(['true', 'false'])
const LIST_SEPARATOR = ';'

interface CellValue {
  value: unknown
  /** JSON values inside. */
  values: number
  /** The reason to refuse the row. */
  fault?: RefusedField | undefined
}

interface Column {
  name: string
  /** Absent for unknown fields. */
  schema: TSchema | undefined
}

/**
 * The value of `cell` by its schema. Lists are separated by semicolons; lists of objects are JSON with at most
 * `maxValues` values. Anything malformed stays text, which the schema refuses.
 */
function valueOfCell(cell: string, { name, schema }: Column, maxValues: number): CellValue {
  const types = [schema?.type].flat()
  if (types.includes('number') || types.includes('integer')) {
    return { value: NUMBER.test(cell) ? Number(cell) : cell, values: 0 }
  }
  if (types.includes('boolean') && BOOLEANS.has(cell)) return { value: cell === 'true', values: 0 }
  if (!types.includes('array')) return { value: cell, values: 0 }
  if (schema?.items?.type === 'object') return valueOfJson(cell, name, maxValues)
  const items = cell.split(LIST_SEPARATOR).map((item) => item.trim())
  return { value: items, values: items.length }
}

function valueOfJson(cell: string, name: string, maxValues: number): CellValue {
  const complexity = complexityOf(Buffer.from(cell), maxValues)
  const { values } = complexity
  if (excessOf(complexity, maxValues)) return { value: cell, values }
  try {
    const value: unknown = JSON.parse(cell)
    // As a member, so the path in the fault begins with its name.
    const member = `{${JSON.stringify(name)}:${cell}}`
    return { value, values, fault: faultOf({ [name]: value }, member, values + 1) }
  } catch {
    return { value: cell, values }
  }
}
