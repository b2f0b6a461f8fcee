import {
  MAX_BESIDE_ROWS_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_JSON_ROW_BYTES,
} from '@mediajobs/domain'
import type { HttpError } from '../errors.ts'
import { complexityOf, valuesAllowed } from '../json-complexity.ts'
import { decode, faultOf, invalidBody, parse, refuseComplex } from '../json-text.ts'
import { Turns } from '../turns.ts'
import { partsOf } from './json-items.ts'
import { UnreadableRow } from './unreadable-row.ts'

const MAX_VALUES = valuesAllowed(MAX_IMPORT_BYTES)
// A row is inside the body and its list.
const DEPTH_OF_ROWS = 2

/**
 * The JSON body of an import. It is counted and parsed row by row, and other requests are served in
 * between: `JSON.parse` of 16 MiB would hold them up for a second. A row that is too long, or that
 * can't be stored, is an {@link UnreadableRow} in its place.
 *
 * @throws {HttpError} 400 for what is no JSON, or is more than an import may be.
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
      // Its place in `lists` stands for the list, until the text around it is parsed.
      around.push(Buffer.from(String(lists.length)))
      lists.push([])
    } else if (part.kind === 'beside') {
      aroundBytes += part.bytes.length
      if (aroundBytes > MAX_BESIDE_ROWS_BYTES) throw tooMuchBeside()
      around.push(part.bytes)
    } else if (part.kind === 'item') {
      const list = lists.at(-1) ?? []
      // One row more than is allowed shows that there are too many.
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
  if (fault !== undefined) throw invalidBody(fault)
  return withLists(members, lists)
}

/** @throws {HttpError} 400 where there are more than `maxValues`, or too many inside each other. */
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
  return fault === undefined ? row : new UnreadableRow(fault)
}

/** `body` with each list of {@link bodyOfImport} in the place of its number. */
function withLists(body: unknown, lists: readonly unknown[][]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const members = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) && typeof value[0] === 'number' ? lists[value[0]] : value,
  ])
  return Object.fromEntries(members)
}

function tooMuchBeside(): HttpError {
  return invalidBody(`body must have at most ${MAX_BESIDE_ROWS_BYTES} bytes beside its rows`)
}
