import { MAX_CRASHES_OF_A_JOB } from '@mediajobs/domain'
import { type Watchdog, withDeadline } from '@mediajobs/runtime'
import { type FetchedJob, type HeldJob, type JobQueue, leaseEndMs } from '../queue/job-queue.ts'
import { takeMoments } from '../slots/pace.ts'
import type { Slots } from '../slots/slots.ts'
import { type Attempt, type AttemptOptions, crashedAttempt, makeAttempt } from './attempt.ts'
import { attemptKey, type DueJob, type NewJob, readDueDeliveries } from './due-deliveries.ts'
import { createFetchLoop } from './fetch-loop.ts'
import type { Payload, PayloadRef, Payloads } from './payloads.ts'
import { type Disabling, disableIfDue, reportAttempt } from './report.ts'
import { createSettler, type SettlerOptions } from './settle.ts'

/** The steps of a job in this process: fetch, admit, start, read, post, settle. */
export interface Pipeline {
  /** Call when there may be new jobs. */
  wake(): void
  /** Renews the leases of held jobs, and requeues those of dead dispatchers. Call every few seconds. */
  beat(): Promise<void>
  /** Stops fetching, releases jobs that haven't started, and waits for the others, at most `limitMs`. */
  stop(limitMs: number): Promise<void>
}

export interface PipelineOptions extends Disabling, Omit<SettlerOptions, 'sql'> {
  queue: JobQueue
  slots: Slots
  payloads: Payloads
  attempts: AttemptOptions
  watchdog: Watchdog
}

// Slots free up one by one. A short wait lets one statement read for several.
const GATHER_MS = 3
const READ_RETRY_MS = 500
const NONE: ReadonlyMap<string, DueJob> = new Map()
// A move freezes an organization for a few seconds. If it succeeds, the jobs are gone from here.
const FROZEN_AGAIN_SECONDS = 1
// A fetched job expires after two minutes despite heartbeats, and its POST needs part of that.
const MAX_WAIT_MS = 60_000
const READING = 'reading webhook deliveries'
const READING_PAYLOADS = 'reading payloads'
const RETURNING = 'returning jobs'
export const BEATING = 'sending heartbeats'

/** Runs jobs until it's stopped. `slots.ts` has the states of a job. */
export function startPipeline(options: PipelineOptions): Pipeline {
  const { store, queue, slots, payloads, faults, watchdog, metrics } = options
  const { sql } = store
  const { inlineBytes } = payloads
  const fetchLoop = createFetchLoop({ sql, queue, slots, inlineBytes, faults, watchdog })
  const settler = createSettler({ ...options, sql })
  // These lines have fixed fields without secrets. Redaction took a fifth of the CPU time.
  const reporting = { logger: options.logger.child({}, { redact: [] }), metrics }
  const underWay = new Set<Promise<void>>()
  let isDraining = false
  let startTimer: NodeJS.Timeout | undefined
  let momentTimer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    for await (const { jobs, sentAtMs } of fetchLoop.fetches()) admit(jobs, sentAtMs)
  }

  /** Releases jobs that would wait behind too many others. */
  function admit(jobs: readonly NewJob[], fetchedAtMs: number): void {
    const leaseEndsAtMs = leaseEndMs(fetchedAtMs)
    const found = new Map<string, DueJob>()
    const refused = jobs.filter(({ found: due, ...job }) => {
      if (due) found.set(attemptKey(job), due)
      return !slots.admit({ ...job, heldSinceMs: fetchedAtMs, leaseEndsAtMs })
    })
    if (refused.length > 0) track(returnJobs(refused))
    start(found)
  }

  /** @param found deliveries just read, by `attemptKey` */
  function start(found: ReadonlyMap<string, DueJob> = NONE): void {
    clearTimeout(startTimer)
    startTimer = undefined
    if (isDraining) return
    const jobs = slots.start(performance.now())
    if (jobs.length > 0) track(begin(jobs, found))
    awaitMoments()
    if (slots.takeReopened()) fetchLoop.reopened()
    else fetchLoop.roomFreed()
  }

  function startSoon(delayMs = GATHER_MS): void {
    startTimer ??= setTimeout(() => start(), delayMs)
  }

  /** A no-op unless subscriptions with `maxPerSecond` wait. */
  function awaitMoments(): void {
    clearTimeout(momentTimer)
    if (isDraining) return
    const nowMs = performance.now()
    const { requests, againAtMs } = slots.pollPaces(nowMs)
    if (requests.length > 0) void takeMoments(sql, requests, faults).then(() => start())
    if (againAtMs < Number.POSITIVE_INFINITY) {
      momentTimer = setTimeout(() => start(), againAtMs - nowMs)
    }
  }

  async function begin(
    jobs: readonly HeldJob[],
    found: ReadonlyMap<string, DueJob>,
  ): Promise<void> {
    const ready = jobs.filter((job) => found.has(attemptKey(job)))
    const refused = ready.filter((job) => !go(job, found.get(attemptKey(job))))
    if (refused.length > 0) await putBack(refused)
    const unread = jobs.filter((job) => !found.has(attemptKey(job)))
    if (unread.length > 0) await readAndGo(unread)
  }

  async function readAndGo(jobs: readonly HeldJob[]): Promise<void> {
    let dues: Map<string, DueJob>
    try {
      dues = await readDueDeliveries(sql, jobs, inlineBytes)
      faults.worked(READING)
    } catch (error) {
      faults.failed(READING, error)
      return putBack(jobs, READ_RETRY_MS)
    }
    await putBack(jobs.filter((job) => !go(job, dues.get(attemptKey(job)))))
  }

  /** False if the job must wait again. */
  function go(job: HeldJob, found: DueJob | undefined): boolean {
    // The lease ended while this process or the database stalled. Another dispatcher may have the job.
    if (job.leaseEndsAtMs <= performance.now()) return false
    if (!found) track(settle(job, null))
    else if (found.isFrozen) leaveForLater(job)
    else if (job.deaths >= MAX_CRASHES_OF_A_JOB) track(settle(job, crashedAttempt(found.due)))
    else if (slots.goTo(job, found.due)) track(post(job, found))
    else return false
    return true
  }

  async function post(job: HeldJob, found: DueJob): Promise<void> {
    const attempt = await attemptAt(job, found)
    if (attempt) await settle(job, attempt)
    else await putBack([job], READ_RETRY_MS)
  }

  /**
   * Posts a due delivery. If its data wasn't read with it, waits for room in memory and holds it until the POST ends.
   *
   * @returns null if it can't be posted now. The job keeps its slot.
   */
  async function attemptAt(
    job: HeldJob,
    { due, data, dataBytes }: DueJob,
  ): Promise<Attempt | null> {
    if (data !== null || dataBytes === null) return makeAttempt(due, data, options.attempts)
    const { organizationId, eventId } = due
    const payload = await takePayload({ organizationId, eventId, bytes: dataBytes })
    if (!payload) return null
    try {
      // The lease may have ended meanwhile.
      if (job.leaseEndsAtMs <= performance.now()) return null
      return await makeAttempt(due, payload.data, options.attempts)
    } finally {
      payload.release()
    }
  }

  // A job that waits for room keeps its slot. Meanwhile its organization starts no other job: that would take a slot
  // from other organizations, only to wait too.
  async function takePayload(ref: PayloadRef): Promise<Payload | undefined> {
    const mustWait = payloads.isFullFor(ref)
    if (mustWait && !slots.pause(ref.organizationId)) return undefined
    try {
      const payload = await payloads.take(ref)
      faults.worked(READING_PAYLOADS)
      return payload
    } catch (error) {
      faults.failed(READING_PAYLOADS, error)
      return undefined
    } finally {
      if (mustWait) {
        slots.resume(ref.organizationId)
        startSoon()
      }
    }
  }

  /** Frees the slot, then writes and reports the outcome. Never rejects. */
  async function settle(job: HeldJob, attempt: Attempt | null): Promise<void> {
    slots.leave(job, attempt?.timing ?? null)
    startSoon()
    try {
      const settled = await settler.settle({ job, attempt })
      slots.forget(job)
      if (!attempt) return
      reportAttempt(reporting, job, attempt, settled)
      if (settled.shouldDisable) await disableIfDue(attempt.due, options)
    } catch (err) {
      slots.forget(job)
      const ids = { deliveryId: job.deliveryId, jobId: job.id }
      options.logger.error({ err, ...ids }, 'webhook.outcome_lost')
    }
  }

  /** Returns a started job to the queue: its organization is frozen, so its outcome couldn't be written. */
  function leaveForLater(job: HeldJob): void {
    slots.leave(job, null)
    slots.forget(job)
    track(returnJobs([job], FROZEN_AGAIN_SECONDS))
  }

  /** Makes started jobs wait again, ahead of later ones. */
  async function putBack(jobs: readonly HeldJob[], delayMs?: number): Promise<void> {
    for (const job of jobs.toReversed()) slots.putBack(job)
    if (isDraining) await drop(slots.waiting())
    else if (delayMs !== undefined) startSoon(delayMs)
    else awaitMoments()
  }

  /** Returns waiting jobs to the queue. */
  function drop(jobs: readonly HeldJob[]): Promise<void> {
    for (const job of jobs) slots.drop(job)
    return returnJobs(jobs)
  }

  async function returnJobs(jobs: readonly FetchedJob[], delaySeconds = 0): Promise<void> {
    if (jobs.length === 0) return
    try {
      await queue.returnJobs(jobs, delaySeconds)
      faults.worked(RETURNING)
    } catch (error) {
      // No job is lost: its lease isn't renewed and ends.
      faults.failed(RETURNING, error)
    }
  }

  async function renew(jobs: readonly HeldJob[]): Promise<void> {
    const sentAtMs = performance.now()
    const alive = await queue.touch(jobs)
    for (const job of jobs) {
      if (alive.has(job.id)) job.leaseEndsAtMs = leaseEndMs(sentAtMs)
      // Another dispatcher may have it. A started job stays: its outcome is fenced by the job.
      else slots.drop(job)
    }
    start()
  }

  function track(work: Promise<void>): void {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  const running = run()
  return {
    wake: fetchLoop.wake,
    async beat() {
      watchdog.beat(BEATING)
      const nowMs = performance.now()
      await drop(slots.waiting().filter((job) => nowMs - job.heldSinceMs > MAX_WAIT_MS))
      const jobs = slots.held()
      if (jobs.length > 0) await renew(jobs)
      await queue.requeueLapsed()
    },
    async stop(limitMs) {
      fetchLoop.stop()
      await running
      isDraining = true
      clearTimeout(startTimer)
      clearTimeout(momentTimer)
      payloads.refuseWaiting()
      settler.hurry()
      track(drop(slots.waiting()))
      await withDeadline(allOf(underWay), limitMs)
      settler.abandon()
    },
  }
}

// A step that ends may begin another: a read begins its posts.
async function allOf(underWay: ReadonlySet<Promise<void>>): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
