import type { TSchema } from '@sinclair/typebox'
import { complexityOf, excessOf } from '../json-complexity.ts'

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const LIST_SEPARATOR = ';'
// JSON can name characters that no text has: see the parser of JSON bodies.
const UNSTORABLE = /\\u(0000|d[89a-f])/i

/** What a cell stands for, and how many JSON values it has inside. */
export interface Meaning {
  value: unknown
  values: number
}

/**
 * What `cell` stands for: a list is separated by semicolons, and objects are written as JSON of at most
 * `maxValues` values. Text that stands for nothing is left to the schema to refuse.
 */
export function meaningOf(cell: string, schema: TSchema | undefined, maxValues: number): Meaning {
  const types = [schema?.type].flat()
  if (types.includes('number') || types.includes('integer')) {
    return { value: NUMBER.test(cell) ? Number(cell) : cell, values: 0 }
  }
  if (!types.includes('array')) return { value: cell, values: 0 }
  if (schema?.items?.type === 'object') return meaningOfJson(cell, maxValues)
  const items = cell.split(LIST_SEPARATOR).map((item) => item.trim())
  return { value: items, values: items.length }
}

function meaningOfJson(cell: string, maxValues: number): Meaning {
  const complexity = complexityOf(Buffer.from(cell), maxValues)
  const { values } = complexity
  if (excessOf(complexity, maxValues) || UNSTORABLE.test(cell)) return { value: cell, values }
  try {
    return { value: JSON.parse(cell), values }
  } catch {
    return { value: cell, values }
  }
}
