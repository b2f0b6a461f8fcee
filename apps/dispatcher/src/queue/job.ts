import { HEARTBEAT_SECONDS, type WebhookJob } from '@mediajobs/outbox'

/** One fetch of a job: `retryCount` names it, and fences what is done with the job later. */
export interface JobFetch {
  readonly id: string
  readonly retryCount: number
}

/** A job that this process has fetched. */
export interface FetchedJob extends WebhookJob, JobFetch {
  readonly subscriptionId: string
  /** How often a dispatcher died that held it. */
  readonly deaths: number
  /** Whether a dispatcher died while it ran this job alone. */
  readonly ranAlone: boolean
}

/** A fetched job in memory, from the fetch until its outcome is written or it is given back. */
export interface HeldJob extends FetchedJob {
  /** On the monotonic clock, as the lease. */
  readonly heldSinceMs: number
  /** Until then no other dispatcher can have been given it; heartbeats move it on. */
  leaseEndsAtMs: number
}

/**
 * When the lease of a job ends whose claim was prolonged by a statement sent at `sentAtMs`: a second
 * before the database would let it lapse, for a POST does not begin in the same instant.
 */
export function leaseEndMs(sentAtMs: number): number {
  return sentAtMs + (HEARTBEAT_SECONDS - 1) * 1_000
}
