import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@mediajobs/outbox'
import { type AttemptOptions, makeAttempt } from './attempt.ts'
import { type Claim, claimDeliveries, claimKey } from './claim.ts'
import type { FaultLog } from './fault-log.ts'
import { leaseEndMs } from './heartbeat.ts'
import type { HeldJob } from './held-job.ts'
import type { FetchedJob, JobQueue } from './job-queue.ts'
import type { Settler } from './settle.ts'
import type { Slots } from './slots.ts'

/** The way of a job through this process: admitted, started, claimed, posted, settled. */
export interface Pipeline {
  /** Takes fetched jobs in, and gives back at once what too many others wait before. */
  accept(jobs: readonly FetchedJob[], fetchedAtMs: number): void
  /** Starts what may start now. */
  startWaiting(): void
  /** Gives back what has not started, and lets what has end, for `limitMs` at most. */
  drain(limitMs: number): Promise<void>
}

export interface PipelineOptions {
  store: Store
  queue: JobQueue
  slots: Slots
  settler: Settler
  attempts: AttemptOptions
  faults: FaultLog
  /** Slots have become free. */
  onRoom(): void
}

// Slots that free one after the other are filled together: one claim for all of them.
const GATHER_MS = 3
const CLAIM_RETRY_MS = 500
const CLAIMING = 'claiming webhook deliveries'
const GIVING_BACK = 'giving jobs back'

export function createPipeline(options: PipelineOptions): Pipeline {
  const { store, queue, slots, settler, faults, onRoom } = options
  const underWay = new Set<Promise<void>>()
  let isDraining = false
  let startTimer: NodeJS.Timeout | undefined

  function startWaiting(): void {
    clearTimeout(startTimer)
    startTimer = undefined
    if (isDraining) return
    const jobs = slots.start(performance.now())
    if (jobs.length > 0) track(run(jobs))
    onRoom()
  }

  function startSoon(delayMs = GATHER_MS): void {
    startTimer ??= setTimeout(startWaiting, delayMs)
  }

  async function run(jobs: readonly HeldJob[]): Promise<void> {
    let claims: Map<string, Claim>
    try {
      claims = await claimDeliveries(store.sql, jobs)
      faults.worked(CLAIMING)
    } catch (error) {
      faults.failed(CLAIMING, error)
      for (const job of jobs.toReversed()) slots.putBack(job)
      if (isDraining) await giveBackWaiting()
      else startSoon(CLAIM_RETRY_MS)
      return
    }
    for (const job of jobs) {
      const claim = claims.get(claimKey(job))
      if (claim) {
        track(post(job, claim))
      } else {
        slots.leave(job, null)
        settler.add({ job, attempt: null })
        startSoon()
      }
    }
  }

  async function post(job: HeldJob, claim: Claim): Promise<void> {
    const attempt = await makeAttempt(claim, options.attempts)
    slots.leave(job, attempt.timing)
    settler.add({ job, attempt })
    startSoon()
  }

  function track(work: Promise<void>): void {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  async function giveBack(jobs: readonly FetchedJob[]): Promise<void> {
    if (jobs.length === 0) return
    try {
      await queue.giveBack(jobs)
      faults.worked(GIVING_BACK)
    } catch (error) {
      // Nothing is lost: nobody prolongs these claims any more, so they lapse.
      faults.failed(GIVING_BACK, error)
    }
  }

  function giveBackWaiting(): Promise<void> {
    const jobs = slots.waiting()
    for (const job of jobs) slots.drop(job)
    return giveBack(jobs)
  }

  return {
    accept(jobs, fetchedAtMs) {
      const leaseEndsAtMs = leaseEndMs(fetchedAtMs)
      const refused = jobs.filter(
        (job) => !slots.admit({ ...job, heldSinceMs: fetchedAtMs, leaseEndsAtMs }),
      )
      if (refused.length > 0) track(giveBack(refused))
      startWaiting()
    },
    startWaiting,
    async drain(limitMs) {
      isDraining = true
      clearTimeout(startTimer)
      const endMs = performance.now() + limitMs
      track(giveBackWaiting())
      await Promise.race([allOf(underWay), pause(limitMs, undefined, { ref: false })])
      await settler.drain(Math.max(0, endMs - performance.now()))
    },
  }
}

// What ends may begin something new: a claim begins its posts.
async function allOf(underWay: ReadonlySet<Promise<void>>): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
