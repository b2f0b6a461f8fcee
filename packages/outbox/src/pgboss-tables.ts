// All our SQL on pg-boss's private tables, which a new version may change. Before raising PGBOSS_SCHEMA_VERSION,
// compare each statement with its counterpart in pg-boss.
import { UNFLUSHED } from '@mediajobs/db'
import type { Pool } from 'pg'

/** The schema version the statements were written for. */
export const PGBOSS_SCHEMA_VERSION = 43
export const QUEUE_SCHEMA = 'pgboss'
/** The queue of due webhook deliveries. */
export const WEBHOOK_QUEUE = 'webhook-deliveries'

const JOBS = `${QUEUE_SCHEMA}.job`
const QUEUES = `${QUEUE_SCHEMA}.queue`
const NOW = `${QUEUE_SCHEMA}.job_now()`

// pg-boss fetches the higher priority first: a retry never delays a first attempt.
const FIRST_ATTEMPT_PRIORITY = 1
const RETRY_PRIORITY = 0

/**
 * SQL: a job's id, a hash of delivery and attempt. Inserts skip existing ids, so an attempt never has two jobs.
 */
function jobId(deliveryId: string, attempt: string): string {
  return `encode(substr(sha256(convert_to(
    ${deliveryId}::text || ':' || (${attempt})::text, 'UTF8')), 1, 16), 'hex')::uuid`
}

/** SQL: the id of the job for the next attempt of the row `delivery` of `webhook_deliveries`. */
export const WEBHOOK_JOB_ID = jobId('delivery.id', 'delivery.attempts + 1')

/** SQL condition: the row `delivery` of `webhook_deliveries` has a job for its next attempt. */
// States are ordered: created, retry and active precede ended ones.
export const HAS_LIVE_JOB = `
  exists (
    select from ${JOBS} as job
    where job.name = '${WEBHOOK_QUEUE}' and job.id = ${WEBHOOK_JOB_ID} and job.state < 'completed'
  )`

/** SQL condition: a dispatcher holds the job for the next attempt of the row `delivery`. */
export const HAS_ACTIVE_JOB = `
  exists (
    select from ${JOBS} as job
    where job.name = '${WEBHOOK_QUEUE}' and job.id = ${WEBHOOK_JOB_ID} and job.state = 'active'
  )`

/** Returns a row if the queue is installed. */
export const FIND_QUEUE = `select from ${QUEUES} where name = '${WEBHOOK_QUEUE}'`

/**
 * SQL: inserts jobs like pg-boss: with the queue's settings, skipping existing ids. pg-boss's INSERT parses each job from
 * JSON with a column for every option (docs/performance.md, "A live event").
 *
 * @param rows the rows `job (organization_id, delivery_id, subscription_id, attempt, delay_seconds, traceparent)`.
 *   `traceparent` is the event's, in W3C format; null if untraced
 */
export function insertJobs(rows: string): string {
  const startAfter = `(now() + job.delay_seconds * interval '1 second')`
  return `
    insert into ${JOBS} (id, name, data, priority, group_id, start_after, created_on,
      keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select ${jobId('job.delivery_id', 'job.attempt')}, '${WEBHOOK_QUEUE}',
      jsonb_strip_nulls(jsonb_build_object('organizationId', job.organization_id,
        'deliveryId', job.delivery_id, 'attempt', job.attempt, 'traceparent', job.traceparent)),
      case when job.attempt = 1 then ${FIRST_ATTEMPT_PRIORITY} else ${RETRY_PRIORITY} end,
      job.subscription_id::text, ${startAfter}, now(),
      ${startAfter} + queue.retention_seconds * interval '1 second', queue.expire_seconds,
      queue.deletion_seconds, queue.retry_limit, queue.retry_delay, queue.retry_backoff,
      queue.retry_delay_max, queue.policy, queue.dead_letter, queue.heartbeat_seconds
    -- Without the queue its settings are null, and the INSERT fails.
    from ${rows} left join ${QUEUES} as queue on queue.name = '${WEBHOOK_QUEUE}'
    on conflict do nothing`
}

/** Inserts jobs. Parameters: organizations, deliveries, subscriptions, attempts, delays in seconds, traceparents. */
export const INSERT_JOBS = insertJobs(
  `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::text[])
      as job (organization_id, delivery_id, subscription_id, attempt, delay_seconds, traceparent)`,
)

/** Deletes the jobs of attempts, in any state. `$1`: deliveries. `$2`: attempts. */
export const DELETE_JOBS = `
  delete from ${JOBS} as job
  where job.name = '${WEBHOOK_QUEUE}'
    and job.id = any (array(
      select ${jobId('ended.delivery_id', 'ended.attempt')}
      from unnest($1::uuid[], $2::int[]) as ended (delivery_id, attempt)))`

// As a join, PostgreSQL would read all jobs: it expects few, because most of them were deleted.
const IS_NEXT = `job.name = '${WEBHOOK_QUEUE}' and job.id = any(array(select id from next))`

/**
 * SQL: fetches due jobs like pg-boss, first attempts first, except those of the subscriptions `$1`. Commits
 * asynchronously.
 */
export function fetchJobs(limit: number): string {
  return `
    with next as (
      select id from ${JOBS} as job
      where job.name = '${WEBHOOK_QUEUE}'
        and job.state < 'active'
        and not job.blocked
        and job.start_after <= ${NOW}
        and (job.group_id is null or job.group_id <> all($1))
      order by job.priority desc, job.created_on
      limit ${limit}
      for update skip locked
    )
    update ${JOBS} as job set
      state = 'active',
      started_on = ${NOW},
      heartbeat_on = ${NOW},
      retry_count = retry_count + (started_on is not null)::int
    from ${UNFLUSHED}
    where ${IS_NEXT}
    returning job.id, job.retry_count as "retryCount", job.group_id as "groupId", job.data`
}

// Jobs committed later than this are found by the regular fetch.
const NEW_SECONDS = 2

/**
 * SQL: the CTEs `next` and `fetched`, which fetch first attempts of the last two seconds, except those of the
 * subscriptions `$1`. Commits asynchronously.
 *
 * pg-boss's fetch also scans due jobs it doesn't return. Jobs that wait for a hanging endpoint are due and older than all
 * new ones, so every event of other organizations would scan them: a few milliseconds for 10,000. This range excludes
 * them. Doesn't raise `retry_count`: these jobs were never fetched. Otherwise like pg-boss's fetch, whose index requires
 * the redundant `state < 'active'`.
 */
export function fetchNewJobs(limit: number): string {
  return `
    next as (
      select id from ${JOBS} as job
      where job.name = '${WEBHOOK_QUEUE}'
        and job.state < 'active' and job.state = 'created'
        and not job.blocked
        and job.priority = ${FIRST_ATTEMPT_PRIORITY}
        and job.created_on > ${NOW} - interval '${NEW_SECONDS} s'
        and job.start_after <= ${NOW}
        and job.group_id <> all($1)
      order by job.created_on
      limit ${limit}
      for update skip locked
    ), fetched as (
      update ${JOBS} as job set
        state = 'active',
        started_on = ${NOW},
        heartbeat_on = ${NOW}
      from ${UNFLUSHED}
      where ${IS_NEXT}
      returning job.id, job.retry_count, job.group_id, job.data
    )`
}

/**
 * Returns fetched jobs to the queue, counted in their data as `givenBack`. With pg-boss's `fail()` such a job would
 * look like one whose dispatcher died, because every later fetch raises `retry_count`.
 *
 * `$1`: each fetch as `id:retry_count`. `$2`: delay in seconds.
 */
export const RETURN_JOBS = `
  update ${JOBS} as job set
    state = 'retry',
    heartbeat_on = null,
    start_after = ${NOW} + $2::float8 * interval '1 second',
    data = job.data ||
      jsonb_build_object('givenBack', coalesce((job.data ->> 'givenBack')::int, 0) + 1)
  from unnest($1::text[]) as given (pair)
  where job.name = '${WEBHOOK_QUEUE}'
    and job.state = 'active'
    and job.id = split_part(given.pair, ':', 1)::uuid
    and job.id::text || ':' || job.retry_count = given.pair`

/**
 * Requeues jobs whose lease has ended, as pg-boss's supervisor does with three statements that it doesn't prepare. Skips
 * locked jobs: their outcome is being written.
 */
export const REQUEUE_LAPSED = `
  update ${JOBS} as job set state = 'retry', heartbeat_on = null
  where job.name = '${WEBHOOK_QUEUE}'
    and job.id = any(array(
      select id from ${JOBS} as lapsed
      where lapsed.name = '${WEBHOOK_QUEUE}'
        and lapsed.state = 'active'
        and lapsed.group_id is not null
        and lapsed.heartbeat_on + lapsed.heartbeat_seconds * interval '1 second' < ${NOW}
      for update skip locked))`

/**
 * SQL for a CTE: deletes jobs last fetched by this process.
 *
 * In any state: until the next fetch this process owns the job, even if its lease has expired (pg-boss's deletion
 * skips those). Id and `retry_count` are compared as one text, as in pg-boss: a hashed lookup, where two arrays would
 * be compared row by row.
 *
 * `$1`: the ids of the jobs. `$2`: each fetch as `id:retry_count`.
 */
export const DELETE_FETCHED = `
  delete from ${JOBS} as job
  where job.name = '${WEBHOOK_QUEUE}'
    and job.id = any($1::uuid[])
    and job.id::text || ':' || job.retry_count = any($2::text[])
  returning job.id, job.retry_count, job.data`

/**
 * SQL for a CTE: deletes the ended jobs of the rows `jobless`. Ended by an operator in the queue's tables, they would block
 * their ids.
 */
export const DELETE_ENDED = `
  delete from ${JOBS} as job
  using jobless
  where job.name = '${WEBHOOK_QUEUE}' and job.id = jobless.job_id and job.state >= 'completed'`

const FIND_QUEUE_KEY = `
  select format('alter table %s drop constraint if exists %I', conrelid::regclass, conname) as "dropKey"
  from ${QUEUES}
  join pg_constraint on conrelid = to_regclass(format('${QUEUE_SCHEMA}.%I', queue.table_name))
  where queue.name = '${WEBHOOK_QUEUE}' and conname = 'q_fkey'`
// The locks wait for transactions that write jobs, and later ones queue behind them.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Drops the foreign key from jobs to queues. With it, all publishing transactions would share-lock the queue's row at
 * COMMIT, as a multixact. The row is never deleted while the service runs (docs/performance.md, "A live event").
 *
 * If the lock times out, the next migration retries.
 */
export async function dropQueueKey(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ dropKey: string }>(FIND_QUEUE_KEY)
  for (const { dropKey } of rows) {
    await pool.query(`begin; ${LOCK_TIMEOUT}; ${dropKey}; commit`).catch(async (error) => {
      await pool.query('rollback')
      if (error.code !== LOCK_NOT_AVAILABLE) throw error
    })
  }
}
