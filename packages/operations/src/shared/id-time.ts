import type { SqlValue } from '@mediajobs/db'
import { toUtc } from '@mediajobs/domain'

/** A filter of a list that is in the order of its ids. Both ends are included. */
export interface TimeRange {
  since?: string
  until?: string
}

// RFC 9562: the first 48 bits of a UUIDv7 are its milliseconds.
const MILLISECONDS = /^(.{8})-(.{4})/
// The first time that a UUIDv7 can have. A filter may have an earlier one: see `instantProblem`.
const FIRST = `timestamptz 'epoch'`

/** The time in a UUIDv7, in UTC with milliseconds. */
export function instantOfId(id: string): string {
  const [, high, low] = MILLISECONDS.exec(id) ?? []
  return new Date(Number.parseInt(`${high}${low}`, 16)).toISOString()
}

/**
 * SQL: the conditions of a range of times. They are ranges of ids, so that a page costs the same with them.
 *
 * @param placeholder adds a value to those of the statement, and returns its placeholder.
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
 * SQL: the longest transaction. The time in a row's id is that of its statement; `created_at`, and the data that the
 * transaction sees, date from its beginning, at most this much earlier.
 */
export const LONGEST_TRANSACTION = `interval '15 s'`
