// What: a part of the statement that writes an event: it writes the jobs of the event's webhook deliveries.
// Why: pg-boss's own INSERT is a statement of its own, behind a wait for the ids of the deliveries. It reads each
//   job from JSON with a column for every option of pg-boss.
// Measured: docs/performance.md, "A live event".
// To remove: let `writeEvent` return the deliveries, and give them to `WebhookQueue.insert`.
import {
  FIRST_ATTEMPT_PRIORITY,
  QUEUE_SCHEMA,
  WEBHOOK_JOB_ID,
  WEBHOOK_QUEUE,
} from './webhook-queue.ts'

/** The version of pg-boss's schema that this text was written for: read pg-boss's INSERT again before it is raised. */
export const FIRST_JOBS_SCHEMA_VERSION = 43

/**
 * SQL: inserts the job of the first attempt of each row of the CTE `delivery`, as pg-boss does: with the settings of
 * the queue, and none if the id exists. The CTE has `organization_id`, `id`, `subscription_id` and `attempts`.
 *
 * @param traceparent SQL of the W3C `traceparent` of the event; its value is null when nothing is traced
 */
export function insertFirstJobs(traceparent: string): string {
  return `
    insert into ${QUEUE_SCHEMA}.job (id, name, data, priority, group_id, start_after, created_on,
      keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select ${WEBHOOK_JOB_ID}, '${WEBHOOK_QUEUE}',
      jsonb_strip_nulls(jsonb_build_object('organizationId', delivery.organization_id,
        'deliveryId', delivery.id, 'attempt', 1, 'traceparent', ${traceparent})),
      ${FIRST_ATTEMPT_PRIORITY}, delivery.subscription_id::text, now(), now(),
      now() + queue.retention_seconds * interval '1 second', queue.expire_seconds,
      queue.deletion_seconds, queue.retry_limit, queue.retry_delay, queue.retry_backoff,
      queue.retry_delay_max, queue.policy, queue.dead_letter, queue.heartbeat_seconds
    -- Without the queue its settings are null, and the INSERT fails.
    from delivery left join ${QUEUE_SCHEMA}.queue as queue on queue.name = '${WEBHOOK_QUEUE}'
    on conflict do nothing`
}
