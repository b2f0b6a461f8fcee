import {
  MAX_AROUND_ROWS_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_JSON_ROW_BYTES,
} from '@mediajobs/domain'
import {
  complexityOf,
  decode,
  endOfString,
  faultOf,
  parse,
  refuseComplex,
  valuesAllowed,
} from '../plugins/body/json-body.ts'
import { Turns } from '../plugins/fair-shares/fair-shares.ts'
import { type HttpError, InvalidInput, invalidBody } from '../vocabulary/errors.ts'
import { refusedRow, UnreadableRow } from './check-rows.ts'

const MAX_VALUES = valuesAllowed(MAX_IMPORT_BYTES)
// The levels around a row: the body and its list.
const DEPTH_OF_ROWS = 2

/**
 * Parses the JSON body of an import row by row, yielding to other requests: `JSON.parse` of 16 MiB blocks for 0.1 s.
 * Rows that are too long or can't be stored become {@link UnreadableRow}s.
 *
 * @throws {HttpError} 400 if the body isn't JSON, or exceeds a bound of imports
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
      // In the surrounding text, an index into `lists` stands for the items.
      around.push(Buffer.from(String(lists.length)))
      lists.push([])
    } else if (part.kind === 'beside') {
      aroundBytes += part.bytes.length
      if (aroundBytes > MAX_AROUND_ROWS_BYTES) throw tooMuchBeside()
      around.push(part.bytes)
    } else if (part.kind === 'item') {
      const list = lists.at(-1) ?? []
      // One row above the bound is enough for validation to refuse the body.
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

/** @throws {HttpError} 400 for more than `maxValues` values, or too many levels */
function countValues(json: Buffer, maxValues: number, outerDepth = 0): number {
  const { values, depth } = complexityOf(json, maxValues)
  const found = { values: values + MAX_VALUES - maxValues, depth: depth + outerDepth }
  refuseComplex(found, MAX_VALUES)
  return values
}

function rowOf(json: Buffer, values: number, index: number): unknown {
  if (json.length > MAX_JSON_ROW_BYTES) {
    return new UnreadableRow(
      refusedRow('too_large', `row must have at most ${MAX_JSON_ROW_BYTES} bytes`),
    )
  }
  const text = decode(json)
  const row = parse(text, `item ${index} of its list: `)
  const fault = faultOf(row, text, values)
  return fault === undefined ? row : new UnreadableRow(fault)
}

/** `body` with each index of {@link bodyOfImport} replaced by its list. */
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
    `body must have at most ${MAX_AROUND_ROWS_BYTES} bytes outside its rows`,
  )
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const PAUSE_EVERY_BYTES = 262_144

/**
 * A part of a JSON body:
 * - `item`: an item of a top-level list,
 * - `beside`: text around the lists, with their brackets,
 * - `list`: the start of a list,
 * - `pause`: no part for a while, so the caller can yield to other requests.
 */
type JsonPart = { kind: 'item' | 'beside'; bytes: Buffer } | { kind: 'list' | 'pause' }

/** Splits a JSON object without copying. Invalid JSON yields invalid parts. */
function* partsOf(json: Buffer): Generator<JsonPart> {
  const first = yield* find(json, 0, [OPEN_OBJECT, OPEN_LIST])
  const isObject = json[first] === OPEN_OBJECT
  let start = 0
  let list = isObject ? yield* find(json, first + 1, [OPEN_LIST]) : json.length
  while (list < json.length) {
    yield { kind: 'beside', bytes: json.subarray(start, list + 1) }
    yield { kind: 'list' }
    start = yield* itemsOf(json, list + 1)
    list = yield* find(json, start + 1, [OPEN_LIST])
  }
  yield { kind: 'beside', bytes: json.subarray(start) }
}

/** The items of the list whose first begins at `start`. Returns the index of its closing bracket. */
function* itemsOf(json: Buffer, start: number): Generator<JsonPart, number> {
  let from = start
  for (;;) {
    const end = yield* find(json, from, [COMMA, CLOSE_LIST, CLOSE_OBJECT])
    const bytes = json.subarray(from, end)
    const isLast = json[end] !== COMMA
    const isEmptyList = isLast && from === start && isBlank(bytes)
    if (!isEmptyList) yield { kind: 'item', bytes }
    if (isLast) return end
    from = end + 1
  }
}

/** The index of the first of `bytes` at the level of `from`, outside strings; `json.length` if there is none. */
function* find(
  json: Buffer,
  from: number,
  bytes: readonly number[],
): Generator<{ kind: 'pause' }, number> {
  let level = 0
  let pausedAt = from
  for (let i = from; i < json.length; i++) {
    const byte = json[i] as number
    if (level === 0 && bytes.includes(byte)) return i
    if (byte === QUOTE) i = endOfString(json, i)
    else level += levelsOf(byte)
    if (i - pausedAt < PAUSE_EVERY_BYTES) continue
    pausedAt = i
    yield { kind: 'pause' }
  }
  return json.length
}

/** How a byte changes the nesting level: 1, -1 or 0. */
function levelsOf(byte: number): number {
  if (byte === OPEN_LIST || byte === OPEN_OBJECT) return 1
  return byte === CLOSE_LIST || byte === CLOSE_OBJECT ? -1 : 0
}

function isBlank(bytes: Buffer): boolean {
  return !/[^ \t\r\n]/.test(bytes.toString('latin1'))
}
