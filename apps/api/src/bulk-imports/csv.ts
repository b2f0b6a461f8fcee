import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  MAX_CSV_COLUMNS,
  MAX_CSV_ROW_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  type RefusedField,
} from '@mediajobs/domain'
import type { ImportedFile } from '@mediajobs/operations/bulk-imports'
import type { TObject, TSchema } from '@sinclair/typebox'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { complexityOf, excessOf, faultOf, valuesAllowed } from '../plugins/body/json-body.ts'
import { Turns } from '../plugins/fair-shares/fair-shares.ts'
import { HttpError, invalidBody } from '../vocabulary/errors.ts'
import { refusedRow, UnreadableRow } from './check-rows.ts'

/** A CSV file whose header is within the bounds of an import. */
export interface CsvFile {
  /** The first record as sent, with any byte order mark. */
  header: Buffer
  columns: readonly string[]
  /** The other records as sent, for {@link cellsOf}. */
  rows: AsyncGenerator<Buffer>
  /** How many records without any value were skipped so far. */
  skipped(): number
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

// Trims cells, but not inside quotes.
const RECORD: Options = { trim: true, record_delimiter: '\n' }

// In many languages, spreadsheets export semicolons; copied cells have tabs. No import has a single column.
const OTHER_SEPARATOR = /[;\t]/

// Replaces the library's messages: their line numbers are wrong, because it parses one row at a time.
const REASONS: Record<string, string> = {
  INVALID_OPENING_QUOTE:
    'row has a quote inside an unquoted cell: quote the cell and double each quote in it',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'row has text after the closing quote of a cell',
}

/**
 * Reads a CSV file (RFC 4180) with a header; null if empty. Yields to other requests between rows.
 *
 * @throws {HttpError} 400 if the file isn't CSV with a header, or exceeds a bound of imports; also from `rows`
 */
export async function readCsv(file: Buffer): Promise<CsvFile | null> {
  if (!isUtf8(file)) throw invalidBody('wrong_format', 'body is not UTF-8')
  if (file.includes(0))
    throw invalidBody('wrong_format', 'body has a character that cannot be stored')
  let skipped = 0
  const records = recordsOf(file, () => {
    skipped += 1
  })
  const rows = recordsInTurns(records)
  const { value: header } = await rows.next()
  if (!header) return null
  return { header, columns: columnsOf(withoutMark(header)), rows, skipped: () => skipped }
}

/** The SHA-256 of a file, in hex. Yields to other requests. */
export async function sha256Of(file: Buffer): Promise<string> {
  const turns = new Turns()
  const hash = createHash('sha256')
  for (let at = 0; at < file.length; at += STEP_BYTES) {
    hash.update(file.subarray(at, at + STEP_BYTES))
    await turns.pass()
  }
  return hash.digest('hex')
}

async function* recordsInTurns(all: Iterable<Buffer | null>): AsyncGenerator<Buffer, undefined> {
  const turns = new Turns()
  let records = 0
  for (const record of all) {
    await turns.pass()
    if (!record) continue
    // Plus one for the header.
    if (records++ > MAX_IMPORT_ROWS) {
      throw invalidBody('too_many_items', `body must have at most ${MAX_IMPORT_ROWS} rows`)
    }
    yield record
  }
}

function columnsOf(header: Buffer): string[] {
  const columns = cellsOf(header)
  if (!Array.isArray(columns)) {
    throw invalidBody('wrong_format', `body has a header that can't be read: ${columns.message}`)
  }
  if (columns.length > MAX_CSV_COLUMNS) {
    throw invalidBody('too_many_items', `body must have at most ${MAX_CSV_COLUMNS} columns`)
  }
  const names = new Set<string>()
  for (const column of columns) {
    const name = column.trim()
    if (name === '') throw invalidBody('required', 'body has a column without a name in its header')
    if (names.has(name)) throw columnTwice(name)
    names.add(name)
  }
  if (names.size === 1 && OTHER_SEPARATOR.test(columns[0] ?? '')) {
    throw invalidBody(
      'wrong_format',
      'body must have commas between its cells, not semicolons or tabs',
    )
  }
  return [...names]
}

function columnTwice(name: string): HttpError {
  return invalidBody('not_unique', `body has the column ${name} twice in its header`)
}

/** Matches columns to fields, case-insensitively: spreadsheets have `Email`. */
function fieldColumns(names: readonly string[], { properties }: TObject): Column[] {
  const known = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]))
  const fields = new Set<string>()
  return names.map((each) => {
    const name = known.get(each.toLowerCase()) ?? each
    if (fields.has(name)) throw columnTwice(name)
    fields.add(name)
    return { name, schema: properties[name] }
  })
}

/** A record's cells, or the reason to refuse it: `columns`, if given, is their required number. */
function cellsOf(record: Buffer, columns?: number): string[] | RefusedField {
  if (record.length > MAX_CSV_ROW_BYTES) {
    return refusedRow('too_large', `row must have at most ${MAX_CSV_ROW_BYTES} bytes`)
  }
  try {
    const [cells = []] = parse(record, RECORD) as string[][]
    if (columns === undefined || cells.length === columns) return cells
    const message = `row has ${cells.length} cells, but the header has ${columns}`
    return refusedRow('wrong_format', message)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refusedRow('wrong_format', REASONS[error.code] ?? 'row is not valid CSV')
  }
}

function withoutMark(header: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK
  return header.subarray(0, length).equals(BYTE_ORDER_MARK) ? header.subarray(length) : header
}

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c

// A fraction of a millisecond of work.
const STEP_BYTES = 64 * 1_024

type Place = 'cell-start' | 'plain' | 'quoted' | 'after-quote' | 'record-end'

/**
 * Splits a CSV file (RFC 4180) into records, without copying, line endings or blank lines. Yields `null` every 64 KiB so
 * the caller can let other work run even within a huge record. csv-parse's stream can't replace this: `max_record_size`
 * ignores empty cells, and after skipping a record inside a quote it finds the wrong rows.
 *
 * @param onSkipped called for each record without any value, as spreadsheets write empty rows
 * @throws {HttpError} 400 at the end of the file for an unclosed quote
 */
export function* recordsOf(
  file: Buffer,
  onSkipped: () => void = () => {},
): Generator<Buffer | null> {
  let place: Place = 'record-end'
  let start = 0
  let isBlank = true
  // The first record is the header, which always counts.
  let hasValue = true
  for (let i = 0; i <= file.length; i++) {
    if (i % STEP_BYTES === STEP_BYTES - 1) yield null
    // The end of the file ends its last record.
    const byte = file[i] ?? LINE_FEED
    const before = place
    place = nextPlace(before, byte)
    if (place !== 'record-end') {
      isBlank &&= byte === SPACE || byte === TAB
      hasValue ||= isOfValue(byte, before)
      continue
    }
    if (!isBlank) {
      if (hasValue) yield file.subarray(start, i)
      else onSkipped()
      hasValue = false
    }
    start = i + 1
    isBlank = true
  }
  if (place === 'quoted') throw unclosedQuote()
}

/** Whether a byte belongs to a value: not a separator, a quote around a cell, or a space outside quotes. */
function isOfValue(byte: number, before: Place): boolean {
  if (byte === QUOTE) return before === 'after-quote'
  const isFiller = byte === COMMA || byte === SPACE || byte === TAB
  return !isFiller || before === 'quoted'
}

function nextPlace(place: Place, byte: number): Place {
  if (place === 'quoted') return byte === QUOTE ? 'after-quote' : 'quoted'
  if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return 'record-end'
  if (byte === COMMA) return 'cell-start'
  // Includes the second quote of an escaped pair.
  if (byte === QUOTE && place !== 'plain') return 'quoted'
  const isBefore = place === 'cell-start' || place === 'record-end'
  if (isBefore && (byte === SPACE || byte === TAB)) return 'cell-start'
  return place === 'after-quote' ? place : 'plain'
}

function unclosedQuote(): HttpError {
  return invalidBody('wrong_format', 'body is not valid CSV: a quote is never closed')
}

const MAX_VALUES = valuesAllowed(MAX_IMPORT_BYTES)

/**
 * A CSV file's rows as JSON objects, without empty rows. Empty cells are absent fields. Yields to
 * other requests.
 *
 * @throws {HttpError} 400 if the file isn't CSV with a header, or exceeds a bound of imports
 */
export async function rowsOfCsv(
  file: Buffer,
  row: TObject,
): Promise<{ rows: (Record<string, unknown> | UnreadableRow)[]; file: ImportedFile }> {
  const csv = await readCsv(file)
  const rows: (Record<string, unknown> | UnreadableRow)[] = []
  const sha256 = await sha256Of(file)
  if (!csv) return { rows, file: { sha256, skipped: 0 } }
  const columns = fieldColumns(csv.columns, row)
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
  return { rows, file: { sha256, skipped: csv.skipped() } }
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
  /** How many JSON values it contains. */
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
 * Parses `cell` as its column's schema expects. List items are separated by semicolons; lists of objects are JSON with
 * at most `maxValues` values. Anything malformed stays text, which the schema refuses.
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
    // Checked as an object member, so the fault's path begins with the field's name.
    const member = `{${JSON.stringify(name)}:${cell}}`
    return { value, values, fault: faultOf({ [name]: value }, member, values + 1) }
  } catch {
    return { value: cell, values }
  }
}
