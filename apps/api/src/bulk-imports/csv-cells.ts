import type { TSchema } from '@sinclair/typebox'
import { faultOf } from '../plugins/body/json-body.ts'
import { complexityOf, excessOf } from '../plugins/body/json-complexity.ts'

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const BOOLEANS = new Set(['true', 'false'])
const LIST_SEPARATOR = ';'

/** The value of a cell. */
export interface CellValue {
  value: unknown
  /** The number of JSON values inside. */
  values: number
  /** The reason to refuse the row. */
  fault?: string | undefined
}

/** A column of the file. `schema` is absent for an unknown field. */
export interface Column {
  name: string
  schema: TSchema | undefined
}

/**
 * The value of `cell` by its schema. Lists are separated by semicolons; a list of objects is JSON with at most
 * `maxValues` values. Anything else stays text, which the schema refuses.
 */
export function valueOfCell(cell: string, { name, schema }: Column, maxValues: number): CellValue {
  const types = [schema?.type].flat()
  if (types.includes('number') || types.includes('integer')) {
    return { value: NUMBER.test(cell) ? Number(cell) : cell, values: 0 }
  }
  if (types.includes('boolean') && BOOLEANS.has(cell)) return { value: cell === 'true', values: 0 }
  if (!types.includes('array')) return { value: cell, values: 0 }
  if (schema?.items?.type === 'object') return valueOfJson(cell, name, maxValues)
  const items = cell.split(LIST_SEPARATOR).map((item) => item.trim())
  return { value: items, values: items.length }
}

function valueOfJson(cell: string, name: string, maxValues: number): CellValue {
  const complexity = complexityOf(Buffer.from(cell), maxValues)
  const { values } = complexity
  if (excessOf(complexity, maxValues)) return { value: cell, values }
  try {
    const value: unknown = JSON.parse(cell)
    // As the member of a row, so that the path in the reason begins with its name.
    const member = `{${JSON.stringify(name)}:${cell}}`
    return { value, values, fault: faultOf({ [name]: value }, member, values + 1)?.message }
  } catch {
    return { value: cell, values }
  }
}
