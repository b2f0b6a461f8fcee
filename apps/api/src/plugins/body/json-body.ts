import {
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES_PER_MIB,
  MIN_JSON_VALUES,
  type RefusedField,
} from '@mediajobs/domain'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError, InvalidInput, invalidBody } from '../../vocabulary/errors.ts'
import { hashBody } from '../idempotency/idempotency.ts'
import { pathOf, type Step } from './unknown-fields.ts'

/**
 * Parses JSON bodies. Fastify's parser replaces invalid UTF-8, accepts strings that can't be stored, and doesn't explain
 * errors. Before parsing, this one makes large bodies take turns and counts the values: 1 MiB may contain half a million
 * objects.
 */
export const jsonBody = fp(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const turns = await request.turnFor(body)
      const maxValues = valuesAllowed(request.routeOptions.bodyLimit)
      const complexity = complexityOf(body, maxValues)
      refuseComplex(complexity, maxValues)
      const text = decode(body)
      if (text.trim() === '') throw invalidBody('required', 'body is empty: send a JSON object')
      const value = parse(text)
      await turns?.pass()
      const fault = faultOf(value, text, complexity.values)
      if (fault !== undefined) throw new InvalidInput([fault])
      hashBody(request, body)
      await turns?.pass()
      return value
    },
  )
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws {HttpError} 400 if the bytes aren't UTF-8 */
export function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw invalidBody('wrong_format', 'body is not UTF-8')
  }
}

/**
 * Parses JSON. A member called `__proto__` becomes an ordinary field, later dropped as unknown.
 *
 * @param place of the text in the body, for the error
 * @throws {HttpError} 400 if the text isn't JSON
 */
export function parse(text: string, place = ''): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidBody('wrong_format', `body is not valid JSON: ${place}${(error as Error).message}`)
  }
}

/** @throws {HttpError} 400 for more than `maxValues` values, or too many levels */
export function refuseComplex(complexity: JsonComplexity, maxValues: number): void {
  const excess = excessOf(complexity, maxValues)
  if (excess !== undefined)
    throw new HttpError(400, 'body_too_complex', `body ${excess}`).at('', 'too_large')
}

/**
 * The reason to refuse `value`, parsed from `text`: a part was lost or can't be stored.
 *
 * @param values in the text, by `complexityOf`. `JSON.parse` keeps only the last of repeated members, so `value` then
 *   has fewer.
 */
export function faultOf(value: unknown, text: string, values: number): RefusedField | undefined {
  if (valuesIn(value) < values) {
    const path = repeatedName(text) ?? ''
    return { path, code: 'not_unique', message: `${path} is given twice` }
  }
  const path = unstorablePath(value, text)
  if (path === undefined) return undefined
  const message = `${path || 'body'} has a character that cannot be stored`
  return { path, code: 'wrong_format', message }
}

/** Counts members and items at every depth, like `complexityOf`. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let values = inside.length
  for (const inner of inside) values += valuesIn(inner)
  return values
}

interface Owner {
  /** Names so far; `null` for an array. */
  names: Set<string> | null
  /** The current member or item. */
  step: Step
}

/** The path of the first member that repeats a name of its object. `json` must be valid JSON. */
function repeatedName(json: string): string | undefined {
  const owners: Owner[] = []
  let isName = false
  for (let i = 0; i < json.length; i++) {
    const owner = owners.at(-1)
    switch (json[i]) {
      case '{':
        isName = true
        owners.push({ names: new Set(), step: '' })
        break
      case '[':
        isName = false
        owners.push({ names: null, step: 0 })
        break
      case '}':
      case ']':
        owners.pop()
        break
      case ',':
        isName = owner?.names != null
        if (typeof owner?.step === 'number') owner.step++
        break
      case '"': {
        const end = closingQuote(json, i)
        if (isName && owner?.names) {
          owner.step = JSON.parse(json.slice(i, end + 1)) as string
          if (owner.names.has(owner.step)) return pathOf(owners.map(({ step }) => step))
          owner.names.add(owner.step)
          isName = false
        }
        i = end
      }
    }
  }
  return undefined
}

function closingQuote(json: string, start: number): number {
  let end = start + 1
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1
  return end
}

// PostgreSQL can't store NUL or lone surrogates. In UTF-8 JSON they occur only as escapes.
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])/

interface Place {
  value: unknown
  step: Step
  parent: Place | undefined
}

/**
 * The path of the first string in `value`, parsed from `json`, that can't be stored, or of the object with such a
 * name; '' for `value` itself.
 */
function unstorablePath(value: unknown, json: string): string | undefined {
  if (!SUSPICIOUS.test(json)) return undefined
  const places: Place[] = [{ value, step: '', parent: undefined }]
  // A queue: recursion over input could overflow the stack.
  for (const place of places) {
    if (!textsOf(place.value).every(isStorable)) return pathOf(stepsTo(place))
    for (const inner of innerPlaces(place)) places.push(inner)
  }
  return undefined
}

/** A string itself, or the names of an object. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return isContainer(value) && !Array.isArray(value) ? Object.keys(value) : []
}

function innerPlaces(parent: Place): Place[] {
  const { value: owner } = parent
  if (!isContainer(owner)) return []
  const isArray = Array.isArray(owner)
  return Object.entries(owner).map(([name, value]) => ({
    value,
    step: isArray ? Number(name) : name,
    parent,
  }))
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function stepsTo(place: Place): Step[] {
  const steps: Step[] = []
  // The root has no step.
  for (let at = place; at.parent; at = at.parent) steps.unshift(at.step)
  return steps
}

const MIB = 1_048_576

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** Depth change by byte, outside strings. */
const DEPTH_CHANGES = new Int8Array(256)
for (const opener of Buffer.from('[{')) DEPTH_CHANGES[opener] = 1
for (const closer of Buffer.from(']}')) DEPTH_CHANGES[closer] = -1

export interface JsonComplexity {
  /** Object members and array items, together. */
  values: number
  /** Levels of nested objects and arrays. */
  depth: number
}

/** The most JSON values in a body of at most `bytes`. docs/contract.md#c10-json-values */
export function valuesAllowed(bytes: number): number {
  return Math.max(MIN_JSON_VALUES, Math.floor((MAX_JSON_VALUES_PER_MIB * bytes) / MIB))
}

/** The exceeded bound, as a predicate. */
export function excessOf({ values, depth }: JsonComplexity, maxValues: number): string | undefined {
  if (depth > MAX_JSON_DEPTH) {
    return `must nest objects and arrays at most ${MAX_JSON_DEPTH} levels deep`
  }
  if (values <= maxValues) return undefined
  return `must have at most ${maxValues} JSON values (object members and array items)`
}

/**
 * Counts the values that `JSON.parse` would create, in one pass without allocation. Stops beyond `maxValues` or the
 * maximum depth. Invalid JSON is counted as if it were valid.
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

/** The index of the quote that closes the string at `start`; `json.length` if there is none. */
export function endOfString(json: Buffer, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const byte = json[i]
    if (byte === QUOTE) return i
    if (byte === BACKSLASH) i++
  }
  return json.length
}
