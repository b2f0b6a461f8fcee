import { setTimeout as pause } from 'node:timers/promises'
import type { ObjectStore } from '@mediajobs/object-store'
import { claimLogo } from '@mediajobs/operations/logos'
import { claimMark } from '@mediajobs/operations/marks'
import { claimPreview } from '@mediajobs/operations/previews'
import { LEAST_ID } from '@mediajobs/operations/turns'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog, Logger, Watchdog } from '@mediajobs/runtime'
import { createBackoff, withDeadline } from '@mediajobs/runtime'
import type { Metrics } from '../metrics.ts'
import { logoWork, markWork } from './logo.ts'
import { previewWork } from './preview.ts'
import { PictureCrashed, type Work } from './work.ts'

export interface DeriveLoopOptions {
  store: Store
  objectStore: ObjectStore
  logger: Logger
  faults: FaultLog
  watchdog: Watchdog
  metrics: Metrics
  /** How long a job may go without progress. Default: {@link STILL_MS}. */
  maxStillMs?: number
}

export interface DeriveLoop {
  /** Claims no more jobs. Finishes the current one, or releases it to another process. */
  stop(): Promise<void>
}

// An empty poll costs 0.2 ms. Notifications would cost every upload more, and a picture takes a second anyway.
const POLL_MS = 1_000
// Once it ends, another process can claim a killed one's job.
const LEASE_MS = 15_000
const HEARTBEAT_MS = 4_000
const DRAIN_MS = 10_000
const ABORT_MS = 2_000
// Longer than any single step: a store is silent for a minute before its connection is closed, a picture is made in half a
// minute, and the slowest put of the largest one takes two minutes.
const STILL_MS = 180_000
// Fewer bytes in that time count as no progress.
const MOVE_BYTES = 65_536
const STILL = 'the job made no progress: the store sends or accepts nothing'
const CLOSED = 'the media process is shutting down'
const DERIVING = 'making derivatives'
const FETCHING = 'fetching work'

/** Makes derivatives, logos and watermarked pictures, one at a time, until it's stopped. */
export function startDeriving(options: DeriveLoopOptions): DeriveLoop {
  const { store, objectStore, logger, faults, watchdog, metrics } = options
  const { maxStillMs = STILL_MS } = options
  const stopping = new AbortController()
  let abortJob = (_reason: Error): void => {}
  let lastOrganization = LEAST_ID
  let lastMarked = LEAST_ID
  const backoff = createBackoff()
  const kinds = [nextPreview, nextLogo, nextMark]

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      watchdog.beat(DERIVING)
      const isIdle = await turn()
      if (isIdle) await rest(Math.max(backoff.ms, POLL_MS))
    }
  }

  /** True if the loop should rest: no job, or one failed for a reason other than its picture. */
  async function turn(): Promise<boolean> {
    const next = await nextWork()
    if (!next) return true
    try {
      await work(next)
      faults.worked(DERIVING)
      backoff.worked()
      return false
    } catch (error) {
      backoff.failed()
      if (!stopping.signal.aborted) faults.failed(DERIVING, error)
      return true
    }
  }

  /** Doesn't back off, so an idle process notices new work soon after an outage of the database. */
  async function nextWork(): Promise<Work | null> {
    try {
      const next = await claimNext()
      faults.worked(FETCHING)
      return next
    } catch (error) {
      if (!stopping.signal.aborted) faults.failed(FETCHING, error)
      return null
    }
  }

  /** Alternates between the kinds, so none starves another. */
  async function claimNext(): Promise<Work | null> {
    for (const next of [...kinds]) {
      kinds.push(...kinds.splice(0, 1))
      const work = await next()
      if (work) return work
    }
    return null
  }

  async function nextPreview(): Promise<Work | null> {
    const job = await claimPreview(store.sql, lastOrganization, LEASE_MS)
    lastOrganization = job?.organizationId ?? LEAST_ID
    return job && previewWork(store, objectStore, job)
  }

  async function nextLogo(): Promise<Work | null> {
    const job = await claimLogo(store.sql, LEASE_MS)
    return job && logoWork(store, job)
  }

  async function nextMark(): Promise<Work | null> {
    const job = await claimMark(store.sql, lastMarked, LEASE_MS)
    lastMarked = job?.organizationId ?? LEAST_ID
    return job && markWork(store, job)
  }

  async function work(job: Work): Promise<void> {
    const { signal, onMoved, ended } = watch(job)
    const log = logger.child(job.ids)
    const startMs = performance.now()
    const onRefused = (detail: string) => log.info({ detail }, 'derivative.refused')
    try {
      const finished = await job.make({ objectStore, signal, onMoved, onRefused })
      await ended()
      const outcome = await job.finish(finished)
      const durationMs = Math.round(performance.now() - startMs)
      metrics.derived(finished.state, durationMs)
      log.info({ state: finished.state, outcome, durationMs }, 'derivative.finished')
    } catch (thrown) {
      await ended()
      const error: unknown = signal.aborted ? signal.reason : thrown
      await releaseJob(job, error)
      if (!(error instanceof PictureCrashed)) throw error
      log.warn({ err: error }, 'derivative.crashed')
      metrics.crashed()
    }
  }

  /**
   * Renews the lease of `job` until it has `ended`. Aborts a job that makes no progress and stops renewing its lease. If it
   * still hangs, the watchdog notices.
   */
  function watch(job: Work) {
    const aborting = new AbortController()
    abortJob = (reason) => aborting.abort(reason)
    const still = setTimeout(() => aborting.abort(new Error(STILL)), maxStillMs)
    let extending: Promise<unknown> = Promise.resolve()
    const heartbeat = setInterval(() => {
      if (aborting.signal.aborted) return
      watchdog.beat(DERIVING)
      extending = job.extend(LEASE_MS).catch((error) => faults.failed(DERIVING, error))
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
        // Writing the result requires the newest lease.
        await extending
      },
    }
  }

  // Retries a crash immediately: attempts are counted and limited.
  async function releaseJob(job: Work, error: unknown): Promise<void> {
    const isCounted = error instanceof PictureCrashed && !stopping.signal.aborted
    const delayMs = isCounted || stopping.signal.aborted ? 0 : backoff.nextMs
    // If the database is unavailable too, the lease ends.
    await job.release({ delayMs, isCounted }).catch(() => {})
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
