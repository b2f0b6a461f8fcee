import { retryDelayMs, TEST_EVENT, type WebhookDeliveryStatus } from '@mediajobs/domain'
import type { NewWebhookJob, Store, Tx } from '@mediajobs/outbox'
import type { HeldJob } from '../queue/job.ts'
import type { Attempt } from './attempt.ts'
import {
  CANCEL,
  type MadeAttempt,
  removalValues,
  SETTLE,
  type SettledRow,
  settleValues,
} from './settle-statement.ts'

/** The outcome of a job: an attempt, or `null` when there was nothing to post. */
export interface Outcome {
  readonly job: HeldJob
  readonly attempt: Attempt | null
}

/** What was written for an outcome. */
export interface Settled {
  /** Null when nothing was written, because another dispatcher had taken the delivery over. */
  readonly status: WebhookDeliveryStatus | null
  readonly shouldDisable: boolean
}

export interface SettleOptions {
  store: Store
  /** The wait after each failed attempt. */
  retryDelaysMs: readonly number[]
  /** A subscription whose attempts have all failed for this long is switched off. Null: never. */
  disableAfterMs: number | null
}

/** Writes a batch in one transaction. Returns the written states, in the order of the batch. */
export async function settleBatch(
  batch: readonly Outcome[],
  { store, retryDelaysMs, disableAfterMs }: SettleOptions,
): Promise<Settled[]> {
  const made = batch.filter((outcome): outcome is MadeAttempt => outcome.attempt !== null)
  const idle = batch.filter(({ attempt }) => attempt === null).map(({ job }) => job)
  const rows = await store.transaction(async (tx) => {
    if (idle.length > 0) void tx.query(CANCEL, removalValues(idle))
    if (made.length === 0) return []
    const retries = retriesOf(made, retryDelaysMs)
    const settled = await tx.query<SettledRow>(SETTLE, settleValues(made, retries, disableAfterMs))
    await enqueueRetries(tx, made, retries, settled)
    return settled
  })
  const byFetch = new Map(rows.map((row) => [fetchKey(row.jobId, row.retryCount), row]))
  return batch.map(({ job }) => {
    const row = byFetch.get(fetchKey(job.id, job.retryCount))
    return { status: row?.status ?? null, shouldDisable: row?.shouldDisable === true }
  })
}

/**
 * For each attempt, the seconds from now to the next one; null when none may follow. This decides
 * only whether a retry is allowed. `SETTLE` decides between FAILED, RETRYING and CANCELLED, because
 * only there it is known whether the subscription is still live.
 *
 * The delay of an attempt begins when the attempt before has ended. The database counts the seconds from the
 * `now()` of the transaction. That is a little later than `nowMs` of this function, so an attempt is never
 * early.
 */
function retriesOf(made: readonly MadeAttempt[], delaysMs: readonly number[]): (number | null)[] {
  const nowMs = performance.now()
  return made.map(({ attempt: { due, succeeded, isRepeatable, finishedAtMs } }) => {
    if (succeeded || !isRepeatable || due.byHand || due.event === TEST_EVENT) return null
    const delayMs = retryDelayMs(delaysMs, due.attempt)
    if (delayMs === null) return null
    return Math.max(0, Math.ceil(delayMs - (nowMs - finishedAtMs))) / 1_000
  })
}

async function enqueueRetries(
  tx: Tx,
  made: readonly MadeAttempt[],
  retries: readonly (number | null)[],
  settled: readonly SettledRow[],
): Promise<void> {
  const retrying = settled.filter((row) => row.status === 'RETRYING')
  const keys = new Set(retrying.map((row) => fetchKey(row.jobId, row.retryCount)))
  const jobs: NewWebhookJob[] = []
  made.forEach(({ job }, i) => {
    if (!keys.has(fetchKey(job.id, job.retryCount))) return
    const { organizationId, deliveryId, subscriptionId, attempt, traceparent } = job
    const startAfterSeconds = retries[i] ?? 0
    const next = { organizationId, deliveryId, subscriptionId, attempt: attempt + 1 }
    jobs.push({ ...next, startAfterSeconds, ...(traceparent !== undefined && { traceparent }) })
  })
  if (jobs.length > 0) await tx.webhookQueue.insert(tx, jobs)
}

// A batch can contain two fetches of one job: one whose lease has ended, and the next one.
function fetchKey(jobId: string, retryCount: number): string {
  return `${jobId}:${retryCount}`
}
