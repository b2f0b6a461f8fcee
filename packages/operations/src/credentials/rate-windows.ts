import { one, type Sql, UNFLUSHED } from '@mediajobs/db'
import { type RateWindow, retryAfterMs, type WindowState } from '@mediajobs/domain'
import { type OperationError, tooMany } from '../shared/errors.ts'

const MICROS_PER_MS = 1_000
const MICROS_PER_DAY = 86_400_000_000
const CLOCK_MICROS = '(extract(epoch from clock_timestamp()) * 1000000)::bigint'

/** The columns of {@link rateCheckColumns}. */
export interface RateCheckRow {
  allowed: boolean
  used: number[]
  resets: number[]
}

/**
 * SQL: the CTE `log`, a sliding-log rate limiter. Checks a call of each distinct `subject` in the preceding CTE
 * `credential` against `windows`, and records it if accepted.
 *
 * The log holds the microseconds of accepted calls, ascending. Decision and record share one time, read under the row
 * lock: an earlier one would be stale for a call that waited. Locks are taken in subject order to avoid deadlocks. Commits
 * asynchronously: the table is UNLOGGED, so a crash empties it anyway.
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

/** A subject's current windows, across all processes. Counts no call. */
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

/** SQL: selects a {@link RateCheckRow} from the CTE `log`. */
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

/** The windows at the time of the check. */
export function windowStates(windows: readonly RateWindow[], row: RateCheckRow): WindowState[] {
  return windows.map(({ limit }, i) => ({
    limit,
    used: row.used[i] ?? 0,
    resetMs: (row.resets[i] ?? 0) / MICROS_PER_MS,
  }))
}

interface CountedCall {
  /** Microseconds; `null` if a window is full. */
  at: number | null
  /** Seconds until the next call is allowed; at least 1. */
  waitSeconds: number
}

/** Counts an unauthenticated call of a subject, across all processes. */
export async function countCall(
  sql: Sql,
  windows: readonly RateWindow[],
  subject: string,
): Promise<CountedCall> {
  const statement = `
    with credential as (select $1::text as subject), ${rateCheck(windows)}
    select log.hits[cardinality(log.hits)] as "countedAt", ${rateCheckColumns(windows)} from log`
  const rows = await sql.query<RateCheckRow & { countedAt: number }>(statement, [subject])
  const row = one(rows, 'the count of a call')
  const waitMs = retryAfterMs(windowStates(windows, row))
  return {
    at: row.allowed ? row.countedAt : null,
    waitSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  }
}

/** Uncounts the call of `subject` counted at `at`: only one, even if two share a microsecond. */
export async function removeCount(sql: Sql, subject: string, at: number): Promise<void> {
  await sql.query(
    `update rate_windows
    set hits = hits[:array_position(hits, $2::bigint) - 1]
      || hits[array_position(hits, $2::bigint) + 1:]
    where subject = $1 and $2::bigint = any (hits)`,
    [subject, at],
  )
}

/** A limit on calls that count only with certain outcomes. */
export interface OutcomeLimit {
  subject: string
  window: RateWindow
  refusal: (waitSeconds: number) => OperationError
  /** Whether the call counts. `error` is null if it succeeded. */
  counts: (error: unknown) => boolean
}

/**
 * Runs `work`, counting the call until it ends, so that concurrent calls don't slip through.
 *
 * @throws {OperationError} `too_many`.
 */
export async function withOutcomeLimit<Result>(
  sql: Sql,
  { subject, window, refusal, counts }: OutcomeLimit,
  work: () => Promise<Result>,
): Promise<Result> {
  const { at, waitSeconds } = await countCall(sql, [window], subject)
  if (at === null) throw refusal(waitSeconds)
  let failure: unknown = null
  try {
    return await work()
  } catch (error) {
    failure = error
    throw error
  } finally {
    if (!counts(failure)) await removeCount(sql, subject, at)
  }
}

/** Counts a call of `subject`. @throws {OperationError} `too_many`. */
export type CallLimit = (sql: Sql, subject: string) => Promise<void>

/** A limit for unauthenticated calls, with a message for refused callers. */
export function callLimit(windows: readonly RateWindow[], message: string): CallLimit {
  return async (sql, subject) => {
    const { at, waitSeconds } = await countCall(sql, windows, subject)
    if (at === null) throw tooMany('rate_limited', message, waitSeconds)
  }
}
