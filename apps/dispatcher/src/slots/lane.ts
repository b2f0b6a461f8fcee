import type { HeldJob } from '../queue/job.ts'
import { hostOf } from './host-shares.ts'
import type { Pace } from './pace.ts'

// A subscription begins with this many slots and gets more as its endpoint responds. So many endpoints
// that hang from the start cannot take all slots before the first timeout.
const FIRST_WIDTH = 4
const QUICK_MS = 1_000
// 8 waiting jobs × 10 s timeout = 80 s for a lane of width 1. Jobs that wait for longer than one minute are
// given back, and a fetched job expires after two minutes.
const WAITING_PER_SLOT = 8

/** The facts of a POST by which a lane adapts its width. */
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
  /** The host of its webhooks (see `hostOf`). Unknown until the first delivery was read. */
  host: string | undefined
  /** Of a subscription with `maxPerSecond`. Unknown until the first delivery was read. */
  pace: Pace | undefined
  #url: string | undefined
  readonly #maxWidth: number

  constructor(organizationId: string, subscriptionId: string, maxWidth: number) {
    this.organizationId = organizationId
    this.subscriptionId = subscriptionId
    this.#maxWidth = maxWidth
    this.width = Math.min(FIRST_WIDTH, maxWidth)
  }

  get hasRoomToWait(): boolean {
    return this.waiting.length < Math.min(this.width * WAITING_PER_SLOT, this.#paced)
  }

  /** How many jobs may wait before the next fetch leaves the lane out. */
  get enough(): number {
    return Math.min(this.width, this.#paced)
  }

  // The jobs of two seconds. More of them would only wait here.
  get #paced(): number {
    return this.pace ? 2 * this.pace.perSecond : Number.POSITIVE_INFINITY
  }

  /** The host of its webhooks, which have this URL now. It is computed only when the URL has changed. */
  hostFor(url: string): string {
    if (this.host === undefined || this.#url !== url) {
      this.#url = url
      this.host = hostOf(this.organizationId, url)
    }
    return this.host
  }

  /**
   * A quick response widens the lane by one slot. A timeout halves its width, down to one. A slow
   * response moves its width one slot nearer to the width at the beginning.
   */
  adapt({ durationMs, timedOut }: PostTiming): void {
    const first = Math.min(FIRST_WIDTH, this.#maxWidth)
    if (timedOut) this.width = Math.max(1, Math.floor(this.width / 2))
    else if (this.width < first) this.width = first
    else if (durationMs < QUICK_MS) this.width = Math.min(this.width + 1, this.#maxWidth)
    else if (this.width > first) this.width -= 1
  }
}
