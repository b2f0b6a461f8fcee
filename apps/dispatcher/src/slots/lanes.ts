import type { HeldJob } from '../queue/job.ts'
import { Lane } from './lane.ts'

// Empty lanes are kept, so that an endpoint that hung still has only one slot the next day.
const MAX_REMEMBERED = 10_000

/** The lanes of the subscriptions that this process has had jobs of. */
export class Lanes {
  readonly #maxWidth: number
  readonly #bySubscription = new Map<string, Lane>()

  constructor(maxWidth: number) {
    this.#maxWidth = maxWidth
  }

  of(job: HeldJob): Lane {
    const known = this.#bySubscription.get(job.subscriptionId)
    if (known) return known
    const lane = new Lane(job.organizationId, job.subscriptionId, this.#maxWidth)
    if (this.#bySubscription.size >= MAX_REMEMBERED) this.#forgetIdle()
    this.#bySubscription.set(job.subscriptionId, lane)
    return lane
  }

  #forgetIdle(): void {
    for (const [id, lane] of this.#bySubscription) {
      if (lane.running > 0 || lane.waiting.length > 0) continue
      this.#bySubscription.delete(id)
      return
    }
  }
}
