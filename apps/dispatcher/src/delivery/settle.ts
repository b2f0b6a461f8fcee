import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '@mediajobs/db'
import { retryDelayMs, TEST_EVENT, type WebhookDeliveryStatus } from '@mediajobs/domain'
import type { NewWebhookJob, Store, Tx } from '@mediajobs/outbox'
import { withDeadline } from '@mediajobs/runtime'
import type { FaultLog } from '../monitoring/fault-log.ts'
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

/** What came of a job: an attempt, or `null` when there was nothing to post. */
export interface Outcome {
  readonly job: HeldJob
  readonly attempt: Attempt | null
}

/** What was written: `null` when another dispatcher had taken the delivery over. */
export interface Settled {
  readonly status: WebhookDeliveryStatus | null
  readonly shouldDisable: boolean
}

export interface Settler {
  /** Writes an outcome soon, in a batch with others. */
  add(outcome: Outcome): void
  /** The same. Resolves when the outcome is written, or is lost. */
  write(outcome: Outcome): Promise<void>
  /** Waits until all outcomes are written, but for no longer than `limitMs`. */
  drain(limitMs: number): Promise<void>
}

export interface SettlerOptions {
  store: Store
  retryDelaysMs: readonly number[]
  disableAfterMs: number | null
  faults: FaultLog
  onSettled(outcome: Outcome, settled: Settled): void
  /** The database refused to write it, and was not away. The claim on its job will lapse. */
  onLost(outcome: Outcome, error: unknown): void
}

// Long enough to write a burst in one transaction, too short to be seen in any measurement.
const GATHER_MS = 3
const MAX_BATCH = 200
const RETRY_MS = 500
const DOING = 'writing outcomes'

/**
 * Gathers outcomes and writes each batch in one transaction. While the database is away, outcomes are
 * kept. There are never more of them than jobs that this process may hold.
 */
export function createSettler(options: SettlerOptions): Settler {
  const { faults, onSettled, onLost } = options
  const resolvers = new Map<Outcome, () => void>()
  let waiting: Outcome[] = []
  let writing: Promise<void> | undefined
  let abandoned = false

  async function write(): Promise<void> {
    await pause(GATHER_MS)
    while (waiting.length > 0 && !abandoned) {
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      await writeBatch(batch)
    }
    writing = undefined
  }

  async function writeBatch(batch: readonly Outcome[]): Promise<void> {
    let settled: Settled[]
    try {
      settled = await settle(batch, options)
    } catch (error) {
      faults.failed(DOING, error)
      if (!isUnavailable(error)) return writeOneByOne(batch, error)
      waiting = [...batch, ...waiting]
      await pause(RETRY_MS)
      return
    }
    faults.worked(DOING)
    batch.forEach((outcome, i) => {
      onSettled(outcome, settled[i] ?? { status: null, shouldDisable: false })
      resolveWriter(outcome)
    })
  }

  // An outcome that the database refuses must not keep the others from being written.
  async function writeOneByOne(batch: readonly Outcome[], error: unknown): Promise<void> {
    const [only] = batch
    if (batch.length === 1 && only) {
      onLost(only, error)
      resolveWriter(only)
      return
    }
    for (const outcome of batch) await writeBatch([outcome])
  }

  function resolveWriter(outcome: Outcome): void {
    resolvers.get(outcome)?.()
    resolvers.delete(outcome)
  }

  function add(outcome: Outcome): void {
    waiting.push(outcome)
    writing ??= write()
  }

  return {
    add,
    write(outcome) {
      return new Promise((resolve) => {
        resolvers.set(outcome, resolve)
        add(outcome)
      })
    },
    async drain(limitMs) {
      await withDeadline(writing, limitMs)
      abandoned = true
    },
  }
}

async function settle(batch: readonly Outcome[], options: SettlerOptions): Promise<Settled[]> {
  const { store, disableAfterMs } = options
  const made = batch.filter((outcome): outcome is MadeAttempt => outcome.attempt !== null)
  const idle = batch.filter(({ attempt }) => attempt === null).map(({ job }) => job)
  const rows = await store.transaction(async (tx) => {
    if (idle.length > 0) void tx.query(CANCEL, removalValues(idle))
    if (made.length === 0) return []
    const retries = retriesOf(made, options.retryDelaysMs)
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
 * An attempt is due its delay after the one before has ended. The database counts the seconds from
 * the `now()` of the transaction. That is later than the `now` of this function, by less than it takes
 * to send BEGIN, so an attempt is never early.
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

// A batch can hold two fetches of one job: one whose claim has lapsed, and the next one.
function fetchKey(jobId: string, retryCount: number): string {
  return `${jobId}:${retryCount}`
}
