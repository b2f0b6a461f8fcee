import type { SqlValue } from '@mediajobs/db'
import { toUtc } from '@mediajobs/domain'

/** A filter of a list ordered by id; inclusive. */
export interface TimeRange {
  since?: string
  until?: string
}

// RFC 9562: the first 48 bits of a UUIDv7 are milliseconds.
const MILLISECONDS = /^(.{8})-(.{4})/
// The earliest time of a UUIDv7. Filters may be earlier: see `instantProblem`.
const FIRST = `timestamptz 'epoch'`

/** The time in a UUIDv7, in UTC with milliseconds. */
export function instantOfId(id: string): string {
  const [, high, low] = MILLISECONDS.exec(id) ?? []
  return new Date(Number.parseInt(`${high}${low}`, 16)).toISOString()
}

/**
 * SQL conditions: a range of times as a range of ids.
 *
 * @param placeholder binds a value and returns its placeholder
 */
export function inTimeRange(
  { since, until }: TimeRange,
  placeholder: (value: SqlValue) => string,
): string[] {
  const at = (time: string) => `${placeholder(toUtc(time))}::timestamptz`
  const after = (time: string) => `id >= uuid_v7_floor(greatest(${at(time)}, ${FIRST}))`
  const before = (time: string) =>
    `id < uuid_v7_floor(greatest(${at(time)} + interval '1 millisecond', ${FIRST}))`
  return [
    ...(since === undefined ? [] : [after(since)]),
    ...(until === undefined ? [] : [before(until)]),
  ]
}

/**
 * SQL: the assumed bound on a transaction's length. A row's id has the time of its statement; `created_at` and the
 * transaction's snapshot may be older by this much.
 */
export const LONGEST_TRANSACTION = `interval '15 s'`
