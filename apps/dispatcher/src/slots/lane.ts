import type { HeldJob } from '../queue/job.ts'
import { hostOf } from './host-shares.ts'

// A subscription begins with this many slots and gets more as it answers, so that many endpoints
// that hang from the start cannot take all slots before the first timeout.
const FIRST_WIDTH = 4
const QUICK_MS = 1_000
// Of a lane one slot wide these wait for 80 s at ten seconds each: jobs that wait for longer than
// a minute are given back, and a claim lapses after two.
const WAITING_PER_SLOT = 8

/** How a POST went, as far as slots are concerned. */
export interface PostTiming {
  durationMs: number
  timedOut: boolean
}

/** The jobs of one subscription in this process, and how many of them may be posted at once. */
export class Lane {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly waiting: HeldJob[] = []
  running = 0
  width: number
  /** Where its webhooks go (see `hostOf`); not known before the first of them was read. */
  host: string | undefined
  #url: string | undefined
  readonly #maxWidth: number

  constructor(organizationId: string, subscriptionId: string, maxWidth: number) {
    this.organizationId = organizationId
    this.subscriptionId = subscriptionId
    this.#maxWidth = maxWidth
    this.width = Math.min(FIRST_WIDTH, maxWidth)
  }

  get hasRoomToWait(): boolean {
    return this.waiting.length < this.width * WAITING_PER_SLOT
  }

  /** Notes where its webhooks go now; answers the host. */
  leadTo(url: string): string {
    if (this.host === undefined || this.#url !== url) {
      this.#url = url
      this.host = hostOf(this.organizationId, url)
    }
    return this.host
  }

  /** Quick answers widen the lane, timeouts halve it down to one slot, slow answers lead to the middle. */
  adapt({ durationMs, timedOut }: PostTiming): void {
    const first = Math.min(FIRST_WIDTH, this.#maxWidth)
    if (timedOut) this.width = Math.max(1, Math.floor(this.width / 2))
    else if (this.width < first) this.width = first
    else if (durationMs < QUICK_MS) this.width = Math.min(this.width + 1, this.#maxWidth)
    else if (this.width > first) this.width -= 1
  }
}
