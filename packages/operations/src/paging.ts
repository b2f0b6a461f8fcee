import { hash } from 'node:crypto'
import { instantProblem } from '@mediajobs/domain'
import { invalid } from './errors.ts'

/** What every list takes. */
export interface PageRequest {
  /** 1 to 100. */
  limit: number
  cursor?: string | undefined
}

/** What every list answers. */
export interface Page<Item> {
  data: Item[]
  /** `null` on the last page. */
  nextCursor: string | null
}

/** The place in a list behind which a page begins: a sort value and the id that breaks ties. */
export interface Position {
  value: string
  id: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The position that `cursor` names, or `undefined` for the first page. `list` is everything that
 * decides what is listed and in what order: with another one the cursor is refused.
 *
 * @param isValue whether a text is a sort value of the list; they are points in time mostly.
 * @throws {OperationError} `invalid` for a cursor that is broken or belongs to another list.
 */
export function positionOf(
  cursor: string | undefined,
  list: unknown,
  isValue = isInstant,
): Position | undefined {
  if (cursor === undefined) return undefined
  const [digest, value, id] = decode(cursor, isValue)
  if (digest === undefined || value === undefined || id === undefined) {
    throw invalid('cursor is broken: pass the nextCursor of the page before, as it is')
  }
  if (digest !== digestOf(list)) {
    throw invalid('cursor belongs to other filters or another sort: repeat the ones it came with')
  }
  return { value, id }
}

/**
 * A page out of `rows`, of which one more than `limit` was asked for: whether it came tells whether
 * there is a next page.
 */
export function pageOf<Item>(
  rows: readonly Item[],
  limit: number,
  list: unknown,
  positionAt: (last: Item) => Position,
): Page<Item> {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  if (rows.length <= limit || last === undefined) return { data, nextCursor: null }
  const { value, id } = positionAt(last)
  return { data, nextCursor: encode([digestOf(list), value, id]) }
}

function encode(parts: readonly string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url')
}

function isInstant(text: string): boolean {
  return instantProblem(text) === null
}

function decode(cursor: string, isValue: (value: string) => boolean): readonly string[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const parts = text.split(' ')
  const [, value = '', id = ''] = parts
  const whole = parts.length === 3 && isValue(value) && UUID.test(id)
  return whole && encode(parts) === cursor ? parts : []
}

function digestOf(list: unknown): string {
  return hash('sha256', JSON.stringify(list), 'base64url').slice(0, 12)
}
