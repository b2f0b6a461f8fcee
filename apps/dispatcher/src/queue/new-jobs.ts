import { FIRST_TRY_PRIORITY, QUEUE_SCHEMA, WEBHOOK_QUEUE } from '@mediajobs/outbox'

// A change that takes longer to commit than this is found by the next look at all that is due.
const NEW_SECONDS = 2

/**
 * Fetches first tries of the last two seconds and passes over the subscriptions `$1`.
 *
 * pg-boss's own fetch reads every job that is due before it has enough of them. What waits for an
 * endpoint that hangs is due, stands before all that comes later, and would be read at each event of
 * everybody else's: 10,000 jobs cost some milliseconds. Here they are outside of the range that is
 * read. Jobs that nobody has fetched yet have no attempt to count, and all else is as pg-boss has it.
 */
export function fetchNewJobs(limit: number): string {
  return `
    with next as (
      select id from ${QUEUE_SCHEMA}.job as job
      where job.name = '${WEBHOOK_QUEUE}'
        and job.state < 'active' and job.state = 'created'
        and not job.blocked
        and job.priority = ${FIRST_TRY_PRIORITY}
        and job.created_on > ${QUEUE_SCHEMA}.job_now() - interval '${NEW_SECONDS} s'
        and job.start_after <= ${QUEUE_SCHEMA}.job_now()
        and job.group_id <> all($1)
      order by job.created_on
      limit ${limit}
      for update skip locked
    )
    update ${QUEUE_SCHEMA}.job as job set
      state = 'active',
      started_on = ${QUEUE_SCHEMA}.job_now(),
      heartbeat_on = ${QUEUE_SCHEMA}.job_now()
    from next
    where job.name = '${WEBHOOK_QUEUE}' and job.id = next.id
    returning job.id, job.retry_count as "retryCount", job.group_id as "groupId", job.data`
}
