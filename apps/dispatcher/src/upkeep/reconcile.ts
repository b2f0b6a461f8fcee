import { IS_WAITING, isFrozen } from '@mediajobs/db/schema'
import { DELETE_ENDED, HAS_LIVE_JOB, type Store, WEBHOOK_JOB_ID } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
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
// A delivery and its job are written together. A delivery this late has lost its job, or the job waits in a long queue.
const OVERDUE_SECONDS = 45

// One dispatcher at a time is enough.
const TRY_LOCK = `select pg_try_advisory_xact_lock(hashtext('webhooks.reconcile')) as locked`

const FIND_JOBLESS = `
  with jobless as (
    select delivery.organization_id, delivery.id, delivery.subscription_id,
      delivery.attempts + 1 as attempt, ${WEBHOOK_JOB_ID} as job_id
    from webhook_deliveries as delivery
    where delivery.${IS_WAITING}
      and delivery.next_attempt_at < now() - $1::float8 * interval '1 second'
      and not ${HAS_LIVE_JOB}
      and not ${isFrozen('delivery.organization_id')}
    limit ${MAX_BATCH}
  ), ended as (
    -- Frees the ids for the new jobs.
    ${DELETE_ENDED}
  )
  select organization_id as "organizationId", id as "deliveryId",
    subscription_id as "subscriptionId", attempt
  from jobless`

/**
 * Creates jobs for due webhook deliveries without one, as after a restore from a backup, or after an operator deleted
 * or canceled jobs. An attempt's job always has the same id, so concurrent writers create only one.
 *
 * @returns the number of deliveries. If it's the batch size, there may be more.
 */
export async function reconcile(store: Store): Promise<number> {
  return store.transaction(async (tx) => {
    const [lock] = await tx.query<{ locked: boolean }>(TRY_LOCK)
    if (!lock?.locked) return 0
    const jobless = await tx.query<JoblessRow>(FIND_JOBLESS, [OVERDUE_SECONDS])
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
