/** At most `limit` accepted calls in any span of `spanMs` milliseconds. */
export interface RateWindow {
  readonly limit: number
  readonly spanMs: number
}

/** Per API key: docs/interface.md#i8-request-rate */
export const DEFAULT_KEY_WINDOWS: readonly RateWindow[] = [
  { limit: 3, spanMs: 1_000 },
  { limit: 20, spanMs: 10_000 },
  { limit: 100, spanMs: 60_000 },
]

/** Per session: docs/contract.md#c2-session-limits. Looser, for people in a browser. */
export const SESSION_WINDOWS: readonly RateWindow[] = [{ limit: 50, spanMs: 1_000 }]

/** A window after the decision on a call, counted if accepted. */
export interface WindowState {
  readonly limit: number
  readonly used: number
  /** Time until the oldest counted call leaves the window; 0 if the window is empty. */
  readonly resetMs: number
}

/**
 * The window of the X-RateLimit headers: the one with the fewest calls left; on a tie, the one with the longest wait
 * (docs/contract.md#c1-limits-headers).
 */
export function tightestWindow(windows: readonly WindowState[]): WindowState {
  return windows.reduce((tightest, window) => {
    const left = window.limit - window.used
    const least = tightest.limit - tightest.used
    if (left !== least) return left < least ? window : tightest
    return window.resetMs > tightest.resetMs ? window : tightest
  })
}

/** The time until every window has room. */
export function retryAfterMs(windows: readonly WindowState[]): number {
  const exhausted = windows.filter((window) => window.used >= window.limit)
  return Math.max(0, ...exhausted.map((window) => window.resetMs))
}
