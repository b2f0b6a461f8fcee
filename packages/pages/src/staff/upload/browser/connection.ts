const LONGEST_WAIT_SECONDS = 30
/** Failures in a row, with a connection, after which a file has failed. */
export const MAX_FAILURES = 5

/** Waits for the network: until the browser has one, and longer after each failure. */
export class Connection {
  #failures = 0
  #until = 0

  constructor() {
    addEventListener('online', () => this.worked())
  }

  /** Resolves when a call may be made. Some systems never say that they are online: so it tries at times. */
  async ready(): Promise<void> {
    const left = navigator.onLine ? this.#until - performance.now() : LONGEST_WAIT_SECONDS * 1_000
    if (left <= 0) return
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, left)
    })
  }

  /** @param seconds that the service asked for */
  failed(seconds?: number): void {
    // Four files that fail together are one failure.
    if (performance.now() < this.#until) return
    const wait = seconds ?? Math.min(2 ** this.#failures, LONGEST_WAIT_SECONDS)
    this.#failures += 1
    this.#until = performance.now() + wait * 1_000
  }

  worked(): void {
    this.#failures = 0
    this.#until = 0
  }
}
