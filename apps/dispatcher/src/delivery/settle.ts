import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '@mediajobs/db'
import { retryDelayMs, TEST_EVENT, type WebhookDeliveryStatus } from '@mediajobs/domain'
import { disableSubscription } from '@mediajobs/operations/webhooks'
import type { NewWebhookJob, Store, Tx } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import type { Metrics } from '../monitoring/metrics.ts'
import type { HeldJob } from '../queue/job-queue.ts'
import type { Attempt } from './attempt.ts'
import type { DueDelivery } from './due-deliveries.ts'
import {
  CANCEL,
  type MadeAttempt,
  removalValues,
  SETTLE,
  type SettledRow,
  settleValues,
} from './settle-statement.ts'

/** `attempt` is null if there was nothing to post. */
interface Outcome {
  readonly job: HeldJob
  readonly attempt: Attempt | null
}

/** What was written for an outcome. */
export interface Settled {
  /** Null if nothing was written: another dispatcher has taken over the delivery. */
  readonly status: WebhookDeliveryStatus | null
  readonly shouldDisable: boolean
}

export interface Settler {
  /**
   * Writes an outcome in a batch with others. Pending while the database is unavailable.
   *
   * @throws when an available database refuses the outcome. The job's lease will end.
   */
  settle(outcome: Outcome): Promise<Settled>
  /** Writes outcomes at once from now on. */
  hurry(): void
  /** Gives up on outcomes that can't be written. */
  abandon(): void
}

export interface SettlerOptions {
  store: Store
  logger: Logger
  faults: FaultLog
  metrics: Metrics
  /** The wait after each failed attempt. */
  retryDelaysMs: readonly number[]
  /** Disables a subscription whose attempts have all failed for this long. Default: never. */
  disableAfterMs?: number | undefined
}

interface Waiting {
  readonly outcome: Outcome
  readonly resolve: (settled: Settled) => void
  readonly reject: (error: unknown) => void
}

// A transaction costs more than its outcomes, and delays no webhook: the slots are already free. After a kill, gathered
// outcomes are posted again, like running POSTs.
const GATHER_MS = 20
// In a backlog, this many arrive sooner.
const ENOUGH = 50
const MAX_BATCH = 200
const RETRY_MS = 500
const DOING = 'writing outcomes'

/**
 * Gathers outcomes and writes each batch in one transaction. Keeps them while the database is unavailable, bounded by the
 * jobs this process may hold.
 */
export function createSettler(options: SettlerOptions): Settler {
  const { faults } = options
  let waiting: Waiting[] = []
  let isWriting = false
  let isAbandoned = false
  let isHurried = false
  let endGathering: (() => void) | undefined

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0 && !isAbandoned) {
      await gathered()
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      await writeBatch(batch)
    }
    isWriting = false
  }

  async function gathered(): Promise<void> {
    if (isHurried || waiting.length >= ENOUGH) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      endGathering = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endGathering = undefined
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    let settled: Settled[]
    try {
      settled = await settleBatch(
        batch.map(({ outcome }) => outcome),
        options,
      )
    } catch (error) {
      faults.failed(DOING, error)
      if (!isUnavailable(error)) return writeOneByOne(batch, error)
      waiting = [...batch, ...waiting]
      await pause(RETRY_MS)
      return
    }
    faults.worked(DOING)
    batch.forEach(({ resolve }, i) => {
      resolve(settled[i] ?? { status: null, shouldDisable: false })
    })
  }

  // A refused outcome mustn't block the others.
  async function writeOneByOne(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1) return batch[0]?.reject(error)
    for (const each of batch) await writeBatch([each])
  }

  return {
    settle(outcome) {
      const settled = new Promise<Settled>((resolve, reject) => {
        waiting.push({ outcome, resolve, reject })
      })
      if (waiting.length >= ENOUGH) endGathering?.()
      if (!isWriting) void write()
      return settled
    },
    hurry() {
      isHurried = true
      endGathering?.()
    },
    abandon() {
      isAbandoned = true
    },
  }
}

/** Returns the written states, in the order of the batch. */
async function settleBatch(
  batch: readonly Outcome[],
  { store, retryDelaysMs, disableAfterMs }: SettlerOptions,
): Promise<Settled[]> {
  const made = batch.filter((outcome): outcome is MadeAttempt => outcome.attempt !== null)
  const idle = batch.filter(({ attempt }) => attempt === null).map(({ job }) => job)
  const rows = await store.transaction(async (tx) => {
    if (idle.length > 0) void tx.query(CANCEL, removalValues(idle))
    if (made.length === 0) return []
    const retries = retriesOf(made, retryDelaysMs)
    const settled = await tx.query<SettledRow>(
      SETTLE,
      settleValues(made, retries, disableAfterMs ?? null),
    )
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
 * For each attempt, the seconds until the next; null if none may follow. `SETTLE` decides between FAILED, RETRYING and
 * CANCELLED: only it knows whether the subscription is still live.
 *
 * The delay begins when the attempt ends. The database counts from its transaction's `now()`, slightly later than `nowMs`,
 * so an attempt is never early.
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

// A batch can contain two fetches of a job: one whose lease has ended, and the next.
function fetchKey(jobId: string, retryCount: number): string {
  return `${jobId}:${retryCount}`
}

const DISABLING = 'switching failing subscriptions off'

/** Disables a subscription that has failed for too long (docs/contract.md#c7-disable-after). Never rejects. */
export async function disableIfDue(
  { organizationId, subscriptionId }: DueDelivery,
  { store, logger, faults, metrics, disableAfterMs }: SettlerOptions,
): Promise<void> {
  if (disableAfterMs === undefined) return
  const ids = { organizationId, subscriptionId }
  try {
    const reason = await store.transaction((tx) => disableSubscription(tx, ids, disableAfterMs))
    faults.worked(DISABLING)
    if (reason === null) return
    metrics.disabled.inc()
    logger.warn({ ...ids, reason }, 'webhook.subscription_disabled')
  } catch (error) {
    // The subscription's next failed attempt tries again.
    faults.failed(DISABLING, error)
  }
}
