import type { HeldJob } from '../queue/job.ts'
import { HostShares } from './host-shares.ts'
import type { Lane } from './lane.ts'

// One organization has at most two fifths of the slots.
const ORGANIZATION_SHARE = 0.4

/** Counts the jobs that have a slot: all of them, by organization, and by host. */
export class RunningJobs {
  readonly #total: number
  readonly #organizationLimit: number
  readonly #byOrganization = new Map<string, number>()
  readonly #hosts = new HostShares()
  /** The host of each job; undefined while it is unknown. */
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

  /** Whether the organization and the host of a lane may run one more job. */
  hasRoomFor({ organizationId, host }: Lane): boolean {
    const running = this.#byOrganization.get(organizationId) ?? 0
    return running < this.#organizationLimit && this.#hosts.hasRoom(host)
  }

  enter(job: HeldJob, lane: Lane): void {
    lane.running += 1
    this.#byOrganization.set(
      job.organizationId,
      (this.#byOrganization.get(job.organizationId) ?? 0) + 1,
    )
    this.#hostByJob.set(job, lane.host)
    if (lane.host !== undefined) this.#hosts.enter(lane.host)
  }

  /** Counts a job for `host` instead of its host before. False when `host` has no room. */
  goTo(job: HeldJob, host: string): boolean {
    const before = this.#hostByJob.get(job)
    if (before === host) return true
    if (!this.#hosts.hasRoom(host)) return false
    if (before !== undefined) this.#hosts.leave(before)
    this.#hosts.enter(host)
    this.#hostByJob.set(job, host)
    return true
  }

  leave(job: HeldJob, lane: Lane): void {
    lane.running -= 1
    const host = this.#hostByJob.get(job)
    if (host !== undefined) this.#hosts.leave(host)
    this.#hostByJob.delete(job)
    const left = (this.#byOrganization.get(job.organizationId) ?? 1) - 1
    if (left === 0) this.#byOrganization.delete(job.organizationId)
    else this.#byOrganization.set(job.organizationId, left)
  }
}
