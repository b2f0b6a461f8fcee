import type { TSchema } from '@sinclair/typebox'
import { complexityOf, excessOf } from '../json-complexity.ts'

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const BOOLEANS = new Set(['true', 'false'])
const LIST_SEPARATOR = ';'
// Escapes of characters that can't be stored: see unstorable.ts.
const UNSTORABLE = /\\u(0000|d[89a-f])/i

/** The value of a cell. */
export interface CellValue {
  value: unknown
  /** The number of JSON values inside. */
  values: number
}

/**
 * The value of `cell` by its schema: the items of a list are separated by semicolons, and a list of objects
 * is JSON of at most `maxValues` values. A cell of another form stays text, which the schema refuses.
 */
export function valueOfCell(
  cell: string,
  schema: TSchema | undefined,
  maxValues: number,
): CellValue {
  const types = [schema?.type].flat()
  if (types.includes('number') || types.includes('integer')) {
    return { value: NUMBER.test(cell) ? Number(cell) : cell, values: 0 }
  }
  if (types.includes('boolean') && BOOLEANS.has(cell)) return { value: cell === 'true', values: 0 }
  if (!types.includes('array')) return { value: cell, values: 0 }
  if (schema?.items?.type === 'object') return valueOfJson(cell, maxValues)
  const items = cell.split(LIST_SEPARATOR).map((item) => item.trim())
  return { value: items, values: items.length }
}

function valueOfJson(cell: string, maxValues: number): CellValue {
  const complexity = complexityOf(Buffer.from(cell), maxValues)
  const { values } = complexity
  if (excessOf(complexity, maxValues) || UNSTORABLE.test(cell)) return { value: cell, values }
  try {
    return { value: JSON.parse(cell), values }
  } catch {
    return { value: cell, values }
  }
}
