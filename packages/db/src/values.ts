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
  // `2026-05-01 09:30:00.123456+00`. In a longer year or a time BC, the space or the end is elsewhere.
  if (text[10] !== ' ' || !text.endsWith('+00')) {
    return new Date(text.replace(/([+-]\d{2})$/, '$1:00')).toISOString()
  }
  const millis = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}

const CLOCK = `select extract(epoch from clock_timestamp())::float8 as "seconds"`

/**
 * The least by which this machine's clock is ahead of the database's, in seconds; negative if behind. 0 if the
 * database's time lies within the round trip, so a slow round trip never looks like skew.
 */
export async function clockSkewSeconds(sql: Pick<Sql, 'query'>): Promise<number> {
  const askedAt = Date.now() / 1_000
  const [row] = await sql.query<{ seconds: number }>(CLOCK)
  const answeredAt = Date.now() / 1_000
  if (!row) throw new Error('the database returned no time')
  if (row.seconds < askedAt) return askedAt - row.seconds
  return Math.min(0, answeredAt - row.seconds)
}
