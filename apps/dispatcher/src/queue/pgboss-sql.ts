// All SQL of the dispatcher on pg-boss's own tables. pg-boss keeps these tables private, so a new
// version may change them: read each text again before PGBOSS_SCHEMA_VERSION is raised.
import { UNFLUSHED } from '@mediajobs/db'
import {
  FIRST_ATTEMPT_PRIORITY,
  QUEUE_SCHEMA,
  WEBHOOK_JOB_ID,
  WEBHOOK_QUEUE,
} from '@mediajobs/outbox'

/** The version of pg-boss's schema that the texts of this file were written for. */
export const PGBOSS_SCHEMA_VERSION = 43

// A job whose transaction took longer to commit is found by the next fetch of all due jobs.
const NEW_SECONDS = 2

/**
 * The CTEs `next` and `fetched`: fetches first attempts of the last two seconds, without the subscriptions `$1`.
 * Its commit does not wait for the disk.
 *
 * pg-boss's own fetch also reads the due jobs that it does not return. Jobs that wait for an endpoint that
 * hangs are due, and older than all new jobs. That fetch would read them at each event of each other
 * organization: 10,000 such jobs cost some milliseconds. This statement reads a range without them. It does
 * not raise `retry_count`, because such a job was never fetched before. Otherwise it is like pg-boss's fetch.
 *
 * @param limit how many jobs at most
 */
export function fetchNewJobs(limit: number): string {
  return `
    next as (
      select id from ${QUEUE_SCHEMA}.job as job
      where job.name = '${WEBHOOK_QUEUE}'
        and job.state < 'active' and job.state = 'created'
        and not job.blocked
        and job.priority = ${FIRST_ATTEMPT_PRIORITY}
        and job.created_on > ${QUEUE_SCHEMA}.job_now() - interval '${NEW_SECONDS} s'
        and job.start_after <= ${QUEUE_SCHEMA}.job_now()
        and job.group_id <> all($1)
      order by job.created_on
      limit ${limit}
      for update skip locked
    ), fetched as (
      update ${QUEUE_SCHEMA}.job as job set
        state = 'active',
        started_on = ${QUEUE_SCHEMA}.job_now(),
        heartbeat_on = ${QUEUE_SCHEMA}.job_now()
      from ${UNFLUSHED}
      -- As a join, PostgreSQL would read all jobs: it expects few, because most of them were deleted.
      where job.name = '${WEBHOOK_QUEUE}' and job.id = any(array(select id from next))
      returning job.id, job.retry_count, job.group_id, job.data
    )`
}

/**
 * Gives jobs back, and counts that in their data as `givenBack`. pg-boss's own `fail()` does not count it:
 * every later fetch raises `retry_count`, so a job that was given back would look like a job whose dispatcher
 * died.
 *
 * `$1`: each fetch as `id:retry_count`. `$2`: for each, seconds after which it may be fetched.
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

/**
 * Writes into a job whether it runs alone from now on.
 *
 * `$1`: the job's id. `$2`: the `retry_count` of the fetch. `$3`: whether it runs alone.
 */
export const MARK_ALONE = `
  update ${QUEUE_SCHEMA}.job as job set
    data = case when $3 then job.data || '{"alone": true}' else job.data - 'alone' end
  where job.name = '${WEBHOOK_QUEUE}'
    and job.state = 'active'
    and job.id = $1
    and job.retry_count = $2
  returning job.id`

/**
 * A part of a statement: deletes jobs that this process has fetched, and no other has fetched since.
 *
 * The state of the job does not matter: its lease may have ended, but until another fetch this process still
 * owns it. pg-boss's own deletion ignores jobs whose lease has ended. Id and `retry_count` are compared as
 * one text, as pg-boss does it, because PostgreSQL looks that text up in a hash table. It would compare two
 * arrays row by row.
 *
 * `$1`: the ids of the jobs. `$2`: each fetch as `id:retry_count`.
 */
export const DELETE_FETCHED = `
  delete from ${QUEUE_SCHEMA}.job as job
  where job.name = '${WEBHOOK_QUEUE}'
    and job.id = any($1::uuid[])
    and job.id::text || ':' || job.retry_count = any($2::text[])
  returning job.id, job.retry_count, job.data`

// pg-boss orders the states: created, retry and active come before the states of ended jobs.
/** A condition: the row `delivery` of `webhook_deliveries` has a job for its next attempt. */
export const HAS_LIVE_JOB = `
  exists (
    select from ${QUEUE_SCHEMA}.job as job
    where job.name = '${WEBHOOK_QUEUE}'
      and job.id = ${WEBHOOK_JOB_ID}
      and job.state < 'completed'
  )`

/**
 * A part of a statement: deletes the ended jobs of the rows `jobless`. An operator has ended such a job in
 * the queue's tables. It does nothing any more, but a new job cannot get its id.
 */
export const DELETE_ENDED = `
  delete from ${QUEUE_SCHEMA}.job as job
  using jobless
  where job.name = '${WEBHOOK_QUEUE}' and job.id = jobless.job_id and job.state >= 'completed'`
