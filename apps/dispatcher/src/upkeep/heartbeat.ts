import type { FaultLog, Watchdog } from '@mediajobs/runtime'
import { leaseEndMs } from '../queue/job.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import type { Slots } from '../slots/slots.ts'
import { type Periodic, runPeriodically } from './periodic.ts'

export interface HeartbeatOptions {
  queue: JobQueue
  slots: Slots
  faults: FaultLog
  watchdog: Watchdog
  /** Called when leases were renewed or lost: other jobs may start now. */
  onBeat(): void
}

const DOING = 'sending heartbeats'
const EVERY_MS = 3_000
const RETRY_MS = 1_000
// A fetched job expires after two minutes in spite of heartbeats, and the POST needs part of that time.
const MAX_WAIT_MS = 60_000

/**
 * Renews the leases of held jobs. A waiting job whose lease was lost is dropped, because another dispatcher
 * may have it. A started job stays: its outcome is fenced by the job.
 */
export function startHeartbeats(options: HeartbeatOptions): Periodic {
  const { queue, slots, faults, watchdog, onBeat } = options
  const period = { doing: DOING, everyMs: EVERY_MS, retryMs: RETRY_MS, faults }
  return runPeriodically(period, async () => {
    watchdog.beat(DOING)
    await giveBackOverdue(queue, slots)
    const jobs = slots.held()
    if (jobs.length === 0) return
    const sentAtMs = performance.now()
    const alive = await queue.touch(jobs)
    for (const job of jobs) {
      if (alive.has(job.id)) job.leaseEndsAtMs = leaseEndMs(sentAtMs)
      else slots.drop(job)
    }
    onBeat()
  })
}

async function giveBackOverdue(queue: JobQueue, slots: Slots): Promise<void> {
  const nowMs = performance.now()
  const overdue = slots.waiting().filter((job) => nowMs - job.heldSinceMs > MAX_WAIT_MS)
  if (overdue.length === 0) return
  for (const job of overdue) slots.drop(job)
  await queue.giveBack(overdue)
}
