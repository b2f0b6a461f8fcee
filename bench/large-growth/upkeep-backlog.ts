import type pg from 'pg'
import { apiKeyId, projectId, subscriptionId } from './identifiers.ts'
import { API_KEYS_EACH, SUBSCRIPTIONS_EACH } from './people.ts'
import { each, ORGANIZATION, PURGES, type UpkeepJob } from './purge-backlog.ts'
import type { InstallationSize } from './size.ts'

const HOURS_EACH = 6
/** The tables that get rows. */
const TABLES = [
  'idempotency_keys',
  'sessions',
  'archives',
  'mails',
  'password_resets',
  'invitations',
  'rate_windows',
  'webhook_hours',
  'api_key_calls',
  'webhook_subscriptions',
  'media_uploads',
]

/** Every task of upkeep that works through rows. */
export const UPKEEP: readonly UpkeepJob[] = [
  { name: 'partitions made', sent: /make_day_partitions/ },
  {
    name: 'day of the log dropped',
    sent: /drop_day_partitions/,
    waiting: `select count(*)::integer as count from pg_inherits where inhparent = any ('{events, webhook_deliveries, webhook_attempts}'::regclass[])
      and right(inhrelid::regclass::text, 8) < to_char(now() at time zone 'UTC' - interval '30 days', 'YYYYMMDD')`,
  },
  {
    name: 'day of the request log dropped',
    sent: /drop_request_partitions/,
    waiting: `select count(*)::integer as count from pg_inherits where inhparent = 'api_requests'::regclass
      and right(inhrelid::regclass::text, 8) < to_char(now() at time zone 'UTC' - interval '7 days', 'YYYYMMDD')`,
  },
  ...PURGES,
  {
    name: 'webhook hours',
    sent: /delete from webhook_hours where/,
    // Of each subscription and hour of a day, in the organizations that are not the smallest. One hour is old.
    make: () => `
      insert into webhook_hours (organization_id, subscription_id, hour, at_most_ms, shard, succeeded, failed)
      select ${ORGANIZATION}, ${subscriptionId('n', 's')}, date_trunc('hour', now()) - h * interval '1 hour', 10 + b, 0, 10, 1
      from bench.organizations, generate_series(0, ${SUBSCRIPTIONS_EACH - 1}) as s, generate_series(1, 25) as h, generate_series(1, ${HOURS_EACH}) as b where slots > 1
      on conflict do nothing`,
    waiting: `select count(*)::integer as count from webhook_hours where hour < now() - interval '24 hours'`,
  },
  {
    name: 'counts of calls',
    sent: /delete from api_key_calls where/,
    // Of each key and day of a month, three statuses, in the same organizations. One day is old.
    make: () => `
      insert into api_key_calls (organization_id, api_key_id, day, status, calls)
      select ${ORGANIZATION}, ${apiKeyId('n', 'k')}, (now() at time zone 'UTC')::date - d, s, 100
      from bench.organizations, generate_series(0, ${API_KEYS_EACH - 1}) as k, generate_series(1, 30) as d, unnest(array[200, 201, 404]) as s where slots > 1
      on conflict do nothing`,
    waiting: `select count(*)::integer as count from api_key_calls where day <= (now() at time zone 'UTC')::date - 30`,
  },
  {
    name: 'deleted subscriptions',
    sent: /delete from webhook_subscriptions where/,
    // Half of them have deliveries that are still kept, and so must stay.
    make: () => `
      with gone as (
        insert into webhook_subscriptions (organization_id, id, url, events, secret_encrypted, deleted_at)
        select ${ORGANIZATION}, gen_random_uuid(), 'http://127.0.0.1:9/gone/' || i, '{CUSTOMER_UPDATED}', '', now() - interval '1 day'
        from bench.organizations, generate_series(1, 2) as i where slots > 1 on conflict do nothing
      )
      update webhook_subscriptions set deleted_at = now() - interval '1 day'
      where right(organization_id::text, 1) in ('3', '7', 'b', 'f') and id in (select ${subscriptionId('n', '1')} from bench.organizations where slots > 1)`,
    waiting: `select count(*)::integer as count from webhook_subscriptions where url like '%/gone/%'`,
  },
  {
    name: 'old signing secrets',
    sent: /set previous_secret_encrypted = null/,
    make: () =>
      `update webhook_subscriptions set previous_secret_encrypted = 'none', previous_secret_until = now() where right(id::text, 1) in ('1', '2', '3')`,
    waiting: `select count(*)::integer as count from webhook_subscriptions where previous_secret_until < now()`,
  },
  {
    name: 'uploads without a confirm',
    sent: /set swept_at/,
    make: (rows, size) => `
      insert into media_uploads (organization_id, id, project_id, filename, content_type, type, key, staging_key, cdn_url, created_at)
      select ${ORGANIZATION}, gen_random_uuid(), ${projectId('i', size.projects).replace('$1', 'now()')}, '1.jpg', 'image/jpeg', 'PHOTO', 'bench/' || i, 'staging/bench/' || i, '',
        case when is_old then now() - interval '2 days' else now() end
      from ${each(Math.ceil(rows / 100))} on conflict do nothing`,
    waiting: `select count(*)::integer as count from media_uploads where media_id is null and swept_at is null and created_at < now() - interval '25 hours'`,
  },
  {
    name: 'objects removed',
    sent: /update object_removals as removal/,
    waiting: `select count(*)::integer as count from object_removals where next_attempt_at < now()`,
  },
  {
    name: 'deliveries without a job',
    sent: /with jobless as/,
    make: () =>
      `update webhook_deliveries set next_attempt_at = now() - interval '2 minutes' where status = 'RETRYING'`,
    waiting: `select count(*)::integer as count from webhook_deliveries where status in ('PENDING', 'RETRYING') and next_attempt_at < now() - interval '1 minute'
      and not exists (select from pgboss.job where data ->> 'deliveryId' = webhook_deliveries.id::text)`,
  },
]

/** Makes the rows that wait for each task. */
export async function makeBacklog(
  client: pg.Client,
  size: InstallationSize,
  rows: number,
): Promise<void> {
  // Foreign keys of rows that this script makes are right.
  await client.query('set session_replication_role = replica')
  for (const { make, waiting } of UPKEEP) {
    if (!make || !waiting) continue
    // A run before this one may have been cut off behind it.
    const { rows: found } = await client.query<{ count: number }>(waiting)
    if (found[0]?.count === 0) await client.query(make(rows, size))
  }
  await client.query('reset session_replication_role')
  await client.query(`analyze ${TABLES.join(', ')}`)
}
