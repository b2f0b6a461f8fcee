import { setImmediate } from 'node:timers/promises'

// Short beside what a caller notices, long beside what an interruption costs.
const TURN_MS = 10

/** Long work on the event loop that lets other requests be served in between. */
export class Turns {
  #beganAt = performance.now()

  /** Waits for the others when the work had its turn. */
  async pass(): Promise<void> {
    if (performance.now() - this.#beganAt < TURN_MS) return
    await setImmediate()
    this.#beganAt = performance.now()
  }
}
