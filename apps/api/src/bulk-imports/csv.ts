import { isUtf8 } from 'node:buffer'
import {
  MAX_CSV_COLUMNS,
  MAX_CSV_ROW_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from '@mediajobs/domain'
import type { TObject } from '@sinclair/typebox'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { recordsOf, UnclosedQuote } from '../csv-records.ts'
import { HttpError } from '../errors.ts'
import { valuesAllowed } from '../json-complexity.ts'
import { Turns } from '../turns.ts'
import { valueOfCell } from './csv-cells.ts'
import { UnreadableRow } from './unreadable-row.ts'

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
const MAX_VALUES = valuesAllowed(MAX_IMPORT_BYTES)

// Spaces around a cell are dropped, spaces inside its quotes are kept.
const RECORD: Options = { trim: true, record_delimiter: '\n' }

// In place of the library's messages: it sees one row at a time, so its line numbers would be wrong.
const REASONS: Record<string, string> = {
  INVALID_OPENING_QUOTE:
    'row has a quote in a cell that does not begin with one: put the cell in quotes, and write each quote in it twice',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'row has text after the closing quote of a cell',
}

/**
 * The rows of a CSV file (RFC 4180). The header has the names of the fields, and each cell becomes a JSON
 * value. An empty cell is a field that is not given. Other requests are served in between.
 *
 * @throws {HttpError} 400 when the file is not CSV with a header, or is above a bound of imports.
 */
export async function rowsOfCsv(
  file: Buffer,
  row: TObject,
): Promise<(Record<string, unknown> | UnreadableRow)[]> {
  if (!isUtf8(file)) throw invalidFile('body is not UTF-8')
  if (file.includes(0)) throw invalidFile('body has a character that cannot be stored')
  try {
    return await rowsOf(withoutMark(file), row)
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    throw invalidFile('body is not valid CSV: a quote is opened and never closed')
  }
}

async function rowsOf(file: Buffer, row: TObject) {
  const turns = new Turns()
  const rows: (Record<string, unknown> | UnreadableRow)[] = []
  let columns: readonly string[] | undefined
  let valuesLeft = MAX_VALUES
  for (const record of recordsOf(file)) {
    await turns.pass()
    if (!record) continue
    if (!columns) {
      columns = columnsOf(record)
      continue
    }
    const cells = cellsOf(record, columns.length)
    if (cells instanceof UnreadableRow) {
      rows.push(cells)
    } else {
      const { fields, values } = fieldsOf(cells, columns, row, valuesLeft)
      valuesLeft -= values
      rows.push(fields)
    }
    if (valuesLeft < 0) throw tooComplex()
    // One row above the bound is enough: the validation that follows refuses the body.
    if (rows.length > MAX_IMPORT_ROWS) break
  }
  return rows
}

function columnsOf(header: Buffer): string[] {
  const columns = cellsOf(header)
  if (columns instanceof UnreadableRow) {
    throw invalidFile(`body has a header that can't be read: ${columns.reason}`)
  }
  if (columns.length > MAX_CSV_COLUMNS) {
    throw invalidFile(`body must have at most ${MAX_CSV_COLUMNS} columns`)
  }
  const names = new Set<string>()
  for (const column of columns) {
    const name = column.trim()
    if (name === '') throw invalidFile('body has a column without a name in its header')
    if (names.has(name)) throw invalidFile(`body has the column ${name} twice in its header`)
    names.add(name)
  }
  return [...names]
}

/** The cells of a record. Their number must be `columns`, if given. */
function cellsOf(record: Buffer, columns?: number): string[] | UnreadableRow {
  if (record.length > MAX_CSV_ROW_BYTES) {
    return new UnreadableRow(`row must have at most ${MAX_CSV_ROW_BYTES} bytes`)
  }
  try {
    const [cells = []] = parse(record, RECORD) as string[][]
    if (columns === undefined || cells.length === columns) return cells
    return new UnreadableRow(`row has ${cells.length} cells, but the header has ${columns}`)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return new UnreadableRow(REASONS[error.code] ?? 'row is not valid CSV')
  }
}

function fieldsOf(
  cells: readonly string[],
  columns: readonly string[],
  row: TObject,
  maxValues: number,
) {
  let values = 0
  const fields = columns.flatMap((name, i): [string, unknown][] => {
    const cell = cells[i] ?? ''
    if (cell === '') return []
    const found = valueOfCell(cell, row.properties[name], maxValues)
    values += found.values
    return [[name, found.value]]
  })
  return { fields: Object.fromEntries(fields), values }
}

function withoutMark(file: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK
  return file.subarray(0, length).equals(BYTE_ORDER_MARK) ? file.subarray(length) : file
}

function tooComplex(): HttpError {
  return new HttpError(
    400,
    'body_too_complex',
    `body must have at most ${MAX_VALUES} items and members in the lists and the JSON of its cells`,
  )
}

function invalidFile(message: string): HttpError {
  return new HttpError(400, 'invalid_request', message)
}
