import { setImmediate } from 'node:timers/promises'

// Too short for a caller to notice, and much longer than an interruption takes.
const TURN_MS = 10

/** Interrupts long work on the event loop, so that other requests are served in between. */
export class Turns {
  #beganAt = performance.now()

  /** Lets other requests run when the turn of this work is over. */
  async pass(): Promise<void> {
    if (performance.now() - this.#beganAt < TURN_MS) return
    await setImmediate()
    this.#beganAt = performance.now()
  }
}
