import { MAX_IMPORT_BYTES } from '@mediajobs/domain'
import type { TObject } from '@sinclair/typebox'
import { valuesAllowed } from '../plugins/body/json-complexity.ts'
import { HttpError } from '../vocabulary/errors.ts'
import { type Column, valueOfCell } from './csv-cells.ts'
import { cellsOf, readCsv } from './csv-file.ts'
import { UnreadableRow } from './unreadable-row.ts'

const MAX_VALUES = valuesAllowed(MAX_IMPORT_BYTES)

/**
 * The rows of a CSV file, each cell as a JSON value. The header names the fields; an empty cell is an absent field.
 * Yields to other requests.
 *
 * @throws {HttpError} 400 when the file is not CSV with a header, or is above a bound of imports.
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
    if (typeof cells === 'string') {
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
  let fault: string | undefined
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
