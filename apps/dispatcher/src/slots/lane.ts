import { MAX_HOST_CONNECTIONS } from '@mediajobs/domain'
import type { HeldJob } from '../queue/job-queue.ts'
import { type LaneRequest, Pace } from './pace.ts'

// Initial slots of a subscription. The number grows as its endpoint responds, so endpoints that hang from the start
// can't take all slots before the first timeout.
const FIRST_WIDTH = 4
const QUICK_MS = 1_000
// 8 jobs × 10 s (the default timeout) = 80 s for a lane of width 1. Jobs are released after a minute, and a fetched job
// expires after two.
const WAITING_PER_SLOT = 8
// Empty lanes are kept, so an endpoint that hung starts with one slot the next day.
const MAX_REMEMBERED = 10_000
// Fraction of the slots that one organization may have.
const ORGANIZATION_SHARE = 0.4

export interface PostTiming {
  durationMs: number
  timedOut: boolean
}

/** The jobs of one subscription in this process. `width` of them may be posted concurrently. */
export class Lane {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly waiting: HeldJob[] = []
  running = 0
  width: number
  /** Key of the receiver's host. Undefined until the first delivery is read. */
  host: string | undefined
  /** For subscriptions with `maxPerSecond`. Undefined until the first delivery is read. */
  pace: Pace | undefined
  #url: string | undefined
  readonly #maxWidth: number

  constructor(organizationId: string, subscriptionId: string, maxWidth: number) {
    this.organizationId = organizationId
    this.subscriptionId = subscriptionId
    this.#maxWidth = maxWidth
    this.width = Math.min(FIRST_WIDTH, maxWidth)
  }

  get hasRoomToWait(): boolean {
    return this.waiting.length < Math.min(this.width * WAITING_PER_SLOT, this.#paceLimit)
  }

  /** Fetches skip the lane while at least this many jobs wait. */
  get enough(): number {
    return Math.min(this.width, this.#paceLimit)
  }

  // Two seconds' worth of jobs; more would only wait here.
  get #paceLimit(): number {
    return this.pace ? 2 * this.pace.perSecond : Number.POSITIVE_INFINITY
  }

  /** The host key for `url`, recomputed only when the URL changes. */
  hostFor(url: string): string {
    if (this.host === undefined || this.#url !== url) {
      this.#url = url
      // Shared by all ports, paths and subscriptions.
      this.host = `${this.organizationId} ${URL.parse(url)?.hostname ?? ''}`
    }
    return this.host
  }

  /**
   * A timeout halves the width, down to one. A response restores at least the initial width; beyond that, a quick one
   * adds a slot and a slow one removes one.
   */
  adapt({ durationMs, timedOut }: PostTiming): void {
    const first = Math.min(FIRST_WIDTH, this.#maxWidth)
    if (timedOut) this.width = Math.max(1, Math.floor(this.width / 2))
    else if (this.width < first) this.width = first
    else if (durationMs < QUICK_MS) this.width = Math.min(this.width + 1, this.#maxWidth)
    else if (this.width > first) this.width -= 1
  }
}

export class Lanes {
  readonly #maxWidth: number
  readonly #bySubscription = new Map<string, Lane>()

  constructor(maxWidth: number) {
    this.#maxWidth = maxWidth
  }

  of(job: HeldJob): Lane {
    const known = this.#bySubscription.get(job.subscriptionId)
    if (known) return known
    const lane = new Lane(job.organizationId, job.subscriptionId, this.#maxWidth)
    if (this.#bySubscription.size >= MAX_REMEMBERED) this.#forgetIdle()
    this.#bySubscription.set(job.subscriptionId, lane)
    return lane
  }

  #forgetIdle(): void {
    for (const [id, lane] of this.#bySubscription) {
      if (lane.running > 0 || lane.waiting.length > 0) continue
      this.#bySubscription.delete(id)
      return
    }
  }
}

/** Lanes with a pace, and the jobs started at its moments. */
export class PacedLanes {
  readonly #waiting = new Set<Lane>()
  readonly #started = new WeakSet<HeldJob>()

  /** Call when a job waits in the lane. */
  watch(lane: Lane): void {
    if (lane.pace) this.#waiting.add(lane)
  }

  mayStart({ pace }: Lane, nowMs: number): boolean {
    return pace === undefined || pace.isOpen(nowMs)
  }

  start(job: HeldJob, { pace }: Lane, nowMs: number): void {
    if (pace?.use(nowMs)) this.#started.add(job)
  }

  /** Updates a lane's rate from a started job's delivery. False if the job didn't start at one of its moments. */
  keeps(job: HeldJob, lane: Lane, maxPerSecond: number | null): boolean {
    if (maxPerSecond === null) {
      lane.pace = undefined
      return true
    }
    lane.pace ??= new Pace(maxPerSecond)
    lane.pace.perSecond = maxPerSecond
    return this.#started.delete(job)
  }

  /**
   * The lanes that need moments. Call `give` or `fail` on the pace of each.
   *
   * @param couldStart whether a job of the lane could start at its moment
   * @returns also when to check again; infinite if no job waits for a moment
   */
  poll(
    nowMs: number,
    couldStart: (lane: Lane) => boolean,
  ): { requests: LaneRequest[]; againAtMs: number } {
    const requests: LaneRequest[] = []
    let againAtMs = Number.POSITIVE_INFINITY
    for (const lane of this.#waiting) {
      const { organizationId, subscriptionId, pace, waiting } = lane
      if (!pace || waiting.length === 0) {
        this.#waiting.delete(lane)
      } else if (couldStart(lane)) {
        const wanted = pace.ask(waiting.length, nowMs)
        const { perSecond } = pace
        if (wanted > 0) requests.push({ organizationId, subscriptionId, perSecond, wanted, pace })
        againAtMs = Math.min(againAtMs, pace.nextMs(nowMs))
      }
    }
    return { requests, againAtMs }
  }
}

/** Counts running jobs: total, per organization and per host (docs/contract.md#c10-host-connections). */
export class RunningJobs {
  readonly #total: number
  readonly #organizationLimit: number
  readonly #byOrganization = new Map<string, number>()
  readonly #byHost = new Map<string, number>()
  readonly #hostByJob = new Map<HeldJob, string | undefined>()

  constructor(total: number) {
    this.#total = total
    this.#organizationLimit = Math.max(1, Math.floor(total * ORGANIZATION_SHARE))
  }

  get count(): number {
    return this.#hostByJob.size
  }

  get isFull(): boolean {
    return this.count >= this.#total
  }

  /** Whether the lane's organization and host may run one more job. */
  hasRoomFor({ organizationId, host }: Lane): boolean {
    const running = this.#byOrganization.get(organizationId) ?? 0
    return running < this.#organizationLimit && this.#hasRoomAt(host)
  }

  enter(job: HeldJob, lane: Lane): void {
    lane.running += 1
    add(this.#byOrganization, job.organizationId, 1)
    this.#hostByJob.set(job, lane.host)
    if (lane.host !== undefined) add(this.#byHost, lane.host, 1)
  }

  /** Counts a job for `host` instead of its previous host. False if `host` is full. */
  goTo(job: HeldJob, host: string): boolean {
    const before = this.#hostByJob.get(job)
    if (before === host) return true
    if (!this.#hasRoomAt(host)) return false
    if (before !== undefined) add(this.#byHost, before, -1)
    add(this.#byHost, host, 1)
    this.#hostByJob.set(job, host)
    return true
  }

  leave(job: HeldJob, lane: Lane): void {
    lane.running -= 1
    const host = this.#hostByJob.get(job)
    if (host !== undefined) add(this.#byHost, host, -1)
    this.#hostByJob.delete(job)
    add(this.#byOrganization, job.organizationId, -1)
  }

  #hasRoomAt(host: string | undefined): boolean {
    return host === undefined || (this.#byHost.get(host) ?? 0) < MAX_HOST_CONNECTIONS
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
