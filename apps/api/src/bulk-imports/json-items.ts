const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

// The depth of the items: the body is an object, and one of its members is their list.
const ITEM_DEPTH = 2
const LOOK_BYTES = 262_144

/**
 * A part of a JSON body: an item of a list that is a member of the body, what stands around the lists,
 * the beginning of a list, or nothing after a while, so that the caller can serve others.
 */
export type JsonPart = { kind: 'item' | 'beside'; bytes: Buffer } | { kind: 'list' | 'nothing' }

/**
 * Splits the bytes of a JSON object, without memory. What stands around the lists has their brackets.
 * Bytes that are no JSON give parts that are no JSON.
 */
export function* partsOf(json: Buffer): Generator<JsonPart> {
  let depth = 0
  let isObject = false
  let start = 0
  let isInList = false
  let isEmpty = false
  let looked = 0
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number
    if (byte <= SPACE) continue
    const wasEmpty = isEmpty
    isEmpty = false
    if (byte === QUOTE) {
      i = endOfString(json, i)
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++
      if (depth === 1) isObject = byte === OPEN_OBJECT
      if (depth === ITEM_DEPTH && isObject && byte === OPEN_LIST) {
        yield { kind: 'beside', bytes: json.subarray(start, i + 1) }
        yield { kind: 'list' }
        start = i + 1
        isInList = true
        isEmpty = true
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--
      if (depth === ITEM_DEPTH - 1 && isInList) {
        if (!wasEmpty) yield { kind: 'item', bytes: json.subarray(start, i) }
        start = i
        isInList = false
      }
    } else if (byte === COMMA && depth === ITEM_DEPTH && isInList) {
      yield { kind: 'item', bytes: json.subarray(start, i) }
      start = i + 1
    }
    if (i - looked > LOOK_BYTES) {
      looked = i
      yield { kind: 'nothing' }
    }
  }
  // A list that is never closed leaves what stands around it without its bracket.
  yield { kind: isInList ? 'item' : 'beside', bytes: json.subarray(start) }
}

function endOfString(json: Buffer, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const byte = json[i]
    if (byte === QUOTE) return i
    if (byte === BACKSLASH) i++
  }
  return json.length
}
