import { setTimeout as pause } from 'node:timers/promises'
import type { FaultLog } from '../monitoring/fault-log.ts'
import type { Watchdog } from '../monitoring/watchdog.ts'
import type { FetchedJob } from './job.ts'
import type { JobQueue } from './job-queue.ts'

export interface FetchLoop {
  /** There may be new jobs. */
  wake(): void
  /** A subscription has room again that was left out: what waits for it may be old. */
  reopened(): void
  /** Slots are free that were not. */
  roomFreed(): void
  /** Fetches no more; resolves when a fetch that is under way has been handed on. */
  stop(): Promise<void>
}

/** What bounds a fetch. */
export interface FetchRoom {
  readonly total: number
  /** How many jobs a fetch may bring. */
  readonly room: number
  /** The subscriptions of which it shall bring none. */
  leaveOut(): string[]
}

export interface FetchLoopOptions {
  queue: JobQueue
  slots: FetchRoom
  faults: FaultLog
  watchdog: Watchdog
  /** @param fetchedAtMs when the fetch was sent, on the monotonic clock */
  onJobs(jobs: FetchedJob[], fetchedAtMs: number): void
}

// Retries that have become due notify nobody.
const POLL_MS = 500
// While slots free one after the other, a few of them are worth one fetch.
const GATHER_MS = 4
const ENOUGH_ROOM = 0.25
// The limit is part of the statement's text; powers of two keep the prepared texts few.
const MAX_FETCH = 128
const DOING = 'fetching jobs'

/**
 * Fetches as many jobs as there is room for: when woken, and every half second. While subscriptions
 * are left out, a wake fetches what is new alone, for it need not read all that waits for them.
 */
export function startFetching(options: FetchLoopOptions): FetchLoop {
  const { queue, slots, faults, watchdog, onJobs } = options
  let stopped = false
  let woken = true
  /** The last fetch ended for lack of room, not of jobs. */
  let moreAvailable = false
  /** When all that was due was fetched last, on the monotonic clock. */
  let allFetchedAtMs = Number.NEGATIVE_INFINITY
  let endWait: (() => void) | undefined
  const running = run()

  async function run(): Promise<void> {
    while (!stopped) {
      watchdog.beat(DOING)
      if (!woken) await untilWoken()
      woken = false
      try {
        await fetchWhatFits()
        faults.worked(DOING)
      } catch (error) {
        if (!stopped) faults.failed(DOING, error)
        woken = false
      }
    }
  }

  async function fetchWhatFits(): Promise<void> {
    do {
      if (moreAvailable && slots.room < slots.total * ENOUGH_ROOM) await pause(GATHER_MS)
      const limit = largestPowerOfTwo(Math.min(slots.room, MAX_FETCH))
      if (limit === 0) {
        moreAvailable = true
        return
      }
      moreAvailable = (await fetchOnce(limit)) === limit
    } while (moreAvailable && !stopped)
  }

  async function fetchOnce(limit: number): Promise<number> {
    const fetchedAtMs = performance.now()
    const except = slots.leaveOut()
    const isRecent = !moreAvailable && fetchedAtMs - allFetchedAtMs < POLL_MS
    const isForNew = except.length > 0 && isRecent
    if (!isForNew) allFetchedAtMs = fetchedAtMs
    const jobs = await (isForNew ? queue.fetchNew(limit, except) : queue.fetch(limit, except))
    watchdog.beat(DOING)
    if (jobs.length > 0) onJobs(jobs, fetchedAtMs)
    return jobs.length
  }

  async function untilWoken(): Promise<void> {
    await new Promise<void>((resolve) => {
      const sinceMs = performance.now() - allFetchedAtMs
      const timer = setTimeout(resolve, sinceMs < POLL_MS ? POLL_MS - sinceMs : POLL_MS)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endWait = undefined
  }

  function wake(): void {
    woken = true
    endWait?.()
  }

  return {
    wake,
    reopened() {
      allFetchedAtMs = Number.NEGATIVE_INFINITY
      wake()
    },
    roomFreed() {
      if (moreAvailable) wake()
    },
    async stop() {
      stopped = true
      endWait?.()
      await running
    },
  }
}

function largestPowerOfTwo(limit: number): number {
  return limit < 1 ? 0 : 2 ** Math.floor(Math.log2(limit))
}
