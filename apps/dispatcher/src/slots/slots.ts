import { MAX_HOST_CONNECTIONS } from '@mediajobs/domain'
import type { HeldJob } from '../queue/job.ts'
import { mustRunAlone } from '../queue/must-run-alone.ts'
import { AloneQueue } from './alone-queue.ts'
import type { Lane, PostTiming } from './lane.ts'
import { Lanes } from './lanes.ts'
import { PacedLanes } from './paced-lanes.ts'
import { RunningJobs } from './running-jobs.ts'

/*
 * The states of a job in this process:
 *
 *   QUEUED --fetch--> FETCHED --admit--> WAITING --start--> STARTED --leave--> LEFT --forget--> GONE
 *     ^                  |                |  ^                 |
 *     |                  | admit: false   |  +----putBack------+
 *     |                  |                | drop
 *     +----give back-----+----------------+
 *
 * QUEUED: the job is in the queue, in the database, and this process does not know it.
 *
 * FETCHED: this process has fetched it. `admit` makes it WAITING, or returns false: too many others wait
 * for the same slots, and the pipeline gives it back at once.
 *
 * WAITING: it is held and has no slot. It is in its subscription's lane, or, when it must run alone, in
 * the queue of such jobs. Heartbeats renew its lease. `start` gives it a slot. `drop` removes it: because
 * the process ends or it has waited for a minute (it is given back, and QUEUED again), or because its lease
 * was lost (another dispatcher may have it).
 *
 * STARTED: it is held and has a slot. Its delivery is read and posted. `goTo` counts it for the host of its
 * URL and returns false when that host has no room, or when the job did not start at a moment of its
 * subscription's rate. `putBack` lets it wait again, at the head: it could not go there, there was no room
 * for its payload, the lease may have ended, or the database was away. `leave` frees the slot.
 *
 * LEFT: it has left its slot and is still held, because its outcome is not written yet. Heartbeats renew its
 * lease, so that no other dispatcher posts it again. A lost lease changes nothing here: the statement that
 * writes the outcome is fenced by the job. (The outcome of a job that runs alone is written before `leave`,
 * so that no other job starts before that.)
 *
 * GONE: its outcome was written, and the same transaction has deleted it from the queue. If the database
 * refused the outcome, the lease ends and the job is QUEUED again.
 */

// One subscription has at most a tenth of the slots, and never more than its host may have.
const SUBSCRIPTION_SHARE = 0.1
// How many jobs may be held, as a multiple of the slots.
const HELD_SHARE = 5

/** Where a job goes, as it was read with its delivery. */
export interface Destination {
  readonly url: string
  /** Null: at any rate. */
  readonly maxPerSecond: number | null
}

/**
 * Shares the slots of this process among jobs. A job starts when a slot is free, its subscription runs fewer
 * jobs than the width of its lane, and its organization and its host are below their shares. Until then it
 * waits here. Only a few jobs wait: a subscription that has enough of them is left out of the next fetch,
 * and more of its jobs are refused. A job that must run alone starts when no other job runs.
 */
export class Slots {
  readonly total: number
  readonly #heldLimit: number
  readonly #lanes: Lanes
  readonly #running: RunningJobs
  readonly #alone: AloneQueue
  readonly #paced = new PacedLanes()
  readonly #waitingLanes = new Set<Lane>()
  /** The lanes that were left out of a fetch. The queue may have more jobs for them. */
  readonly #leftOut = new Set<Lane>()
  readonly #held = new Map<string, HeldJob>()
  readonly #pausedOrganizations = new Set<string>()

  constructor(total: number) {
    const share = Math.max(1, Math.floor(total * SUBSCRIPTION_SHARE))
    this.total = total
    this.#heldLimit = total * HELD_SHARE
    this.#lanes = new Lanes(Math.min(share, MAX_HOST_CONNECTIONS))
    this.#running = new RunningJobs(total)
    this.#alone = new AloneQueue(total)
  }

  get running(): number {
    return this.#running.count
  }

  get heldCount(): number {
    return this.#held.size
  }

  /** How many jobs a fetch may bring. 0 while all jobs wait for a job that runs alone. */
  get room(): number {
    if (this.#alone.isQuiet) return 0
    return Math.max(0, Math.min(this.total - this.running, this.#heldLimit - this.#held.size))
  }

  /** The jobs that are WAITING, STARTED or LEFT. */
  held(): HeldJob[] {
    return [...this.#held.values()]
  }

  /** The jobs that are WAITING. */
  waiting(): HeldJob[] {
    return [...this.#waitingLanes].flatMap((lane) => lane.waiting).concat(this.#alone.waiting())
  }

  /** FETCHED → WAITING. False when too many jobs wait for the same slots already. */
  admit(job: HeldJob): boolean {
    const lane = this.#lanes.of(job)
    const known = this.#held.get(job.id)
    // PostgreSQL has crashed and undone the first fetch (see `Database.unflushed`). The job was fetched again
    // with the same `retryCount`. It keeps its state here.
    if (known?.retryCount === job.retryCount) {
      known.leaseEndsAtMs = job.leaseEndsAtMs
      return true
    }
    // The old lease has ended, and the job was fetched again before a heartbeat noticed it.
    if (known) this.drop(known)
    if (mustRunAlone(job)) {
      if (!this.#alone.admit(job)) return false
      this.#held.set(job.id, job)
      return true
    }
    if (!this.#hasRoomToWait(lane)) {
      this.#leftOut.add(lane)
      return false
    }
    this.#held.set(job.id, job)
    lane.waiting.push(job)
    this.#waitingLanes.add(lane)
    this.#paced.watch(lane)
    return true
  }

  /** WAITING → STARTED, for all jobs that may start now. */
  start(nowMs: number): HeldJob[] {
    if (this.#alone.running) return []
    const isIdle = this.running === 0 && this.#waitingLanes.size === 0
    if (this.#alone.wantsQuiet(nowMs, isIdle)) return this.#startAlone(nowMs)
    const started: HeldJob[] = []
    for (const lane of [...this.#waitingLanes]) {
      if (this.#running.isFull) break
      const ofLane = this.#startOf(lane, nowMs)
      if (ofLane.length === 0) continue
      started.push(...ofLane)
      // The lanes take turns: a lane that got slots goes to the end.
      this.#waitingLanes.delete(lane)
      if (lane.waiting.length > 0) this.#waitingLanes.add(lane)
    }
    return started
  }

  /**
   * Whether a STARTED job may be posted now to `url`, at the rate of its subscription. If not, the caller puts it
   * back.
   */
  goTo(job: HeldJob, { url, maxPerSecond }: Destination): boolean {
    const lane = this.#lanes.of(job)
    if (!this.#paced.keeps(job, lane, maxPerSecond)) return false
    return this.#running.goTo(job, lane.hostFor(url))
  }

  /** The subscriptions that need moments of their rate, and when to look again. See `PacedLanes`. */
  lookAtPaces(nowMs: number) {
    const couldStart = (lane: Lane) =>
      !this.#running.isFull && lane.running < lane.width && this.#hasShare(lane)
    return this.#paced.look(nowMs, couldStart)
  }

  /** Starts no more jobs of an organization until {@link resume}. False when it is paused already. */
  pause(organizationId: string): boolean {
    if (this.#pausedOrganizations.has(organizationId)) return false
    this.#pausedOrganizations.add(organizationId)
    return true
  }

  resume(organizationId: string): void {
    this.#pausedOrganizations.delete(organizationId)
  }

  /** STARTED → LEFT: its slot is free, and it is still held. */
  leave(job: HeldJob, timing: PostTiming | null): void {
    const lane = this.#lanes.of(job)
    this.#running.leave(job, lane)
    if (this.#alone.running === job) this.#alone.ended()
    if (timing) lane.adapt(timing)
  }

  /** STARTED → WAITING, at the head of its lane. */
  putBack(job: HeldJob): void {
    this.leave(job, null)
    if (this.#held.get(job.id) !== job) return
    if (mustRunAlone(job)) {
      this.#alone.putBack(job)
      return
    }
    const lane = this.#lanes.of(job)
    lane.waiting.unshift(job)
    this.#waitingLanes.add(lane)
    this.#paced.watch(lane)
  }

  /** LEFT → GONE. */
  forget(job: HeldJob): void {
    if (this.#held.get(job.id) === job) this.#held.delete(job.id)
  }

  /** Removes a job if it is WAITING. Returns whether it was. */
  drop(job: HeldJob): boolean {
    if (!this.#dropFromLane(job) && !this.#alone.drop(job)) return false
    this.forget(job)
    return true
  }

  /** The subscriptions that the next fetch should leave out. */
  leaveOut(): string[] {
    for (const lane of this.#waitingLanes) {
      if (this.#isFull(lane)) this.#leftOut.add(lane)
    }
    return [...this.#leftOut].map((lane) => lane.subscriptionId)
  }

  /** Whether a subscription that was left out has room again. Then a fetch may bring its jobs. */
  takeReopened(): boolean {
    let reopened = false
    for (const lane of this.#leftOut) {
      if (this.#isFull(lane)) continue
      this.#leftOut.delete(lane)
      reopened = true
    }
    return reopened
  }

  // Jobs that wait for long may use half of the places. The other half is for jobs that can start. Otherwise
  // many endpoints that hang would leave no place for other jobs, although slots are free.
  get #isCrowded(): boolean {
    return this.#held.size > this.#heldLimit / 2
  }

  #hasRoomToWait(lane: Lane): boolean {
    if (this.#held.size >= this.#heldLimit) return false
    return this.#isCrowded ? this.#couldStart(lane) : lane.hasRoomToWait
  }

  #isFull(lane: Lane): boolean {
    if (this.#isCrowded) return !this.#couldStart(lane)
    if (lane.waiting.length === 0) return false
    return lane.waiting.length >= lane.enough || !this.#hasShare(lane)
  }

  /** Whether one more job of the lane could start without waiting for others of the lane. */
  #couldStart(lane: Lane): boolean {
    return lane.running + lane.waiting.length < lane.width && this.#hasShare(lane)
  }

  #mayStart(lane: Lane, nowMs: number): boolean {
    const next = lane.waiting[0]
    if (!next || lane.running >= lane.width) return false
    return next.leaseEndsAtMs > nowMs && this.#hasShare(lane) && this.#paced.mayStart(lane, nowMs)
  }

  #hasShare(lane: Lane): boolean {
    return !this.#pausedOrganizations.has(lane.organizationId) && this.#running.hasRoomFor(lane)
  }

  #startOf(lane: Lane, nowMs: number): HeldJob[] {
    const started: HeldJob[] = []
    while (!this.#running.isFull && this.#mayStart(lane, nowMs)) {
      const job = lane.waiting.shift()
      if (!job) break
      this.#running.enter(job, lane)
      this.#paced.start(job, lane, nowMs)
      started.push(job)
    }
    return started
  }

  #startAlone(nowMs: number): HeldJob[] {
    if (this.running > 0) return []
    const job = this.#alone.start(nowMs)
    if (!job) return []
    this.#running.enter(job, this.#lanes.of(job))
    return [job]
  }

  #dropFromLane(job: HeldJob): boolean {
    const lane = this.#lanes.of(job)
    const index = lane.waiting.indexOf(job)
    if (index < 0) return false
    lane.waiting.splice(index, 1)
    if (lane.waiting.length === 0) this.#waitingLanes.delete(lane)
    return true
  }
}
