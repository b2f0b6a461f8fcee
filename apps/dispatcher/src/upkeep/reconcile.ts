import { QUEUE_SCHEMA, type Store, WEBHOOK_JOB_ID, WEBHOOK_QUEUE } from '@mediajobs/outbox'
import type { Logger } from '@mediajobs/runtime'
import type { FaultLog } from '../monitoring/fault-log.ts'
import { type Periodic, runPeriodically } from './periodic.ts'

interface JoblessRow {
  organizationId: string
  deliveryId: string
  subscriptionId: string
  attempt: number
}

const EVERY_MS = 30_000
const RETRY_MS = 5_000
const MAX_BATCH = 1_000
// A retry's job and its row are written together, so what is this late has lost its job, or waits in
// a long queue; which of the two it is, the look for the job decides.
const OVERDUE_SECONDS = 45

// One dispatcher at a time is enough.
const TRY_LOCK = `select pg_try_advisory_xact_lock(hashtext('webhooks.reconcile')) as locked`

// A job that has ended, by a hand in the queue's tables, does nothing any more and keeps its id from
// a new one. pg-boss orders the states: created, retry, active, then those of the ended.
const FIND_JOBLESS = `
  with jobless as (
    select delivery.organization_id, delivery.id, delivery.subscription_id,
      delivery.attempts + 1 as attempt, ${WEBHOOK_JOB_ID} as job_id
    from webhook_deliveries as delivery
    where delivery.status in ('PENDING', 'RETRYING')
      and delivery.next_attempt_at < now() - $2::float8 * interval '1 second'
      and not exists (
        select from ${QUEUE_SCHEMA}.job
        where job.name = $1 and job.id = ${WEBHOOK_JOB_ID} and job.state < 'completed'
      )
    limit ${MAX_BATCH}
  ), ended as (
    delete from ${QUEUE_SCHEMA}.job using jobless
    where job.name = $1 and job.id = jobless.job_id and job.state >= 'completed'
  )
  select organization_id as "organizationId", id as "deliveryId",
    subscription_id as "subscriptionId", attempt
  from jobless`

/**
 * Gives a job to every webhook delivery that is due and has none: rows that were restored from a
 * backup, or whose job someone has deleted or cancelled. A job that appears meanwhile is not doubled, for its id
 * is the same.
 *
 * @returns how many were found; as many as a batch holds when there may be more
 */
export async function reconcile(store: Store): Promise<number> {
  return store.transaction(async (tx) => {
    const [lock] = await tx.query<{ locked: boolean }>(TRY_LOCK)
    if (!lock?.locked) return 0
    const jobless = await tx.query<JoblessRow>(FIND_JOBLESS, [WEBHOOK_QUEUE, OVERDUE_SECONDS])
    if (jobless.length === 0) return 0
    await tx.webhookQueue.insert(tx, jobless)
    tx.wakeDispatchers()
    return jobless.length
  })
}

export function startReconciling(store: Store, logger: Logger, faults: FaultLog): Periodic {
  const options = {
    doing: 'looking for webhook deliveries without a job',
    everyMs: EVERY_MS,
    retryMs: RETRY_MS,
    faults,
  }
  return runPeriodically(options, async () => {
    let found: number
    do {
      found = await reconcile(store)
      if (found > 0) logger.warn({ count: found }, 'webhook.jobs_restored')
    } while (found === MAX_BATCH)
  })
}
