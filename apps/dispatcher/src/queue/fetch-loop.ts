import { setTimeout as pause } from 'node:timers/promises'
import type { FaultLog, Watchdog } from '@mediajobs/runtime'
import type { FetchedJob } from './job.ts'

export interface FetchLoop<Job> {
  /**
   * Begins to fetch.
   *
   * @param onJobs called with the jobs of one fetch, and the time on the monotonic clock when it was sent
   */
  start(onJobs: (jobs: Job[], fetchedAtMs: number) => void): void
  /** Call this when there may be new jobs. */
  wake(): void
  /** Call this when a subscription that was left out has room again. Its jobs in the queue may be old. */
  reopened(): void
  /** Call this when slots have become free. */
  roomFreed(): void
  /** Fetches no more. Resolves when `onJobs` has got the jobs of the running fetch. */
  stop(): Promise<void>
}

/** The limits of a fetch, from the slots of this process. */
interface FetchRoom {
  readonly total: number
  /** How many jobs a fetch may bring. */
  readonly room: number
  /** The ids of the subscriptions that the next fetch leaves out. */
  leaveOut(): string[]
}

/** Where the jobs come from. */
interface JobSource<Job> {
  /** Fetches at most `limit` jobs that are due, first attempts first, without `exceptSubscriptions`. */
  fetch(limit: number, exceptSubscriptions: string[]): Promise<Job[]>
  /** The same, but only first attempts of the last two seconds: a wake announces these. */
  fetchNew(limit: number, exceptSubscriptions: string[]): Promise<Job[]>
}

export interface FetchLoopOptions<Job> {
  queue: JobSource<Job>
  slots: FetchRoom
  faults: FaultLog
  watchdog: Watchdog
}

// No notification is sent when a retry becomes due.
const POLL_MS = 500
// Slots become free one after the other. A short wait lets one fetch fill several of them.
const GATHER_MS = 4
const ENOUGH_ROOM = 0.25
// The limit is part of the statement's text. Powers of two keep the number of prepared texts small.
const MAX_FETCH = 128
const DOING = 'fetching jobs'

/**
 * Fetches as many jobs as there is room for, at each wake and every half second. Within that time, a wake fetches
 * only new jobs: that is cheaper, and does not read all jobs that wait for a subscription that is left out.
 */
export function createFetchLoop<Job extends FetchedJob>(
  options: FetchLoopOptions<Job>,
): FetchLoop<Job> {
  const { queue, slots, faults, watchdog } = options
  let stopped = false
  let woken = true
  /** The last fetch was limited by the room: the queue may have more jobs that are due. */
  let moreAvailable = false
  /** When the last fetch of all due jobs was sent, on the monotonic clock. */
  let allFetchedAtMs = Number.NEGATIVE_INFINITY
  let endWait: (() => void) | undefined
  let running: Promise<void> | undefined

  type OnJobs = Parameters<FetchLoop<Job>['start']>[0]

  async function run(onJobs: OnJobs): Promise<void> {
    while (!stopped) {
      watchdog.beat(DOING)
      if (!woken) await untilWoken()
      woken = false
      try {
        await fetchWhatFits(onJobs)
        faults.worked(DOING)
      } catch (error) {
        if (!stopped) faults.failed(DOING, error)
        woken = false
      }
    }
  }

  async function fetchWhatFits(onJobs: OnJobs): Promise<void> {
    do {
      if (moreAvailable && slots.room < slots.total * ENOUGH_ROOM) await pause(GATHER_MS)
      const limit = largestPowerOfTwo(Math.min(slots.room, MAX_FETCH))
      if (limit === 0) {
        moreAvailable = true
        return
      }
      moreAvailable = (await fetchOnce(limit, onJobs)) === limit
    } while (moreAvailable && !stopped)
  }

  async function fetchOnce(limit: number, onJobs: OnJobs): Promise<number> {
    const fetchedAtMs = performance.now()
    const except = slots.leaveOut()
    const isForNew = !moreAvailable && fetchedAtMs - allFetchedAtMs < POLL_MS
    if (!isForNew) allFetchedAtMs = fetchedAtMs
    const jobs = await (isForNew ? queue.fetchNew(limit, except) : queue.fetch(limit, except))
    watchdog.beat(DOING)
    if (jobs.length > 0) onJobs(jobs, fetchedAtMs)
    return jobs.length
  }

  async function untilWoken(): Promise<void> {
    await new Promise<void>((resolve) => {
      const sinceMs = performance.now() - allFetchedAtMs
      // A timer may end up to a millisecond early. The fetch would then be one of new jobs.
      const waitMs = Math.ceil(sinceMs < POLL_MS ? POLL_MS - sinceMs : POLL_MS) + 1
      const timer = setTimeout(resolve, waitMs)
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
    start(onJobs) {
      running ??= run(onJobs)
    },
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
