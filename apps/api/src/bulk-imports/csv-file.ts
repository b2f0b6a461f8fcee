import { isUtf8 } from 'node:buffer'
import { MAX_CSV_COLUMNS, MAX_CSV_ROW_BYTES, MAX_IMPORT_ROWS } from '@mediajobs/domain'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { invalidBody } from '../vocabulary/errors.ts'
import { recordsOf } from './csv-records.ts'
import { Turns } from './turns.ts'

/** A CSV file whose header is within the bounds of an import. */
export interface CsvFile {
  /** The first record, byte for byte, with the byte order mark if there is one. */
  header: Buffer
  columns: readonly string[]
  /** The records below the header, byte for byte. Read their cells with {@link cellsOf}. */
  rows: AsyncGenerator<Buffer>
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

// Spaces around a cell are dropped, spaces inside its quotes are kept.
const RECORD: Options = { trim: true, record_delimiter: '\n' }

// The library's messages have line numbers, which are wrong because it parses one row at a time.
const REASONS: Record<string, string> = {
  INVALID_OPENING_QUOTE:
    'row has a quote in a cell that does not begin with one: put the cell in quotes, and write each quote in it twice',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'row has text after the closing quote of a cell',
}

/**
 * Reads a CSV file (RFC 4180) with a header. Yields to other requests between rows.
 *
 * @throws {HttpError} 400 when the file is not CSV with a header, or exceeds a bound of imports; from `rows` too.
 */
export async function readCsv(file: Buffer): Promise<CsvFile | null> {
  if (!isUtf8(file)) throw invalidBody('wrong_format', 'body is not UTF-8')
  if (file.includes(0))
    throw invalidBody('wrong_format', 'body has a character that cannot be stored')
  const rows = recordsInTurns(file)
  const { value: header } = await rows.next()
  return header ? { header, columns: columnsOf(withoutMark(header)), rows } : null
}

async function* recordsInTurns(file: Buffer): AsyncGenerator<Buffer, undefined> {
  const turns = new Turns()
  let records = 0
  for (const record of recordsOf(file)) {
    await turns.pass()
    if (!record) continue
    // One more than the rows: the header.
    if (records++ > MAX_IMPORT_ROWS) {
      throw invalidBody('too_many_items', `body must have at most ${MAX_IMPORT_ROWS} rows`)
    }
    yield record
  }
}

function columnsOf(header: Buffer): string[] {
  const columns = cellsOf(header)
  if (typeof columns === 'string') {
    throw invalidBody('wrong_format', `body has a header that can't be read: ${columns}`)
  }
  if (columns.length > MAX_CSV_COLUMNS) {
    throw invalidBody('too_many_items', `body must have at most ${MAX_CSV_COLUMNS} columns`)
  }
  const names = new Set<string>()
  for (const column of columns) {
    const name = column.trim()
    if (name === '') throw invalidBody('required', 'body has a column without a name in its header')
    if (names.has(name))
      throw invalidBody('not_unique', `body has the column ${name} twice in its header`)
    names.add(name)
  }
  return [...names]
}

/** The cells of a record, or the reason for refusing it. There must be `columns` of them, if given. */
export function cellsOf(record: Buffer, columns?: number): string[] | string {
  if (record.length > MAX_CSV_ROW_BYTES) return `row must have at most ${MAX_CSV_ROW_BYTES} bytes`
  try {
    const [cells = []] = parse(record, RECORD) as string[][]
    if (columns === undefined || cells.length === columns) return cells
    return `row has ${cells.length} cells, but the header has ${columns}`
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return REASONS[error.code] ?? 'row is not valid CSV'
  }
}

function withoutMark(header: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK
  return header.subarray(0, length).equals(BYTE_ORDER_MARK) ? header.subarray(length) : header
}
