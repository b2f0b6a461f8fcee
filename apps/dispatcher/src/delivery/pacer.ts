import type { Sql } from '@mediajobs/db'
import type { FaultLog } from '@mediajobs/runtime'
import type { AskingLane } from '../slots/paced-lanes.ts'
import type { Slots } from '../slots/slots.ts'
import { takeMoments } from './moments.ts'

export interface PacerOptions {
  sql: Sql
  slots: Slots
  faults: FaultLog
  /** Called when waiting jobs may start. */
  onMoment(): void
}

/** Takes moments for subscriptions with `maxPerSecond`, and calls `onMoment` when they come. */
export interface Pacer {
  /** Call this after jobs were started. Without such subscriptions it costs nothing. */
  look(): void
  stop(): void
}

const TAKING = 'taking moments'

export function createPacer({ sql, slots, faults, onMoment }: PacerOptions): Pacer {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function take(asking: readonly AskingLane[]): Promise<void> {
    try {
      const taken = await takeMoments(sql, asking)
      for (const { subscriptionId, pace } of asking) {
        const { moments = [], nextAtMs = performance.now() + 1_000 } =
          taken.get(subscriptionId) ?? {}
        pace.give(moments, nextAtMs)
      }
      faults.worked(TAKING)
    } catch (error) {
      for (const { pace } of asking) pace.fail(performance.now())
      faults.failed(TAKING, error)
    }
    if (!isStopped) onMoment()
  }

  return {
    look() {
      clearTimeout(timer)
      if (isStopped) return
      const nowMs = performance.now()
      const { asking, againAtMs } = slots.lookAtPaces(nowMs)
      if (asking.length > 0) void take(asking)
      if (againAtMs < Number.POSITIVE_INFINITY) timer = setTimeout(onMoment, againAtMs - nowMs)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
