import pg from 'pg'
import { v7 } from 'uuid'
import type { Sql } from './sql.ts'

/** A UUIDv7, monotonic within a process. */
export function newId(): string {
  return v7()
}

/**
 * Converts a `timestamptz` from PostgreSQL's text to ISO 8601, `2026-05-01T09:30:00.000Z`. Works in any session time
 * zone; outside UTC each value costs a Date.
 */
export function isoInstant(text: string): string {
  // `2026-05-01 09:30:00.123456+00`. A longer year or a time before Christ has its space or end elsewhere.
  if (text[10] !== ' ' || !text.endsWith('+00')) {
    return new Date(text.replace(/([+-]\d{2})$/, '$1:00')).toISOString()
  }
  const millis = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}

const INT8 = 20
const TIMESTAMPTZ = 1184
const INT4_ARRAY = 1007
const TEXT_ARRAY = 1009
const FLOAT8_ARRAY = 1022

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, isoInstant],
  [INT4_ARRAY, arrayParser(INT4_ARRAY, (items) => items.map(Number))],
  [TEXT_ARRAY, arrayParser(TEXT_ARRAY, (items) => items)],
  [FLOAT8_ARRAY, arrayParser(FLOAT8_ARRAY, (items) => items.map(Number))],
])

/** Splits flat arrays without quotes or nulls; `pg` reads the others character by character. */
function arrayParser(oid: number, parse: (items: string[]) => unknown[]) {
  const parseAny = pg.types.getTypeParser(oid, 'text')
  return (text: string) => {
    if (text === '{}') return []
    const isPlain =
      text[0] === '{' && !text.includes('"') && !text.includes('{', 1) && !text.includes('NULL')
    return isPlain ? parse(text.slice(1, -1).split(',')) : parseAny(text)
  }
}

/** Parses instants as text, and `int8` as numbers: all our counts fit. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}

const CLOCK = `select extract(epoch from clock_timestamp())::float8 as "seconds"`

/**
 * Seconds by which this machine's clock is at least ahead of the database's; negative when behind. 0 if the database's
 * time lies within the round trip, so a slow one never looks like skew.
 */
export async function clockSkewSeconds(sql: Pick<Sql, 'query'>): Promise<number> {
  const askedAt = Date.now() / 1_000
  const [row] = await sql.query<{ seconds: number }>(CLOCK)
  const answeredAt = Date.now() / 1_000
  if (!row) throw new Error('the database returned no time')
  if (row.seconds < askedAt) return askedAt - row.seconds
  return Math.min(0, answeredAt - row.seconds)
}
