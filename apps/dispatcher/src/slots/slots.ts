import { MAX_HOST_CONNECTIONS } from '@mediajobs/domain'
import type { HeldJob } from '../queue/job.ts'
import { mustRunAlone } from '../queue/must-run-alone.ts'
import { AloneQueue } from './alone-queue.ts'
import type { Lane, PostTiming } from './lane.ts'
import { Lanes } from './lanes.ts'
import { RunningJobs } from './running-jobs.ts'

// One subscription has at most a tenth of the slots, and never more than its host may have.
const SUBSCRIPTION_SHARE = 0.1
// Jobs in memory, as a multiple of the slots: fetched ahead, or posted and not yet written.
const HELD_SHARE = 5

/**
 * Shares the slots of this process out. A job starts when there is a free slot, its subscription is
 * below its lane's width, and its organization and its host are below their shares; until then it
 * waits here. Waiting jobs are few: a subscription with enough of them is left out of the next fetch,
 * and what comes all the same is refused. A job that must run alone starts when no other runs.
 */
export class Slots {
  readonly total: number
  readonly #heldLimit: number
  readonly #lanes: Lanes
  readonly #running: RunningJobs
  readonly #alone: AloneQueue
  readonly #waitingLanes = new Set<Lane>()
  /** Left out of a fetch, so that more of theirs may be in the queue. */
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

  /** How many jobs a fetch may bring; none while others must wait for one that runs alone. */
  get room(): number {
    if (this.#alone.isQuiet) return 0
    return Math.max(0, Math.min(this.total - this.running, this.#heldLimit - this.#held.size))
  }

  held(): HeldJob[] {
    return [...this.#held.values()]
  }

  waiting(): HeldJob[] {
    return [...this.#waitingLanes].flatMap((lane) => lane.waiting).concat(this.#alone.waiting())
  }

  /** Takes a fetched job in; false when too many wait for the same slots already. */
  admit(job: HeldJob): boolean {
    const lane = this.#lanes.of(job)
    const known = this.#held.get(job.id)
    // PostgreSQL has crashed and forgotten the fetch (see `Database.unflushed`): it is the same one.
    if (known?.retryCount === job.retryCount) {
      known.leaseEndsAtMs = job.leaseEndsAtMs
      return true
    }
    // Fetched anew before the old claim was seen to have lapsed: only the new one counts.
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
    return true
  }

  /** The jobs that may start now. Their slots are taken until {@link leave}. */
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
      // The lanes take turns: one that got slots goes behind those that still wait.
      this.#waitingLanes.delete(lane)
      if (lane.waiting.length > 0) this.#waitingLanes.add(lane)
    }
    return started
  }

  /** Whether a started job may be posted to `url` now; if not, it is to be put back. */
  goTo(job: HeldJob, url: string): boolean {
    const lane = this.#lanes.of(job)
    return this.#running.goTo(job, lane.leadTo(url))
  }

  /** Starts no more jobs of an organization until {@link resume}; false when it is paused already. */
  pause(organizationId: string): boolean {
    if (this.#pausedOrganizations.has(organizationId)) return false
    this.#pausedOrganizations.add(organizationId)
    return true
  }

  resume(organizationId: string): void {
    this.#pausedOrganizations.delete(organizationId)
  }

  /** Frees a job's slot. The job stays held until {@link forget}. */
  leave(job: HeldJob, timing: PostTiming | null): void {
    const lane = this.#lanes.of(job)
    this.#running.leave(job, lane)
    if (this.#alone.running === job) this.#alone.ended()
    if (timing) lane.adapt(timing)
  }

  /** Puts a started job back to the head of those that wait. */
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
  }

  forget(job: HeldJob): void {
    if (this.#held.get(job.id) === job) this.#held.delete(job.id)
  }

  /** Forgets a job if it is still waiting; says whether it was. */
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

  /** Whether a subscription that was left out has room again, so that a fetch is worth while. */
  takeReopened(): boolean {
    let reopened = false
    for (const lane of this.#leftOut) {
      if (this.#isFull(lane)) continue
      this.#leftOut.delete(lane)
      reopened = true
    }
    return reopened
  }

  // What waits for long may have half of the places. The others are for jobs that can start: else
  // many endpoints that hang would keep everybody's jobs out, with slots still free.
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
    return lane.waiting.length >= lane.width || !this.#hasShare(lane)
  }

  /** Whether one more job of the lane would not wait for others of its own. */
  #couldStart(lane: Lane): boolean {
    return lane.running + lane.waiting.length < lane.width && this.#hasShare(lane)
  }

  #mayStart(lane: Lane, nowMs: number): boolean {
    const next = lane.waiting[0]
    if (!next || lane.running >= lane.width) return false
    return next.leaseEndsAtMs > nowMs && this.#hasShare(lane)
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
