import { MAX_HOST_CONNECTIONS } from '@mediajobs/domain'
import type { HeldJob } from '../queue/job-queue.ts'
import { type Lane, Lanes, PacedLanes, type PostTiming, RunningJobs } from './lane.ts'
import type { LaneRequest } from './pace.ts'

/*
 * The states of a job in this process:
 *
 *   QUEUED --fetch--> FETCHED --admit--> WAITING --start--> STARTED --leave--> LEFT --forget--> GONE
 *     ^                  |                |  ^                 |
 *     |                  | admit: false   |  +----putBack------+
 *     |                  |                | drop
 *     +-----release------+----------------+
 *
 * QUEUED: in the queue, in the database. Unknown to this process.
 *
 * FETCHED: fetched by this process. `admit` makes it WAITING, or returns false if too many others wait for the same slots;
 * the pipeline then returns it to the queue.
 *
 * WAITING: held without a slot, in the lane of its subscription. Heartbeats renew its lease. `start` gives it a slot.
 * `drop` removes it: the process ends or the job has waited for a minute (released, QUEUED again), or its lease was lost
 * (another dispatcher may have it).
 *
 * STARTED: held with a slot. Its delivery is read and posted. `goTo` counts it for its URL's host; false if the host is
 * full, or if its subscription's rate doesn't allow a start yet. `putBack` makes it wait again, at the head of
 * its lane: `goTo` was false, no room for its payload, its lease may have ended, or the database was unavailable. `leave`
 * frees the slot.
 *
 * LEFT: held without a slot until its outcome is written. Heartbeats renew its lease so no other dispatcher posts it
 * again. Losing the lease is harmless: the statement that writes the outcome is fenced by the job.
 *
 * GONE: the transaction that wrote its outcome deleted it from the queue. If the database refused the outcome, the lease
 * ends and the job is QUEUED again.
 */

// Fraction of the slots that one subscription may have; its host's limit still applies.
const SUBSCRIPTION_SHARE = 0.1
// Jobs that may be held, as a multiple of the slots.
const HELD_SHARE = 5

/** Where and how fast a job's webhook is posted, as read with its delivery. */
export interface Destination {
  readonly url: string
  /** Null: unlimited. */
  readonly maxPerSecond: number | null
}

/**
 * Shares the slots of this process among jobs. A job starts when a slot is free, its lane has width left, and its
 * organization and host are below their shares. Only a few jobs wait here: fetches skip a subscription with enough of them,
 * and more of its jobs are refused.
 */
export class Slots {
  readonly total: number
  readonly #heldLimit: number
  readonly #lanes: Lanes
  readonly #running: RunningJobs
  readonly #paced = new PacedLanes()
  readonly #waitingLanes = new Set<Lane>()
  /** Lanes skipped by a fetch. The queue may have more jobs for them. */
  readonly #leftOut = new Set<Lane>()
  readonly #held = new Map<string, HeldJob>()
  readonly #pausedOrganizations = new Set<string>()

  constructor(total: number) {
    const share = Math.max(1, Math.floor(total * SUBSCRIPTION_SHARE))
    this.total = total
    this.#heldLimit = total * HELD_SHARE
    this.#lanes = new Lanes(Math.min(share, MAX_HOST_CONNECTIONS))
    this.#running = new RunningJobs(total)
  }

  get running(): number {
    return this.#running.count
  }

  get heldCount(): number {
    return this.#held.size
  }

  /** How many jobs a fetch may return. */
  get room(): number {
    return Math.max(0, Math.min(this.total - this.running, this.#heldLimit - this.#held.size))
  }

  /** The jobs that are WAITING, STARTED or LEFT. */
  held(): HeldJob[] {
    return [...this.#held.values()]
  }

  /** The jobs that are WAITING. */
  waiting(): HeldJob[] {
    return [...this.#waitingLanes].flatMap((lane) => lane.waiting)
  }

  /** FETCHED → WAITING. False if too many jobs wait for the same slots already. */
  admit(job: HeldJob): boolean {
    const lane = this.#lanes.of(job)
    const known = this.#held.get(job.id)
    // A PostgreSQL crash undid the first fetch (see `UNFLUSHED`), so the job was fetched again with the same
    // `retryCount`. It keeps its state.
    if (known?.retryCount === job.retryCount) {
      known.leaseEndsAtMs = job.leaseEndsAtMs
      return true
    }
    // Fetched again after its lease ended, before a heartbeat noticed.
    if (known) this.drop(known)
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
    const started: HeldJob[] = []
    for (const lane of [...this.#waitingLanes]) {
      if (this.#running.isFull) break
      const ofLane = this.#startOf(lane, nowMs)
      if (ofLane.length === 0) continue
      started.push(...ofLane)
      // Round robin: a lane that got slots goes to the end.
      this.#waitingLanes.delete(lane)
      if (lane.waiting.length > 0) this.#waitingLanes.add(lane)
    }
    return started
  }

  /**
   * Whether a STARTED job may be posted to `url` now, at its subscription's rate. If not, put it back.
   */
  goTo(job: HeldJob, { url, maxPerSecond }: Destination): boolean {
    const lane = this.#lanes.of(job)
    if (!this.#paced.keeps(job, lane, maxPerSecond)) return false
    return this.#running.goTo(job, lane.hostFor(url))
  }

  /** See {@link PacedLanes.poll}. */
  pollPaces(nowMs: number): { requests: LaneRequest[]; againAtMs: number } {
    const couldStart = (lane: Lane) =>
      !this.#running.isFull && lane.running < lane.width && this.#hasShare(lane)
    return this.#paced.poll(nowMs, couldStart)
  }

  /** Starts no more jobs of an organization until {@link resume}. False if it's already paused. */
  pause(organizationId: string): boolean {
    if (this.#pausedOrganizations.has(organizationId)) return false
    this.#pausedOrganizations.add(organizationId)
    return true
  }

  resume(organizationId: string): void {
    this.#pausedOrganizations.delete(organizationId)
  }

  /** STARTED → LEFT. */
  leave(job: HeldJob, timing: PostTiming | null): void {
    const lane = this.#lanes.of(job)
    this.#running.leave(job, lane)
    if (timing) lane.adapt(timing)
  }

  /** STARTED → WAITING, at the head of its lane. */
  putBack(job: HeldJob): void {
    this.leave(job, null)
    if (this.#held.get(job.id) !== job) return
    const lane = this.#lanes.of(job)
    lane.waiting.unshift(job)
    this.#waitingLanes.add(lane)
    this.#paced.watch(lane)
  }

  /** LEFT → GONE. */
  forget(job: HeldJob): void {
    if (this.#held.get(job.id) === job) this.#held.delete(job.id)
  }

  /** Removes a WAITING job. False if it isn't waiting. */
  drop(job: HeldJob): boolean {
    const lane = this.#lanes.of(job)
    const index = lane.waiting.indexOf(job)
    if (index < 0) return false
    lane.waiting.splice(index, 1)
    if (lane.waiting.length === 0) this.#waitingLanes.delete(lane)
    this.forget(job)
    return true
  }

  /** Subscriptions that the next fetch should skip. */
  leaveOut(): string[] {
    for (const lane of this.#waitingLanes) {
      if (this.#isFull(lane)) this.#leftOut.add(lane)
    }
    return [...this.#leftOut].map((lane) => lane.subscriptionId)
  }

  /** Whether a skipped subscription has room again. */
  takeReopened(): boolean {
    let reopened = false
    for (const lane of this.#leftOut) {
      if (this.#isFull(lane)) continue
      this.#leftOut.delete(lane)
      reopened = true
    }
    return reopened
  }

  // Long waits may use half of the places. The other half is for jobs that can start; otherwise many hanging endpoints
  // would leave slots unused.
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

  /** Whether one more job could start without waiting for others of the lane. */
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
}
