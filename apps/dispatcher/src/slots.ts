import type { HeldJob, PostTiming } from './held-job.ts'
import { Lane } from './lane.ts'

// One subscription has at most a tenth of the slots, one organization two fifths.
const SUBSCRIPTION_SHARE = 0.1
const ORGANIZATION_SHARE = 0.4
// Jobs in memory, as a multiple of the slots: fetched ahead, or posted and not yet written.
const HELD_SHARE = 5
// Lanes are remembered when they are empty, so that an endpoint that hangs has one slot tomorrow too.
const MAX_REMEMBERED_LANES = 10_000

/**
 * Shares the slots of this process out. A job starts when there is a free slot, its subscription is
 * below its lane's width and its organization below its share; until then it waits here. Waiting jobs
 * are few: a subscription with enough of them is left out of the next fetch, and what comes all the
 * same is refused.
 */
export class Slots {
  readonly total: number
  readonly #laneWidth: number
  readonly #organizationLimit: number
  readonly #heldLimit: number
  readonly #lanes = new Map<string, Lane>()
  readonly #waitingLanes = new Set<Lane>()
  /** Left out of a fetch, so that more of theirs may be in the queue. */
  readonly #leftOut = new Set<Lane>()
  readonly #runningByOrganization = new Map<string, number>()
  readonly #held = new Map<string, HeldJob>()
  #running = 0

  constructor(total: number) {
    this.total = total
    this.#laneWidth = Math.max(1, Math.floor(total * SUBSCRIPTION_SHARE))
    this.#organizationLimit = Math.max(1, Math.floor(total * ORGANIZATION_SHARE))
    this.#heldLimit = total * HELD_SHARE
  }

  get running(): number {
    return this.#running
  }

  get heldCount(): number {
    return this.#held.size
  }

  /** How many jobs a fetch may bring. */
  get room(): number {
    return Math.max(0, Math.min(this.total - this.#running, this.#heldLimit - this.#held.size))
  }

  held(): HeldJob[] {
    return [...this.#held.values()]
  }

  waiting(): HeldJob[] {
    return [...this.#waitingLanes].flatMap((lane) => lane.waiting)
  }

  /** Takes a fetched job in; false when too many wait for the same slots already. */
  admit(job: HeldJob): boolean {
    const lane = this.#laneOf(job)
    const known = this.#held.get(job.id)
    // PostgreSQL has crashed and forgotten the fetch (see `Database.unflushed`): it is the same one.
    if (known?.retryCount === job.retryCount) {
      known.leaseEndsAtMs = job.leaseEndsAtMs
      return true
    }
    // Fetched anew before the old claim was seen to have lapsed: only the new one counts.
    if (known) this.drop(known)
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
    const started: HeldJob[] = []
    for (const lane of [...this.#waitingLanes]) {
      if (this.#running >= this.total) break
      const before = started.length
      while (this.#running < this.total && this.#mayStart(lane, nowMs)) {
        const job = lane.waiting.shift()
        if (job) started.push(this.#occupy(lane, job))
      }
      if (started.length === before) continue
      // The lanes take turns: one that got slots goes behind those that still wait.
      this.#waitingLanes.delete(lane)
      if (lane.waiting.length > 0) this.#waitingLanes.add(lane)
    }
    return started
  }

  /** Frees a job's slot. The job stays held until {@link forget}. */
  leave(job: HeldJob, timing: PostTiming | null): void {
    const lane = this.#laneOf(job)
    lane.running -= 1
    this.#running -= 1
    const ofOrganization = (this.#runningByOrganization.get(job.organizationId) ?? 1) - 1
    if (ofOrganization === 0) this.#runningByOrganization.delete(job.organizationId)
    else this.#runningByOrganization.set(job.organizationId, ofOrganization)
    if (timing) lane.adapt(timing)
  }

  /** Puts a started job back to the head of those that wait. */
  putBack(job: HeldJob): void {
    this.leave(job, null)
    if (this.#held.get(job.id) !== job) return
    const lane = this.#laneOf(job)
    lane.waiting.unshift(job)
    this.#waitingLanes.add(lane)
  }

  forget(job: HeldJob): void {
    if (this.#held.get(job.id) === job) this.#held.delete(job.id)
  }

  /** Forgets a job if it is still waiting; says whether it was. */
  drop(job: HeldJob): boolean {
    const lane = this.#laneOf(job)
    const index = lane.waiting.indexOf(job)
    if (index < 0) return false
    lane.waiting.splice(index, 1)
    if (lane.waiting.length === 0) this.#waitingLanes.delete(lane)
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
    return lane.waiting.length >= lane.width || !this.#hasOrganizationSlot(lane)
  }

  /** Whether one more job of the lane would not wait for others of its own. */
  #couldStart(lane: Lane): boolean {
    return lane.running + lane.waiting.length < lane.width && this.#hasOrganizationSlot(lane)
  }

  #mayStart(lane: Lane, nowMs: number): boolean {
    const next = lane.waiting[0]
    if (!next || lane.running >= lane.width) return false
    return next.leaseEndsAtMs > nowMs && this.#hasOrganizationSlot(lane)
  }

  #hasOrganizationSlot(lane: Lane): boolean {
    const running = this.#runningByOrganization.get(lane.organizationId) ?? 0
    return running < this.#organizationLimit
  }

  #occupy(lane: Lane, job: HeldJob): HeldJob {
    lane.running += 1
    this.#running += 1
    const ofOrganization = this.#runningByOrganization.get(job.organizationId) ?? 0
    this.#runningByOrganization.set(job.organizationId, ofOrganization + 1)
    return job
  }

  #laneOf(job: HeldJob): Lane {
    const known = this.#lanes.get(job.subscriptionId)
    if (known) return known
    const lane = new Lane(job.organizationId, job.subscriptionId, this.#laneWidth)
    if (this.#lanes.size >= MAX_REMEMBERED_LANES) this.#forgetIdleLane()
    this.#lanes.set(job.subscriptionId, lane)
    return lane
  }

  #forgetIdleLane(): void {
    for (const [id, lane] of this.#lanes) {
      if (lane.running > 0 || lane.waiting.length > 0) continue
      this.#lanes.delete(id)
      return
    }
  }
}
