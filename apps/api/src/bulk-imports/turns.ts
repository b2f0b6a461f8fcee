import { setImmediate } from 'node:timers/promises'

// Too short to notice, far longer than a yield.
const TURN_MS = 10

/** Splits long work, so other requests are served. */
export class Turns {
  #beganAt = performance.now()

  /** Yields if this turn is over. */
  async pass(): Promise<void> {
    if (performance.now() - this.#beganAt < TURN_MS) return
    await setImmediate()
    this.#beganAt = performance.now()
  }
}
