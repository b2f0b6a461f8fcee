import { setImmediate } from 'node:timers/promises'

// Too short to notice, and much longer than a yield costs.
const TURN_MS = 10

/** Splits long work on the event loop, so that other requests are served. */
export class Turns {
  #beganAt = performance.now()

  /** Yields to other requests when this turn is over. */
  async pass(): Promise<void> {
    if (performance.now() - this.#beganAt < TURN_MS) return
    await setImmediate()
    this.#beganAt = performance.now()
  }
}
