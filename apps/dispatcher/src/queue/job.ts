import { HEARTBEAT_SECONDS, type WebhookJob } from '@mediajobs/outbox'

/**
 * One fetch of a job. Each fetch of the same job has another `retryCount`. A statement that names
 * both cannot touch a job that another dispatcher has fetched since.
 */
export interface JobFetch {
  readonly id: string
  readonly retryCount: number
}

/** A job that this process has fetched. */
export interface FetchedJob extends WebhookJob, JobFetch {
  readonly subscriptionId: string
  /** How many dispatchers died while they held the job. */
  readonly deaths: number
  /** Whether a dispatcher died while it ran this job alone. */
  readonly ranAlone: boolean
}

/** A fetched job in memory, from the fetch until its outcome is written or it is given back. */
export interface HeldJob extends FetchedJob {
  /** Milliseconds on the monotonic clock. */
  readonly heldSinceMs: number
  /**
   * Milliseconds on the monotonic clock. Before this time, no other dispatcher can fetch the job. Each
   * heartbeat extends it.
   */
  leaseEndsAtMs: number
}

/**
 * When a lease ends that was taken or renewed by a statement sent at `sentAtMs`. This is one second before it
 * ends in the database, because a POST begins a little after the check of the lease.
 */
export function leaseEndMs(sentAtMs: number): number {
  return sentAtMs + (HEARTBEAT_SECONDS - 1) * 1_000
}
