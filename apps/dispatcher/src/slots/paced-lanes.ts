import type { HeldJob } from '../queue/job.ts'
import type { Lane } from './lane.ts'
import { Pace } from './pace.ts'

/** A subscription with `maxPerSecond` that needs moments for its waiting jobs. */
export interface AskingLane {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly perSecond: number
  readonly wanted: number
  readonly pace: Pace
}

/** The lanes whose subscription has `maxPerSecond`, and the jobs that started at a moment of their pace. */
export class PacedLanes {
  readonly #waiting = new Set<Lane>()
  readonly #started = new WeakSet<HeldJob>()

  /** Call this when a job waits in the lane. */
  watch(lane: Lane): void {
    if (lane.pace) this.#waiting.add(lane)
  }

  mayStart({ pace }: Lane, nowMs: number): boolean {
    return pace === undefined || pace.isOpen(nowMs)
  }

  /** A job of the lane starts. */
  start(job: HeldJob, { pace }: Lane, nowMs: number): void {
    if (pace?.use(nowMs)) this.#started.add(job)
  }

  /**
   * Sets the rate of a lane as it was read with the delivery of a started job. False when the job did not start at
   * a moment of that rate.
   */
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
   * The lanes that need moments now. For each of them, `give` or `fail` of its pace must follow.
   *
   * @param couldStart whether a job of the lane could start, if its moment had come
   * @returns also when to look again; infinite when no job waits for a moment
   */
  look(nowMs: number, couldStart: (lane: Lane) => boolean): Look {
    const asking: AskingLane[] = []
    let againAtMs = Number.POSITIVE_INFINITY
    for (const lane of this.#waiting) {
      const { organizationId, subscriptionId, pace, waiting } = lane
      if (!pace || waiting.length === 0) {
        this.#waiting.delete(lane)
      } else if (couldStart(lane)) {
        const wanted = pace.ask(waiting.length, nowMs)
        const { perSecond } = pace
        if (wanted > 0) asking.push({ organizationId, subscriptionId, perSecond, wanted, pace })
        againAtMs = Math.min(againAtMs, pace.nextMs(nowMs))
      }
    }
    return { asking, againAtMs }
  }
}

interface Look {
  asking: AskingLane[]
  againAtMs: number
}
