import type { Store } from '@mediajobs/outbox'
import { type FaultLog, withDeadline } from '@mediajobs/runtime'
import { type FetchedJob, type HeldJob, leaseEndMs } from '../queue/job.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import { mustRunAlone } from '../queue/must-run-alone.ts'
import type { Slots } from '../slots/slots.ts'
import { runAlone } from './alone-run.ts'
import { type Attempt, type AttemptOptions, unsendableAttempt } from './attempt.ts'
import { attemptKey, type DueJob, readDueDeliveries } from './due-delivery.ts'
import type { NewJob } from './fetch-due.ts'
import { createPacer } from './pacer.ts'
import type { Payloads } from './payloads.ts'
import { postDue } from './post-due.ts'
import type { Settler } from './settle.ts'

/** The steps of a job in this process: admit, start, read, post, settle. */
export interface Pipeline {
  /** Admits fetched jobs. A job that would wait behind too many others is given back at once. */
  accept(jobs: readonly NewJob[], fetchedAtMs: number): void
  /** Starts the jobs that may start now. */
  startWaiting(): void
  /** Gives back the jobs that have not started. Waits for the others, at most `limitMs`. */
  drain(limitMs: number): Promise<void>
}

export interface PipelineOptions {
  store: Store
  queue: JobQueue
  slots: Slots
  payloads: Payloads
  settler: Settler
  attempts: AttemptOptions
  faults: FaultLog
  /** Slots have become free. */
  onRoom(): void
  /** A job begins to run alone. */
  onAlone(job: HeldJob): void
}

// Slots become free one after the other. A short wait lets one statement read for several of them.
const GATHER_MS = 3
const READ_RETRY_MS = 500
const NONE: ReadonlyMap<string, DueJob> = new Map()
// A move freezes an organization for some seconds. After it was moved, its jobs are removed here.
const FROZEN_AGAIN_SECONDS = 1
const READING = 'reading webhook deliveries'
const GIVING_BACK = 'giving jobs back'

/** See `slots.ts` for the states of a job. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { store, queue, slots, payloads, settler, faults, onRoom } = options
  const posting = { ...options, onRoom: () => startSoon() }
  const pacer = createPacer({ sql: store.sql, slots, faults, onMoment: () => startWaiting() })
  const underWay = new Set<Promise<void>>()
  let isDraining = false
  let startTimer: NodeJS.Timeout | undefined

  /** @param found deliveries that were read at this moment, by `attemptKey` */
  function startWaiting(found: ReadonlyMap<string, DueJob> = NONE): void {
    clearTimeout(startTimer)
    startTimer = undefined
    if (isDraining) return
    const jobs = slots.start(performance.now())
    const [first] = jobs
    if (first && mustRunAlone(first)) track(alone(first))
    else if (jobs.length > 0) track(run(jobs, found))
    pacer.look()
    onRoom()
  }

  function startSoon(delayMs = GATHER_MS): void {
    startTimer ??= setTimeout(() => startWaiting(), delayMs)
  }

  async function run(jobs: readonly HeldJob[], found: ReadonlyMap<string, DueJob>): Promise<void> {
    const ready = jobs.filter((job) => found.has(attemptKey(job)))
    const refused = ready.filter((job) => !begin(job, found.get(attemptKey(job))))
    if (refused.length > 0) await putBack(refused)
    const unread = jobs.filter((job) => !found.has(attemptKey(job)))
    if (unread.length > 0) await readAndBegin(unread)
  }

  async function readAndBegin(jobs: readonly HeldJob[]): Promise<void> {
    let dues: Map<string, DueJob>
    try {
      dues = await readDueDeliveries(store.sql, jobs, payloads.inlineBytes)
      faults.worked(READING)
    } catch (error) {
      faults.failed(READING, error)
      return putBack(jobs, READ_RETRY_MS)
    }
    await putBack(jobs.filter((job) => !begin(job, dues.get(attemptKey(job)))))
  }

  /** False when the job must wait once more. */
  function begin(job: HeldJob, found: DueJob | undefined): boolean {
    // The lease has ended, because this process or the database did not run for a while. Another dispatcher
    // may have the job now.
    if (job.leaseEndsAtMs <= performance.now()) return false
    if (!found) end(job, null)
    else if (found.isFrozen) leaveToLater(job)
    else if (job.ranAlone) end(job, unsendableAttempt(found.due, 'crashed'))
    else if (slots.goTo(job, found.due)) track(post(job, found))
    else return false
    return true
  }

  async function post(job: HeldJob, found: DueJob): Promise<void> {
    const attempt = await postDue(job, found, posting)
    if (attempt) end(job, attempt)
    else await putBack([job], READ_RETRY_MS)
  }

  function end(job: HeldJob, attempt: Attempt | null): void {
    slots.leave(job, attempt?.timing ?? null)
    settler.add({ job, attempt })
    startSoon()
  }

  /** Gives a started job back: its organization takes no writes now, so its outcome could not be written. */
  function leaveToLater(job: HeldJob): void {
    slots.leave(job, null)
    slots.forget(job)
    track(giveBack([job], FROZEN_AGAIN_SECONDS))
  }

  async function alone(job: HeldJob): Promise<void> {
    const outcome = await runAlone(job, options)
    if (outcome === 'again') return putBack([job], READ_RETRY_MS)
    slots.leave(job, outcome?.timing ?? null)
    slots.forget(job)
    startSoon()
  }

  /** Lets started jobs wait again, ahead of later jobs. */
  async function putBack(jobs: readonly HeldJob[], delayMs?: number): Promise<void> {
    for (const job of jobs.toReversed()) slots.putBack(job)
    if (isDraining) await giveBackWaiting()
    else if (delayMs !== undefined) startSoon(delayMs)
    else pacer.look()
  }

  function track(work: Promise<void>): void {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  async function giveBack(jobs: readonly FetchedJob[], delaySeconds = 0): Promise<void> {
    if (jobs.length === 0) return
    try {
      await queue.giveBack(jobs, delaySeconds)
      faults.worked(GIVING_BACK)
    } catch (error) {
      // No job is lost: the leases of these jobs are no longer renewed, so they end.
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
      const found = new Map<string, DueJob>()
      const refused = jobs.filter(({ found: due, ...job }) => {
        if (due) found.set(attemptKey(job), due)
        return !slots.admit({ ...job, heldSinceMs: fetchedAtMs, leaseEndsAtMs })
      })
      if (refused.length > 0) track(giveBack(refused))
      startWaiting(found)
    },
    startWaiting: () => startWaiting(),
    async drain(limitMs) {
      isDraining = true
      clearTimeout(startTimer)
      pacer.stop()
      const endMs = performance.now() + limitMs
      payloads.refuseWaiting()
      track(giveBackWaiting())
      await withDeadline(allOf(underWay), limitMs)
      await settler.drain(Math.max(0, endMs - performance.now()))
    },
  }
}

// A step that ends may begin another one: a read begins its posts.
async function allOf(underWay: ReadonlySet<Promise<void>>): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
