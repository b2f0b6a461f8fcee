import { MAX_COUNTED_NETWORKS, MAX_PUBLIC_CALLS, PUBLIC_WINDOW_MS } from '@mediajobs/domain'

interface Window {
  calls: number
  endsAt: number
}

/**
 * Counts calls without credentials, by network or link. It protects this process, so each process counts separately.
 * docs/contract.md#c10-public-bodies
 */
export class CallWindows {
  readonly #windows = new Map<string, Window>()
  readonly #limit: number

  /** @param limit calls of a caller in a window */
  constructor(limit = MAX_PUBLIC_CALLS) {
    this.#limit = limit
  }

  /** Counts a call. @returns 0, or the milliseconds to wait if there were too many */
  take(caller: string): number {
    const now = performance.now()
    const window = this.#windowOf(caller, now)
    if (window.calls >= this.#limit) return window.endsAt - now
    window.calls++
    return 0
  }

  /** Like {@link take}, without counting. */
  waitMs(caller: string): number {
    const now = performance.now()
    const window = this.#windows.get(caller)
    return window && window.calls >= this.#limit ? Math.max(0, window.endsAt - now) : 0
  }

  #windowOf(caller: string, now: number): Window {
    const window = this.#windows.get(caller)
    if (window && window.endsAt > now) return window
    // Maps keep insertion order, so the first window ends first.
    this.#windows.delete(caller)
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined && this.#windows.size >= MAX_COUNTED_NETWORKS) {
      this.#windows.delete(oldest)
    }
    const fresh = { calls: 0, endsAt: now + PUBLIC_WINDOW_MS }
    this.#windows.set(caller, fresh)
    return fresh
  }
}
