import { MAX_COUNTED_NETWORKS, MAX_PUBLIC_CALLS, PUBLIC_WINDOW_MS } from '@mediajobs/domain'
import { networkOf } from '@mediajobs/operations/credentials'
import { tooMany } from '@mediajobs/operations/errors'
import fp from 'fastify-plugin'

/**
 * Counts the calls of operations without a credential, for each network, before the body is read and before
 * any query. It protects this process, so each process counts for itself.
 * docs/contract.md#c10-public-bodies
 */
export const networkCalls = fp(async (app) => {
  const calls = new NetworkCalls()

  app.addHook('onRequest', async (request) => {
    const { access, isProbe, isCountedByItsCall } = request.routeOptions.config
    if (access !== 'public' || isProbe || isCountedByItsCall || request.is404) return
    const waitMs = calls.take(networkOf(request.ip))
    if (waitMs === 0) return
    throw tooMany(
      'rate_limited',
      'Too many calls without a credential from this network: wait for as long as Retry-After says.',
      Math.ceil(waitMs / 1_000),
    )
  })
})

interface Window {
  calls: number
  endsAt: number
}

class NetworkCalls {
  readonly #windows = new Map<string, Window>()

  /** Counts a call. @returns the milliseconds to wait when there were too many, otherwise 0 */
  take(network: string): number {
    const now = performance.now()
    const window = this.#windowOf(network, now)
    if (window.calls >= MAX_PUBLIC_CALLS) return window.endsAt - now
    window.calls++
    return 0
  }

  #windowOf(network: string, now: number): Window {
    const window = this.#windows.get(network)
    if (window && window.endsAt > now) return window
    // A map keeps the order of insertion, so its first window is the one that ends first.
    this.#windows.delete(network)
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined && this.#windows.size >= MAX_COUNTED_NETWORKS) {
      this.#windows.delete(oldest)
    }
    const fresh = { calls: 0, endsAt: now + PUBLIC_WINDOW_MS }
    this.#windows.set(network, fresh)
    return fresh
  }
}
