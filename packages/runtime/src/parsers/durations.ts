import type { RateWindow } from '@mediajobs/domain'

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/**
 * Milliseconds of a duration as operators write it: `500ms`, `30s`, `2m`, `2h`, `7d`.
 *
 * @throws {RangeError} with the form that it must have.
 */
function parseDuration(text: string): number {
  const ms = durationMs(text)
  if (Number.isNaN(ms)) throw new RangeError('a duration like 500ms, 30s, 2m or 2h')
  return ms
}

function durationMs(text: string): number {
  const [, count, unit] = DURATION.exec(text.trim()) ?? []
  return Math.round(Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}

/**
 * {@link parseDuration} for a duration from `least` to `most`.
 *
 * @throws {RangeError} with the limits.
 */
export function parseDurationWithin(text: string, least: string, most: string): number {
  const ms = parseDuration(text)
  if (ms < parseDuration(least) || ms > parseDuration(most)) {
    throw new RangeError(`a duration from ${least} to ${most}`)
  }
  return ms
}

// Webhook deliveries are kept for 30 days, and a job that waits for longer is deleted.
const MAX_SCHEDULE = '28d'

/** `30s,2m,10m` in milliseconds. */
export function parseRetryDelays(text: string): number[] {
  const delaysMs = text.split(',').map(durationMs)
  if (delaysMs.reduce((sum, ms) => sum + ms, 0) <= parseDuration(MAX_SCHEDULE)) return delaysMs
  throw new RangeError(`delays like 30s,2m,10m, together at most ${MAX_SCHEDULE}`)
}

// The rate windows of a key that was last used a day ago are deleted.
const MAX_WINDOW = '1d'
const MAX_WINDOW_CALLS = 999_999

/** `3/1s,20/10s,100/60s`: at most 3 calls in any second, and so on. */
export function parseRateWindows(text: string): RateWindow[] {
  const windows = text.split(',').map((part) => {
    const [limit = '', span = '', ...more] = part.trim().split('/')
    const spanMs = durationMs(span)
    const isSpan = spanMs >= 1 && spanMs <= parseDuration(MAX_WINDOW) && more.length === 0
    if (!isSpan || !/^[1-9]\d*$/.test(limit) || Number(limit) > MAX_WINDOW_CALLS) {
      throw new RangeError(
        `windows like 3/1s,20/10s,100/60s, each of 1 to ${MAX_WINDOW_CALLS} calls in 1ms to ${MAX_WINDOW}`,
      )
    }
    return { limit: Number(limit), spanMs }
  })
  return windows.sort((a, b) => a.spanMs - b.spanMs)
}
