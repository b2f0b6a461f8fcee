import type { TObject, TSchema } from '@sinclair/typebox'
import { CsvError, parse } from 'csv-parse/sync'
import { HttpError } from '../errors.ts'
import { MAX_ROWS } from './schemas.ts'

// With `fatal` it refuses what is no UTF-8; a byte order mark, which spreadsheets write, it drops.
const utf8 = new TextDecoder('utf-8', { fatal: true })
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const LIST_SEPARATOR = ';'
// JSON can name characters that no text has: see the parser of JSON bodies.
const UNSTORABLE = /\\u(0000|d[89a-f])/i

/**
 * The rows of a CSV file (RFC 4180) under the names of its header, each cell as the JSON that it
 * stands for: an empty one is a field that was not given, a list is separated by semicolons, and
 * objects are written as JSON.
 *
 * @throws {HttpError} 400 for a file that is no CSV with a header.
 */
export function rowsOfCsv(file: Buffer, row: TObject): Record<string, unknown>[] {
  const [header = [], ...records] = recordsOf(file)
  const columns = header.map((name) => name.trim())
  if (columns.includes('')) throw invalidFile('body has a column without a name in its header')
  const twice = columns.find((name, i) => columns.indexOf(name) !== i)
  if (twice !== undefined) throw invalidFile(`body has the column ${twice} twice in its header`)
  return records.map((cells) =>
    Object.fromEntries(
      columns.flatMap((name, i) => {
        const cell = cells[i]?.trim() ?? ''
        return cell === '' ? [] : [[name, meaningOf(cell, row.properties[name])]]
      }),
    ),
  )
}

function recordsOf(file: Buffer): string[][] {
  try {
    const text = utf8.decode(file)
    if (text.includes('\0')) throw invalidFile('body has a character that is no text')
    // One row more than is allowed shows that there are too many.
    return parse(text, { skip_empty_lines: true, to: MAX_ROWS + 2 })
  } catch (error) {
    if (error instanceof CsvError) {
      throw invalidFile(`body is not the CSV that is wanted: ${error.message}`)
    }
    if (error instanceof TypeError) throw invalidFile('body is not UTF-8')
    throw error
  }
}

/** What `cell` stands for; text that stands for nothing is left to the schema to refuse. */
function meaningOf(cell: string, schema: TSchema | undefined): unknown {
  const types = [schema?.type].flat()
  if (types.includes('number') || types.includes('integer')) {
    return NUMBER.test(cell) ? Number(cell) : cell
  }
  if (!types.includes('array')) return cell
  return schema?.items?.type === 'object'
    ? parsedJson(cell)
    : cell.split(LIST_SEPARATOR).map((item) => item.trim())
}

function parsedJson(cell: string): unknown {
  if (UNSTORABLE.test(cell)) return cell
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

function invalidFile(message: string): HttpError {
  return new HttpError(400, 'invalid_request', message)
}
