import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '@mediajobs/db'
import type { ObjectStore } from '@mediajobs/object-store'
import {
  claimPreview,
  extendLease,
  finishPreview,
  type PreviewJob,
  releasePreview,
} from '@mediajobs/operations/previews'
import { LEAST_ID } from '@mediajobs/operations/turns'
import type { FaultLog, Logger, Watchdog } from '@mediajobs/runtime'
import { createBackoff, withDeadline } from '@mediajobs/runtime'
import type { Metrics } from '../monitoring/metrics.ts'
import { derive, PictureCrashed, removeDerivatives } from './derive.ts'

export interface DeriveLoopOptions {
  sql: Sql
  objectStore: ObjectStore
  logger: Logger
  faults: FaultLog
  watchdog: Watchdog
  metrics: Metrics
  /** For how long a job may read and store nothing. Default: {@link STILL_MS}. */
  maxStillMs?: number
}

export interface DeriveLoop {
  /** Takes no new job. Finishes the current one or releases it for another process. */
  stop(): Promise<void>
}

// A poll that finds nothing costs 0.2 ms. A notification at each confirm would cost every upload more, and a
// picture takes a second anyway.
const POLL_MS = 1_000
// Another process can take the job of a killed process after this time.
const LEASE_MS = 15_000
const HEARTBEAT_MS = 4_000
const DRAIN_MS = 10_000
const ABORT_MS = 2_000
// Longer than all that may take long by itself: a store is silent for a minute before its connection is closed, a
// picture is made in half a minute, and the slowest put of the largest one takes two minutes.
const STILL_MS = 180_000
// A store that sends less in that time is as good as gone.
const MOVE_BYTES = 65_536
const STILL = 'the job did not move: the store sends nothing, or takes nothing'
const CLOSED = 'the media process is about to end'
const DERIVING = 'making derivatives'

/** Makes derivatives, one media item at a time, until it is stopped. */
export function startDeriving(options: DeriveLoopOptions): DeriveLoop {
  const { sql, objectStore, logger, faults, watchdog, metrics } = options
  const { maxStillMs = STILL_MS } = options
  const stopping = new AbortController()
  let abortJob = (_reason: Error): void => {}
  let lastOrganization = LEAST_ID
  const backoff = createBackoff()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      watchdog.beat(DERIVING)
      const isIdle = await turn()
      if (isIdle) await rest(Math.max(backoff.ms, POLL_MS))
    }
  }

  /** True when the loop should rest: there was no job, or a job failed for a reason outside its picture. */
  async function turn(): Promise<boolean> {
    try {
      const job = await claimPreview(sql, lastOrganization, LEASE_MS)
      if (!job) {
        lastOrganization = LEAST_ID
        return true
      }
      lastOrganization = job.organizationId
      await work(job)
      faults.worked(DERIVING)
      backoff.worked()
      return false
    } catch (error) {
      backoff.failed()
      if (!stopping.signal.aborted) faults.failed(DERIVING, error)
      return true
    }
  }

  async function work(job: PreviewJob): Promise<void> {
    const { signal, onMoved, ended } = watch(job)
    const { organizationId, mediaId, attempts } = job
    const log = logger.child({ organizationId, mediaId, attempt: attempts })
    const startMs = performance.now()
    const onRefused = (detail: string) => log.info({ detail }, 'derivative.refused')
    try {
      const finished = await derive({ objectStore, signal, onMoved, onRefused }, job)
      await ended()
      const outcome = await finishPreview(sql, job, finished)
      if (outcome === 'deleted') await removeDerivatives(objectStore, job)
      const durationMs = Math.round(performance.now() - startMs)
      metrics.derived(finished.state, durationMs)
      log.info({ state: finished.state, outcome, durationMs }, 'derivative.finished')
    } catch (thrown) {
      await ended()
      const error: unknown = signal.aborted ? signal.reason : thrown
      await giveBack(job, error)
      if (!(error instanceof PictureCrashed)) throw error
      log.warn({ err: error }, 'derivative.crashed')
      metrics.crashed()
    }
  }

  /**
   * Renews the lease of `job` in intervals until it has `ended`. A job that does not move is aborted, and its lease is
   * not renewed any more. If it is still there after that, the watchdog notices.
   */
  function watch(job: PreviewJob) {
    const aborting = new AbortController()
    abortJob = (reason) => aborting.abort(reason)
    const still = setTimeout(() => aborting.abort(new Error(STILL)), maxStillMs)
    let extending: Promise<unknown> = Promise.resolve()
    const heartbeat = setInterval(() => {
      if (aborting.signal.aborted) return
      watchdog.beat(DERIVING)
      extending = extendLease(sql, job, LEASE_MS).catch((error) => faults.failed(DERIVING, error))
    }, HEARTBEAT_MS)
    let movedBytes = 0
    return {
      signal: aborting.signal,
      onMoved(bytes: number) {
        movedBytes += bytes
        if (movedBytes < MOVE_BYTES) return
        movedBytes = 0
        still.refresh()
      },
      async ended() {
        clearTimeout(still)
        clearInterval(heartbeat)
        // The result can be written only with the newest lease.
        await extending
      },
    }
  }

  // A picture that crashed the picture process is read again at once. The attempts are counted and bounded.
  async function giveBack(job: PreviewJob, error: unknown): Promise<void> {
    const isCounted = error instanceof PictureCrashed && !stopping.signal.aborted
    const delayMs = isCounted || stopping.signal.aborted ? 0 : backoff.nextMs
    // When the database is unavailable too, the lease ends and another process takes the job.
    await releasePreview(sql, job, { delayMs, isCounted }).catch(() => {})
  }

  async function rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await withDeadline(running, DRAIN_MS)
      abortJob(new Error(CLOSED))
      await withDeadline(running, ABORT_MS)
    },
  }
}
