import { one, type Sql, UNFLUSHED } from '@mediajobs/db'
import { type RateWindow, retryAfterMs, type WindowState } from '@mediajobs/domain'
import { tooMany } from '../shared/errors.ts'

const MICROS_PER_MS = 1_000
const MICROS_PER_DAY = 86_400_000_000
const CLOCK_MICROS = '(extract(epoch from clock_timestamp()) * 1000000)::bigint'

/** The last columns of a statement with a rate limit check: see {@link rateCheck}. */
export interface RateCheckRow {
  allowed: boolean
  used: number[]
  resets: number[]
}

/**
 * SQL: the CTE `log`. It checks a call of each subject against `windows`, and records the call if it is
 * accepted. The CTE `credential` before it has the subjects in its column `subject`, each of them once.
 *
 * The log holds the times of the accepted calls in microseconds, ascending. Decision and record use one
 * time, which is read after the row's lock was taken. A time that is read before would be too early for a
 * call that waited for the lock. The locks are taken in the order of the subjects: two statements can
 * never each wait for the other. The commit does not wait for the disk: after a crash of PostgreSQL the
 * windows are empty in any case, since the table is UNLOGGED.
 */
export function rateCheck(windows: readonly RateWindow[]): string {
  const longest = Math.max(...windows.map((window) => window.spanMs)) * MICROS_PER_MS
  const open = windows.map(
    ({ limit, spanMs }) =>
      `cardinality(kept.hits) - width_bucket(instant.at - ${spanMs * MICROS_PER_MS}, kept.hits) < ${limit}`,
  )
  return `log as (
    insert into rate_windows as stored (subject, hits, allowed, judged_at, judged_day)
    select subject, array[${CLOCK_MICROS}], true, ${CLOCK_MICROS}, ${CLOCK_MICROS} / ${MICROS_PER_DAY}
    from credential, ${UNFLUSHED}
    order by subject
    on conflict (subject) do update set (hits, allowed, judged_at, judged_day) = (
      select case when decision.allowed then kept.hits || instant.at else kept.hits end,
        decision.allowed, instant.at, instant.at / ${MICROS_PER_DAY}
      from (select greatest(${CLOCK_MICROS}, stored.hits[cardinality(stored.hits)]) as at) as instant
      cross join lateral (
        select stored.hits[width_bucket(instant.at - ${longest}, stored.hits) + 1:] as hits
      ) as kept
      cross join lateral (select ${open.join(' and ')} as allowed) as decision
    )
    returning subject, hits, allowed, judged_at
  )`
}

/**
 * The windows of a subject now. It counts no call. All processes count in the same rows, so the numbers are
 * those of the service.
 */
export async function readWindows(
  sql: Sql,
  subject: string,
  windows: readonly RateWindow[],
): Promise<WindowState[]> {
  const statement = `
    with log as (
      select true as allowed, hits, greatest(${CLOCK_MICROS}, hits[cardinality(hits)]) as judged_at
      from rate_windows where subject = $1
    )
    select ${rateCheckColumns(windows)} from log`
  const [row] = await sql.query<RateCheckRow>(statement, [subject])
  return windowStates(windows, row ?? { allowed: true, used: [], resets: [] })
}

/** SQL: the select list that makes a {@link RateCheckRow} of the CTE `log`. */
export function rateCheckColumns(windows: readonly RateWindow[]): string {
  const gone = windows.map(
    ({ spanMs }) => `width_bucket(log.judged_at - ${spanMs * MICROS_PER_MS}, log.hits)`,
  )
  const used = gone.map((count) => `cardinality(log.hits) - ${count}`)
  const resets = windows.map(
    ({ spanMs }, i) =>
      `coalesce(log.hits[${gone[i]} + 1] + ${spanMs * MICROS_PER_MS} - log.judged_at, 0)`,
  )
  return `log.allowed, array[${used.join(', ')}]::int[] as used,
    array[${resets.join(', ')}]::float8[] as resets`
}

/** The windows as they were at the time of the check. */
export function windowStates(windows: readonly RateWindow[], row: RateCheckRow): WindowState[] {
  return windows.map(({ limit }, i) => ({
    limit,
    used: row.used[i] ?? 0,
    resetMs: (row.resets[i] ?? 0) / MICROS_PER_MS,
  }))
}

/** Counts a call of `subject`. @throws {OperationError} `too_many` when it has called too often. */
export type CallLimit = (sql: Sql, subject: string) => Promise<void>

/**
 * A limit of calls that have no credential with windows of its own. All processes count together.
 *
 * @param message what a refused caller reads
 */
export function callLimit(windows: readonly RateWindow[], message: string): CallLimit {
  const statement = `
  with credential as (select $1::text as subject), ${rateCheck(windows)}
  select ${rateCheckColumns(windows)} from log`
  return async (sql, subject) => {
    const row = one(await sql.query<RateCheckRow>(statement, [subject]), 'the count of a call')
    if (row.allowed) return
    const waitMs = retryAfterMs(windowStates(windows, row))
    throw tooMany('rate_limited', message, Math.max(1, Math.ceil(waitMs / 1_000)))
  }
}
