import type { Store } from '@mediajobs/outbox'
import type { FaultLog } from '@mediajobs/runtime'
import type { HeldJob } from '../queue/job.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import type { Attempt } from './attempt.ts'
import { attemptKey, readDueDeliveries } from './due-delivery.ts'
import { waitForMoment } from './moments.ts'
import { type PostDueOptions, postDue } from './post-due.ts'
import type { Settler } from './settle.ts'

export interface RunAloneOptions extends Omit<PostDueOptions, 'onRoom'> {
  store: Store
  queue: JobQueue
  settler: Settler
  faults: FaultLog
  onAlone(job: HeldJob): void
}

const RUNNING = 'running a job alone'
const NO_INLINE_DATA = 0

/**
 * Runs a job while no other job runs, from the read of its payload until its outcome is written. First it
 * marks the job as run alone. If this process dies during the run, the dispatcher that fetches the job next
 * knows that this job was the cause.
 *
 * @returns the attempt; null when there was nothing to post; `again` when the job has not run
 */
export async function runAlone(
  job: HeldJob,
  options: RunAloneOptions,
): Promise<Attempt | null | 'again'> {
  const { store, queue, settler, faults, onAlone } = options
  try {
    const dues = await readDueDeliveries(store.sql, [job], NO_INLINE_DATA)
    const due = dues.get(attemptKey(job))
    if (due?.isFrozen) return 'again'
    if (due && !(await waitForMoment(store.sql, due.due))) return 'again'
    if (job.leaseEndsAtMs <= performance.now()) return 'again'
    if (due) {
      if (!(await queue.markAlone(job, true))) return null
      onAlone(job)
    }
    const attempt = due ? await postDue(job, due, { ...options, onRoom() {} }) : null
    if (due && !attempt) {
      await queue.markAlone(job, false)
      return 'again'
    }
    await settler.write({ job, attempt })
    faults.worked(RUNNING)
    return attempt
  } catch (error) {
    faults.failed(RUNNING, error)
    return 'again'
  }
}
