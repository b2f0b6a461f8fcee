import { hash } from 'node:crypto'
import { instantProblem, toUtc } from '@mediajobs/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countOnPage, isWithheld } from '../json-bytes.ts'
import { invalid } from './errors.ts'

export interface PageRequest {
  /** 1 to 100. Pages may be shorter: see {@link pageOf}. */
  limit: number
  cursor?: string | undefined
}

export interface Page<Item> {
  data: Item[]
  /** `null` on the last page. */
  nextCursor: string | null
}

/** A keyset cursor: the last sort value, with the id as tiebreaker. */
export interface Position {
  value: string
  id: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Decodes `cursor`; `undefined` for the first page. Cursors are bound to `list`, everything that determines the records
 * and their order, irrespective of the order of filters and values and the spelling of times.
 *
 * @param isValue validates the sort value: by default, a time
 * @throws {OperationError} `invalid` for a malformed cursor or one of another list.
 */
export function positionOf(
  cursor: string | undefined,
  list: object,
  isValue = isInstant,
): Position | undefined {
  if (cursor === undefined) return undefined
  const [digest, value, id] = decode(cursor, isValue)
  if (digest === undefined || value === undefined || id === undefined) {
    throw invalid(
      'cursor',
      'wrong_format',
      'is malformed: pass the nextCursor of the previous page unchanged',
    )
  }
  if (digest !== digestOf(list)) {
    throw invalid(
      'cursor',
      'not_allowed',
      'belongs to other filters or another sort: use the ones it came with',
    )
  }
  return { value, id }
}

/**
 * Makes a page of up to `limit` records and `MAX_PAGE_BYTES`. Callers read one row more than `limit`, to tell whether
 * there is a next page.
 *
 * @param large see `countOnPage`
 * @param withheldBytes see `countOnPage`
 */
export function pageOf<Item extends object>(
  rows: readonly Item[],
  limit: number,
  list: object,
  positionAt: (last: Item) => Position,
  large: readonly (keyof Item)[] = [],
  withheldBytes: ReadonlyMap<Item, number> = new Map(),
): Page<Item> {
  const wanted = rows.slice(0, limit)
  const data = wanted.slice(0, countOnPage(wanted, large, withheldBytes))
  const last = data.at(-1)
  if (rows.length <= data.length || last === undefined) return { data, nextCursor: null }
  return { data, nextCursor: cursorAt(positionAt(last), list) }
}

/** The cursor of the page that begins after `position`. */
export function cursorAt({ value, id }: Position, list: object): string {
  return encode([digestOf(list), value, id])
}

/** How to read values of `field` replaced by `withheldIfLarge`. */
export interface LargeField<Item, Key extends keyof Item> {
  field: keyof Item
  key: Key
  /** Returns the rows of `bytesInTurn`. */
  measure: (keys: Item[Key][]) => Promise<{ bytes: number }[]>
  /** Returns the complete records, in any order. */
  read: (keys: Item[Key][]) => Promise<Item[]>
}

/**
 * {@link pageOf} for a list that withholds large values and reads them afterwards. Drops records deleted in between.
 */
export async function pageOfLarge<Item extends object, Key extends keyof Item>(
  rows: readonly Item[],
  limit: number,
  list: object,
  positionAt: (last: Item) => Position,
  large: readonly (keyof Item)[],
  { field, key, measure, read }: LargeField<Item, Key>,
): Promise<Page<Item>> {
  const withheld = rows.slice(0, limit).filter((row) => isWithheld(row[field]))
  if (withheld.length === 0) return pageOf(rows, limit, list, positionAt, large)
  const measured = await measure(withheld.map((row) => row[key]))
  const bytesOf = new Map(measured.map(({ bytes }, n) => [withheld[n] as Item, bytes]))
  const page = pageOf(rows, limit, list, positionAt, large, bytesOf)
  const onPage = page.data.filter((row) => isWithheld(row[field]))
  const whole = await read(onPage.map((row) => row[key]))
  const byKey = new Map(whole.map((row) => [row[key], row]))
  const data = page.data.flatMap((row) => {
    if (!isWithheld(row[field])) return [row]
    return byKey.get(row[key]) ?? []
  })
  return { ...page, data }
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

function digestOf(list: object): string {
  const filters = Object.entries(list).map(([name, value]) => [name, canonical(name, value)])
  return hash('sha256', JSON.stringify(filters.sort()), 'base64url').slice(0, 12)
}

function canonical(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value)].sort()
  // Search words are never times.
  if (name === 'q' || typeof value !== 'string' || !isInstant(value)) return value
  return toUtc(value)
}

/**
 * SQL: a list's sort column. With a filter by ids, an unindexed expression of the same order: otherwise PostgreSQL
 * might walk the whole list until it finds the ids of a small page.
 */
export function sortedBy(column: PgColumn, ids: readonly string[] | undefined): SQL {
  return ids ? sql`(${column} + interval '0')` : sql`${column}`
}

/** SQL condition: rows after `position` in a list that is newest first. */
export function isPast({ value, id }: Position, createdAt: PgColumn, idColumn: PgColumn): SQL {
  return sql`(${createdAt}, ${idColumn}) < (${value}, ${id})`
}

export function isOneOf(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} = any (${sql.param(ids)})`
}
