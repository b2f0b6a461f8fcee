import { setTimeout as pause } from 'node:timers/promises'
import { ALL_DAYS, type Day, dayOf, type Sql } from '@mediajobs/db'
import { type FaultLog, untilSharedWake, type Watchdog } from '@mediajobs/runtime'
import type { JobQueue } from '../queue/job-queue.ts'
import type { Slots } from '../slots/slots.ts'
import { fetchDue, type NewJob } from './due-deliveries.ts'

export interface FetchLoop {
  /** Yields fetches until {@link stop}. */
  fetches(): AsyncGenerator<Fetch>
  /** Call when there may be new jobs. */
  wake(): void
  /** Call when a skipped subscription has room again. Its queued jobs may be old. */
  reopened(): void
  /** Call when slots are free again. */
  roomFreed(): void
  stop(): void
}

interface Fetch {
  readonly jobs: readonly NewJob[]
  /** On the monotonic clock. */
  readonly sentAtMs: number
}

export interface FetchLoopOptions {
  sql: Sql
  queue: Pick<JobQueue, 'fetch'>
  slots: Pick<Slots, 'total' | 'room' | 'leaveOut'>
  /** Event data up to this size is read with its delivery. */
  inlineBytes: number
  faults: FaultLog
  watchdog: Watchdog
}

// Slots free up one by one. A short wait lets one fetch fill several.
const GATHER_MS = 4
const ENOUGH_ROOM = 0.25
// Powers of two keep the number of prepared statements small.
const MAX_FETCH = 128
const DOING = 'fetching jobs'

/**
 * Fetches as many jobs as there's room for, on each wake and every 0.8 s: no notification is sent when a retry becomes
 * due. Between these polls, a wake fetches only new jobs: cheaper, and doesn't read the backlog of skipped subscriptions.
 */
export function createFetchLoop(options: FetchLoopOptions): FetchLoop {
  const { sql, queue, slots, inlineBytes, faults, watchdog } = options
  let isStopped = false
  let isWoken = true
  /** The last fetch used all room: more jobs may be due. */
  let moreAvailable = false
  let isPollDue = true
  /** Day of the newest delivery. Right after midnight, new jobs come without their deliveries. */
  let newestDay: Day = ALL_DAYS
  let endWait: (() => void) | undefined

  async function* fetches(): AsyncGenerator<Fetch> {
    while (!isStopped) {
      watchdog.beat(DOING)
      if (!isWoken) await untilWoken()
      isWoken = false
      let fetched: Fetch | null
      do {
        fetched = await fetchWhatFits()
        if (fetched && fetched.jobs.length > 0) yield fetched
      } while (fetched && moreAvailable && !isStopped)
    }
  }

  /** Null if there is no room or the fetch failed. */
  async function fetchWhatFits(): Promise<Fetch | null> {
    try {
      if (moreAvailable && slots.room < slots.total * ENOUGH_ROOM) await pause(GATHER_MS)
      const limit = largestPowerOfTwo(Math.min(slots.room, MAX_FETCH))
      const fetched = limit > 0 ? await fetchOnce(limit) : null
      moreAvailable = fetched === null || fetched.jobs.length === limit
      faults.worked(DOING)
      return fetched
    } catch (error) {
      if (!isStopped) faults.failed(DOING, error)
      isWoken = false
      return null
    }
  }

  async function fetchOnce(limit: number): Promise<Fetch> {
    const sentAtMs = performance.now()
    const except = slots.leaveOut()
    const isForNew = !moreAvailable && !isPollDue
    isPollDue = false
    const jobs = isForNew ? await fetchNew(limit, except) : await queue.fetch(limit, except)
    watchdog.beat(DOING)
    return { jobs, sentAtMs }
  }

  async function fetchNew(limit: number, except: string[]): Promise<readonly NewJob[]> {
    const jobs = await fetchDue(sql, newestDay, limit, except, inlineBytes)
    const newest = jobs.at(-1)
    if (newest) newestDay = dayOf(newest.deliveryId)
    return jobs
  }

  async function untilWoken(): Promise<void> {
    await new Promise<void>((resolve) => {
      endWait = resolve
    })
    endWait = undefined
  }

  function wake(): void {
    isWoken = true
    endWait?.()
  }

  function poll(): void {
    isPollDue = true
    wake()
  }

  function schedulePoll(): NodeJS.Timeout {
    return setTimeout(() => {
      poll()
      timer = schedulePoll()
    }, untilSharedWake())
  }

  let timer = schedulePoll()
  return {
    fetches,
    wake,
    reopened: poll,
    roomFreed() {
      if (moreAvailable) wake()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      endWait?.()
    },
  }
}

function largestPowerOfTwo(limit: number): number {
  return limit < 1 ? 0 : 2 ** Math.floor(Math.log2(limit))
}
