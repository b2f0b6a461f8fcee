import type { HeldJob } from '../queue/job.ts'

// While a job runs alone, all others wait. So such jobs run one after the other for two seconds, and then the
// others get three times as long as they had to wait. An idle process needs no such rest.
const PHASE_MS = 2_000
const REST_FACTOR = 3

/** Decides which jobs run alone, and when. Organizations take turns. */
export class AloneQueue {
  readonly #limit: number
  readonly #byOrganization = new Map<string, HeldJob[]>()
  #running: HeldJob | undefined
  #phaseBeganMs: number | undefined
  #firstRunMs: number | undefined
  #restUntilMs = Number.NEGATIVE_INFINITY

  /** @param limit how many jobs may wait here */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The job that runs alone now. */
  get running(): HeldJob | undefined {
    return this.#running
  }

  /** Whether jobs that do not run alone must wait now. */
  get isQuiet(): boolean {
    return this.#phaseBeganMs !== undefined || this.#running !== undefined
  }

  waiting(): HeldJob[] {
    return [...this.#byOrganization.values()].flat()
  }

  /** False when too many jobs wait already. */
  admit(job: HeldJob): boolean {
    if (this.waiting().length >= this.#limit) return false
    this.#jobsOf(job).push(job)
    return true
  }

  putBack(job: HeldJob): void {
    this.#jobsOf(job).unshift(job)
  }

  /** Removes a job if it waits here. Returns whether it did. */
  drop(job: HeldJob): boolean {
    const jobs = this.#byOrganization.get(job.organizationId) ?? []
    const index = jobs.indexOf(job)
    if (index < 0) return false
    jobs.splice(index, 1)
    if (jobs.length === 0) this.#byOrganization.delete(job.organizationId)
    return true
  }

  /**
   * Whether no other job may start, because a job of this queue runs next.
   *
   * @param isIdle whether no other job runs or waits
   */
  wantsQuiet(nowMs: number, isIdle: boolean): boolean {
    const isOver = this.#firstRunMs !== undefined && nowMs - this.#firstRunMs >= PHASE_MS
    if (isOver || this.#nextOf(nowMs) === undefined) this.#endPhase(nowMs)
    if (this.#nextOf(nowMs) === undefined) return false
    if (this.#phaseBeganMs === undefined && !isIdle && nowMs < this.#restUntilMs) return false
    this.#phaseBeganMs ??= nowMs
    return true
  }

  /** Takes the next job, which runs until {@link ended}. */
  start(nowMs: number): HeldJob | undefined {
    const job = this.#nextOf(nowMs)
    if (!job) return undefined
    this.drop(job)
    const others = this.#byOrganization.get(job.organizationId)
    if (others) {
      // Its organization goes to the end.
      this.#byOrganization.delete(job.organizationId)
      this.#byOrganization.set(job.organizationId, others)
    }
    this.#firstRunMs ??= nowMs
    this.#running = job
    return job
  }

  ended(): void {
    this.#running = undefined
  }

  #endPhase(nowMs: number): void {
    if (this.#phaseBeganMs === undefined) return
    this.#restUntilMs = nowMs + REST_FACTOR * (nowMs - this.#phaseBeganMs)
    this.#phaseBeganMs = undefined
    this.#firstRunMs = undefined
  }

  #nextOf(nowMs: number): HeldJob | undefined {
    for (const [first] of this.#byOrganization.values()) {
      if (first && first.leaseEndsAtMs > nowMs) return first
    }
    return undefined
  }

  #jobsOf({ organizationId }: HeldJob): HeldJob[] {
    const known = this.#byOrganization.get(organizationId)
    if (known) return known
    const jobs: HeldJob[] = []
    this.#byOrganization.set(organizationId, jobs)
    return jobs
  }
}
