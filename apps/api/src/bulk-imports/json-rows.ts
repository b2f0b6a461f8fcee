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
// The body and its list.
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
    `body must have at most ${MAX_AROUND_ROWS_BYTES} bytes outside its rows`,
  )
}

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

// Inside the body's object and a list.
const ITEM_DEPTH = 2
const LOOK_BYTES = 262_144

/**
 * A part of a JSON body:
 * - `item`: an item of a top-level list,
 * - `beside`: text around the lists,
 * - `list`: the start of a list,
 * - `nothing`: no part for a while, so the caller can yield to other requests.
 */
type JsonPart = { kind: 'item' | 'beside'; bytes: Buffer } | { kind: 'list' | 'nothing' }

const NONE: readonly JsonPart[] = []

/**
 * Splits a JSON object without copying. The text around lists includes their brackets. Invalid JSON yields invalid parts.
 */
function* partsOf(json: Buffer): Generator<JsonPart> {
  const splitter = new Splitter(json)
  let looked = 0
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number
    if (byte <= SPACE) continue
    yield* splitter.meet(byte, i)
    if (byte === QUOTE) i = endOfString(json, i)
    if (i - looked > LOOK_BYTES) {
      looked = i
      yield { kind: 'nothing' }
    }
  }
  yield splitter.rest()
}

class Splitter {
  readonly #json: Buffer
  #depth = 0
  /** Where the next part begins. */
  #start = 0
  #isObject = false
  #isInList = false
  /** Only whitespace since the opening bracket of the list. */
  #isEmpty = false

  constructor(json: Buffer) {
    this.#json = json
  }

  /** The parts that end at `byte`, which is outside strings and not a space. */
  meet(byte: number, at: number): readonly JsonPart[] {
    const isEmpty = this.#isEmpty
    this.#isEmpty = false
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) return this.#open(byte, at)
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) return this.#close(at, isEmpty)
    if (byte !== COMMA || this.#depth !== ITEM_DEPTH || !this.#isInList) return NONE
    return [this.#part('item', at, at + 1)]
  }

  /** The last part. An unclosed list lacks its bracket, so it won't parse. */
  rest(): JsonPart {
    return this.#part(this.#isInList ? 'item' : 'beside', this.#json.length, this.#json.length)
  }

  #open(byte: number, at: number): readonly JsonPart[] {
    this.#depth++
    if (this.#depth === 1) this.#isObject = byte === OPEN_OBJECT
    const opensList = this.#depth === ITEM_DEPTH && this.#isObject && byte === OPEN_LIST
    if (!opensList) return NONE
    this.#isInList = true
    this.#isEmpty = true
    return [this.#part('beside', at + 1, at + 1), { kind: 'list' }]
  }

  #close(at: number, isEmpty: boolean): readonly JsonPart[] {
    this.#depth--
    if (this.#depth !== ITEM_DEPTH - 1 || !this.#isInList) return NONE
    this.#isInList = false
    const last = this.#part('item', at, at)
    return isEmpty ? NONE : [last]
  }

  #part(kind: 'item' | 'beside', end: number, next: number): JsonPart {
    const bytes = this.#json.subarray(this.#start, end)
    this.#start = next
    return { kind, bytes }
  }
}
