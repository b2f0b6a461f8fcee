import { MAX_JSON_DEPTH, MAX_JSON_VALUES_PER_MIB, MIN_JSON_VALUES } from '@mediajobs/domain'

const MIB = 1_048_576

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** How a byte outside of strings changes the depth. */
const DEPTH_CHANGES = new Int8Array(256)
for (const opener of Buffer.from('[{')) DEPTH_CHANGES[opener] = 1
for (const closer of Buffer.from(']}')) DEPTH_CHANGES[closer] = -1

export interface JsonComplexity {
  /** Members of objects and items of arrays, together. */
  values: number
  /** Levels of nested objects and arrays. */
  depth: number
}

/** The most JSON values that a body of at most `bytes` may have. docs/contract.md#c10-json-values */
export function valuesAllowed(bytes: number): number {
  return Math.max(MIN_JSON_VALUES, Math.floor((MAX_JSON_VALUES_PER_MIB * bytes) / MIB))
}

/** The exceeded bound, as the predicate of a sentence. */
export function excessOf({ values, depth }: JsonComplexity, maxValues: number): string | undefined {
  if (depth > MAX_JSON_DEPTH) {
    return `must have at most ${MAX_JSON_DEPTH} objects and arrays inside each other`
  }
  if (values <= maxValues) return undefined
  return `must have at most ${maxValues} JSON values: members of objects and items of arrays`
}

/**
 * Counts the values that `JSON.parse` would create, in one pass that allocates nothing. Stops above `maxValues` or the
 * greatest depth. Invalid JSON is counted as if it were valid.
 */
export function complexityOf(json: Buffer, maxValues: number): JsonComplexity {
  let values = 0
  let depth = 0
  let deepest = 0
  // The first value of an object or array has no comma before it.
  let isFirst = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number
    if (byte <= SPACE) continue
    const change = DEPTH_CHANGES[byte] as number
    if (byte === COMMA || (isFirst && change !== -1)) values++
    isFirst = change === 1
    depth += change
    if (depth > deepest) deepest = depth
    if (values > maxValues || deepest > MAX_JSON_DEPTH) break
    if (byte === QUOTE) i = endOfString(json, i)
  }
  return { values, depth: deepest }
}

/** The index of the quote that closes the string at `start`; the length of `json` without one. */
export function endOfString(json: Buffer, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const byte = json[i]
    if (byte === QUOTE) return i
    if (byte === BACKSLASH) i++
  }
  return json.length
}
