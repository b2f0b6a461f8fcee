import { MAX_COUNTED_NETWORKS, MAX_PUBLIC_CALLS, PUBLIC_WINDOW_MS } from '@mediajobs/domain'

interface Window {
  calls: number
  endsAt: number
}

/**
 * Counts calls that need no credential, for each network or each link. It protects this process, so each process
 * counts for itself. docs/contract.md#c10-public-bodies
 */
export class CallWindows {
  readonly #windows = new Map<string, Window>()

  /** Counts a call. @returns the milliseconds to wait when there were too many, otherwise 0 */
  take(caller: string): number {
    const now = performance.now()
    const window = this.#windowOf(caller, now)
    if (window.calls >= MAX_PUBLIC_CALLS) return window.endsAt - now
    window.calls++
    return 0
  }

  #windowOf(caller: string, now: number): Window {
    const window = this.#windows.get(caller)
    if (window && window.endsAt > now) return window
    // A map keeps the order of insertion, so its first window is the one that ends first.
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
