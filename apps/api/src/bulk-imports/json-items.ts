import { endOfString } from '../plugins/body/json-complexity.ts'

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

// The depth of an item: inside the object of the body and inside a list.
const ITEM_DEPTH = 2
const LOOK_BYTES = 262_144

/**
 * A part of a JSON body:
 * - `item`: an item of a list that is a member of the body,
 * - `beside`: the text around the lists,
 * - `list`: the beginning of a list,
 * - `nothing`: no part for a while; lets the caller yield to other requests.
 */
export type JsonPart = { kind: 'item' | 'beside'; bytes: Buffer } | { kind: 'list' | 'nothing' }

const NONE: readonly JsonPart[] = []

/**
 * Splits the bytes of a JSON object without copying. The text around the lists includes their brackets.
 * Invalid JSON yields invalid parts.
 */
export function* partsOf(json: Buffer): Generator<JsonPart> {
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

  /** The parts that end at `byte`, which is not a space and not inside a string. */
  meet(byte: number, at: number): readonly JsonPart[] {
    const isEmpty = this.#isEmpty
    this.#isEmpty = false
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) return this.#open(byte, at)
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) return this.#close(at, isEmpty)
    if (byte !== COMMA || this.#depth !== ITEM_DEPTH || !this.#isInList) return NONE
    return [this.#part('item', at, at + 1)]
  }

  /** The last part. Of an unclosed list it lacks the bracket, so it is not JSON. */
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
