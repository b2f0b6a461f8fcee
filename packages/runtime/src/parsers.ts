import type { RateWindow } from '@mediajobs/domain'

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/**
 * Milliseconds of a duration as operators write it: `500ms`, `30s`, `2m`, `2h`, `7d`.
 *
 * @throws {RangeError} with what it should look like.
 */
export function parseDuration(text: string): number {
  const match = DURATION.exec(text.trim())
  if (!match) throw new RangeError('a duration like 500ms, 30s, 2m or 2h')
  return Math.round(Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS])
}

/** `30s,2m,10m` in milliseconds. */
export function parseDurations(text: string): number[] {
  return text.split(',').map(parseDuration)
}

/** `3/1s,20/10s,100/60s`: at most 3 calls in any second, and so on. */
export function parseRateWindows(text: string): RateWindow[] {
  const windows = text.split(',').map((part) => {
    const [limit = '', span = ''] = part.trim().split('/')
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new RangeError('windows like 3/1s,20/10s,100/60s')
    const spanMs = parseDuration(span)
    if (spanMs < 1) throw new RangeError('windows like 3/1s,20/10s,100/60s')
    return { limit: Number(limit), spanMs }
  })
  return windows.sort((a, b) => a.spanMs - b.spanMs)
}
