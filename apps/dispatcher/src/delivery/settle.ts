import { isUnavailable } from '@mediajobs/db'
import { retryDelayMs, TEST_EVENT, type WebhookDeliveryStatus } from '@mediajobs/domain'
import type { NewWebhookJob, Store, Tx } from '@mediajobs/outbox'
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

/** A job that is done with: its attempt was made, or (`null`) there was none to make. */
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
  /** Writes it soon, with others. */
  add(outcome: Outcome): void
  /** The same; resolves when it is written, or can't be. */
  write(outcome: Outcome): Promise<void>
  /** Waits until all is written, for `limitMs` at most. */
  drain(limitMs: number): Promise<void>
}

export interface SettlerOptions {
  store: Store
  retryDelaysMs: readonly number[]
  disableAfterMs: number | null
  faults: FaultLog
  onSettled(outcome: Outcome, settled: Settled): void
  /** It could not be written, and not because the database was away: its job will lapse. */
  onLost(outcome: Outcome, error: unknown): void
}

// Long enough to write a burst in one transaction, short enough not to be seen in any figure.
const GATHER_MS = 3
const MAX_BATCH = 200
const RETRY_MS = 500
const DOING = 'writing outcomes'

/**
 * Gathers outcomes and writes each batch in one transaction. While the database is away they are
 * kept; how many there can be is bounded by the jobs that a process holds.
 */
export function createSettler(options: SettlerOptions): Settler {
  const { faults, onSettled, onLost } = options
  const writers = new Map<Outcome, () => void>()
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
      answer(outcome)
    })
  }

  // One outcome that the database refuses must not keep the others from being written.
  async function writeOneByOne(batch: readonly Outcome[], error: unknown): Promise<void> {
    const [only] = batch
    if (batch.length === 1 && only) {
      onLost(only, error)
      answer(only)
      return
    }
    for (const outcome of batch) await writeBatch([outcome])
  }

  function answer(outcome: Outcome): void {
    writers.get(outcome)?.()
    writers.delete(outcome)
  }

  function add(outcome: Outcome): void {
    waiting.push(outcome)
    writing ??= write()
  }

  return {
    add,
    write(outcome) {
      return new Promise((resolve) => {
        writers.set(outcome, resolve)
        add(outcome)
      })
    },
    async drain(limitMs) {
      const limit = new AbortController()
      await Promise.race([writing, pause(limitMs, limit.signal)])
      limit.abort()
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
 * Seconds from now to the next attempt, which is due its delay after this one has ended. The
 * transaction's `now()`, from which the database counts them, is later than the `now` of this
 * function by less than it takes to send BEGIN, so an attempt is never early.
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

// One batch can hold two fetches of one job: one that lapsed, and the one that replaced it.
function fetchKey(jobId: string, retryCount: number): string {
  return `${jobId}:${retryCount}`
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
