import { UNFLUSHED } from '@mediajobs/db'
import type { RateWindow, WindowState } from '@mediajobs/domain'

const MICROS_PER_MS = 1_000

/** The last columns of a statement that judged a call: see {@link judge}. */
export interface JudgedRow {
  allowed: boolean
  used: number[]
  resets: number[]
}

/**
 * The CTE `log`, which judges a call of each subject against `windows` and records it if it is
 * accepted. It takes the subjects from the CTE `credential`, whose column `subject` names each once.
 *
 * The log holds the microseconds of the accepted calls, ascending. Verdict and record come from one
 * instant, read after the row's lock was taken: with one read before, a call that waited for the
 * lock would be recorded as older than it is. A refused call is not recorded. The locks are taken in
 * the order of the subjects, so that of two statements neither waits for a lock behind the other's.
 * No flush is waited for: after a crash of PostgreSQL the windows begin empty in any case.
 */
export function judge(windows: readonly RateWindow[]): string {
  const longest = Math.max(...windows.map((window) => window.spanMs)) * MICROS_PER_MS
  const open = windows.map(
    ({ limit, spanMs }) =>
      `cardinality(kept.hits) - width_bucket(instant.at - ${spanMs * MICROS_PER_MS}, kept.hits) < ${limit}`,
  )
  return `log as (
    insert into rate_windows as stored (subject, hits, allowed, judged_at)
    select subject, array[${CLOCK_MICROS}], true, ${CLOCK_MICROS} from credential, ${UNFLUSHED}
    order by subject
    on conflict (subject) do update set (hits, allowed, judged_at) = (
      select case when verdict.allowed then kept.hits || instant.at else kept.hits end,
        verdict.allowed, instant.at
      from (select greatest(${CLOCK_MICROS}, stored.hits[cardinality(stored.hits)]) as at) as instant
      cross join lateral (
        select stored.hits[width_bucket(instant.at - ${longest}, stored.hits) + 1:] as hits
      ) as kept
      cross join lateral (select ${open.join(' and ')} as allowed) as verdict
    )
    returning subject, hits, allowed, judged_at
  )`
}

/** The select list that turns the CTE `log` into a {@link JudgedRow}. */
export function judgedColumns(windows: readonly RateWindow[]): string {
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

/** The windows as they were at the instant of the verdict. */
export function windowStates(windows: readonly RateWindow[], row: JudgedRow): WindowState[] {
  return windows.map(({ limit }, i) => ({
    limit,
    used: row.used[i] ?? 0,
    resetMs: (row.resets[i] ?? 0) / MICROS_PER_MS,
  }))
}

const CLOCK_MICROS = '(extract(epoch from clock_timestamp()) * 1000000)::bigint'
