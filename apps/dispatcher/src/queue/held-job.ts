import type { FetchedJob } from './job-queue.ts'

/** A fetched job in memory, from the fetch until its outcome is written or it is given back. */
export interface HeldJob extends FetchedJob {
  /** On the monotonic clock, as the lease. */
  readonly heldSinceMs: number
  /** Until then no other dispatcher can have been given it; heartbeats move it on. */
  leaseEndsAtMs: number
}

/** How a POST went, as far as slots are concerned. */
export interface PostTiming {
  durationMs: number
  timedOut: boolean
}
