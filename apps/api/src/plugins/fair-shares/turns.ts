import { setImmediate } from 'node:timers/promises'

// Too short to notice, far longer than a yield.
const TURN_MS = 5

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Splits long work, so other requests are served. One turn of the event loop has one turn of work: many large bodies
 * at once hold others up no longer than one.
 */
export class Turns {
  #beganAt = performance.now()

  /** Yields if this turn is over. */
  async pass(): Promise<void> {
    if (performance.now() - this.#beganAt < TURN_MS) return
    lastTurn = lastTurn.then(() => setImmediate())
    await lastTurn
    this.#beganAt = performance.now()
  }
}
