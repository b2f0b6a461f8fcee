import { QUEUE_SCHEMA, WEBHOOK_QUEUE, type WebhookJob } from '@mediajobs/outbox'

/**
 * A job's data as the queue has it. The marks are in the job, so that they are gone with it: the job of
 * the next attempt has none.
 */
export interface QueuedData extends WebhookJob {
  /** How many of its fetches ended with {@link GIVE_BACK}. All others ended with a dispatcher. */
  givenBack?: number
  /** A dispatcher wrote this before it ran the job alone. */
  alone?: true
}

/**
 * Hands jobs back: `$1` are pairs of job and `retry_count`, which name a fetch; `$2` the seconds after
 * which each may be fetched. pg-boss's own `fail()` would do, but every fetch raises `retry_count`, so
 * that a job given back could not be told from one whose dispatcher died.
 */
export const GIVE_BACK = `
  update ${QUEUE_SCHEMA}.job as job set
    state = 'retry',
    heartbeat_on = null,
    start_after = ${QUEUE_SCHEMA}.job_now() + given.seconds * interval '1 second',
    data = job.data ||
      jsonb_build_object('givenBack', coalesce((job.data ->> 'givenBack')::int, 0) + 1)
  from unnest($1::text[], $2::float8[]) as given (pair, seconds)
  where job.name = '${WEBHOOK_QUEUE}'
    and job.state = 'active'
    and job.id = split_part(given.pair, ':', 1)::uuid
    and job.id::text || ':' || job.retry_count = given.pair`

/** Writes into the job `$1`, if `$2` is its `retry_count`, whether it runs alone (`$3`) from now on. */
export const MARK_ALONE = `
  update ${QUEUE_SCHEMA}.job as job set
    data = case when $3 then job.data || '{"alone": true}' else job.data - 'alone' end
  where job.name = '${WEBHOOK_QUEUE}'
    and job.state = 'active'
    and job.id = $1
    and job.retry_count = $2
  returning job.id`
