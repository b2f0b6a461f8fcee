import type { Client } from 'pg'
import { UNAVAILABILITIES, type Unavailability, unavailabilityOf } from '../database-error.ts'

// Longer than the time between two changes of a service that is used, and short enough to be over soon after its
// operator has made room.
const FULL_MS = 15_000

/** Counts how often the database could not be used, by the reason. Any process can then tell a full disk from a cut line. */
export class Refusals {
  readonly counts: Record<Unavailability, number>
  #fullAtMs = Number.NEGATIVE_INFINITY

  constructor() {
    const zeros = UNAVAILABILITIES.map((reason) => [reason, 0])
    this.counts = Object.fromEntries(zeros)
  }

  /** Whether a change was refused just now because the disk is full. */
  get isFull(): boolean {
    return performance.now() - this.#fullAtMs < FULL_MS
  }

  /** Counts what the server refuses on an open connection: each statement once, also if nobody reads its result. */
  watch({ connection }: Client): void {
    connection.on('errorMessage', (error: unknown) => this.note(error))
  }

  /** Counts an error. Errors of any other kind do not count. */
  note(error: unknown): void {
    const reason = unavailabilityOf(error)
    if (reason === null) return
    this.counts[reason] += 1
    if (reason === 'full') this.#fullAtMs = performance.now()
  }

  /** Counts the failure of `connecting`. */
  async connected<Result>(connecting: Promise<Result>): Promise<Result> {
    try {
      return await connecting
    } catch (error) {
      this.note(error)
      throw error
    }
  }
}
