import {
  MAX_AROUND_ROWS_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_JSON_ROW_BYTES,
} from '@mediajobs/domain'
import { decode, faultOf, parse, refuseComplex } from '../plugins/body/json-body.ts'
import { complexityOf, valuesAllowed } from '../plugins/body/json-complexity.ts'
import { type HttpError, InvalidInput, invalidBody } from '../vocabulary/errors.ts'
import { partsOf } from './json-items.ts'
import { Turns } from './turns.ts'
import { UnreadableRow } from './unreadable-row.ts'

const MAX_VALUES = valuesAllowed(MAX_IMPORT_BYTES)
// A row is inside the body and its list.
const DEPTH_OF_ROWS = 2

/**
 * Parses the JSON body of an import row by row and yields to other requests: `JSON.parse` of 16 MiB blocks them for
 * 0.1 s. Rows that are too long or can't be stored become {@link UnreadableRow}s.
 *
 * @throws {HttpError} 400 when the body is not JSON, or is above a bound of imports.
 */
export async function bodyOfImport(body: Buffer): Promise<unknown> {
  const turns = new Turns()
  const lists: unknown[][] = []
  const around: Buffer[] = []
  let aroundBytes = 0
  let valuesLeft = MAX_VALUES
  for (const part of partsOf(body)) {
    await turns.pass()
    if (part.kind === 'list') {
      // In the text around the lists, an index into `lists` stands for the items.
      around.push(Buffer.from(String(lists.length)))
      lists.push([])
    } else if (part.kind === 'beside') {
      aroundBytes += part.bytes.length
      if (aroundBytes > MAX_AROUND_ROWS_BYTES) throw tooMuchBeside()
      around.push(part.bytes)
    } else if (part.kind === 'item') {
      const list = lists.at(-1) ?? []
      // One row above the bound is enough: validation then refuses the body.
      if (list.length > MAX_IMPORT_ROWS) continue
      const values = countValues(part.bytes, valuesLeft - 1, DEPTH_OF_ROWS)
      valuesLeft -= 1 + values
      list.push(rowOf(part.bytes, values, list.length))
    }
  }
  const json = Buffer.concat(around)
  const values = countValues(json, valuesLeft)
  const text = decode(json)
  const members = parse(text)
  const fault = faultOf(members, text, values)
  if (fault !== undefined) throw new InvalidInput([fault])
  return withLists(members, lists)
}

/** @throws {HttpError} 400 when there are more than `maxValues` values, or too many levels. */
function countValues(json: Buffer, maxValues: number, outerDepth = 0): number {
  const { values, depth } = complexityOf(json, maxValues)
  const found = { values: values + MAX_VALUES - maxValues, depth: depth + outerDepth }
  refuseComplex(found, MAX_VALUES)
  return values
}

function rowOf(json: Buffer, values: number, index: number): unknown {
  if (json.length > MAX_JSON_ROW_BYTES) {
    return new UnreadableRow(`row must have at most ${MAX_JSON_ROW_BYTES} bytes`)
  }
  const text = decode(json)
  const row = parse(text, `item ${index} of its list: `)
  const fault = faultOf(row, text, values)
  return fault === undefined ? row : new UnreadableRow(fault.message)
}

/** `body` with each list of {@link bodyOfImport} in place of its index. */
function withLists(body: unknown, lists: readonly unknown[][]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const members = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) && typeof value[0] === 'number' ? lists[value[0]] : value,
  ])
  return Object.fromEntries(members)
}

function tooMuchBeside(): HttpError {
  return invalidBody(
    'too_large',
    `body must have at most ${MAX_AROUND_ROWS_BYTES} bytes beside its rows`,
  )
}
