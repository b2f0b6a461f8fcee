import { apiKeyId, memberId, organizationId, projectId } from './identifiers.ts'
import type { InstallationSize } from './size.ts'

/** One task of upkeep, its statement, and the rows that wait for it. */
export interface UpkeepJob {
  name: string
  /** Matches the statements of the dispatcher. */
  sent: RegExp
  /** SQL that makes the rows. `n` counts organizations, and `rows` rows of all of them. */
  make?: (rows: number, size: InstallationSize) => string
  /** SQL: how many rows wait. */
  waiting?: string
}

// Row `i` belongs to organization `n`. Ten in eleven rows are not old yet.
export const each = (rows: number) => `
  generate_series(1, ${rows * 11}) as i
  join bench.organizations as owner on owner.n = 1 + i % (select max(n) from bench.organizations),
  lateral (select i % 11 = 0 as is_old) as made`
export const ORGANIZATION = organizationId('n')
const expiry = (age: string) =>
  `now() + case when is_old then - interval '${age}' else interval '${age}' end`

/** The rows of a table of which one in eleven is old. */
function purge(
  name: string,
  table: string,
  columns: string,
  values: string | ((size: InstallationSize) => string),
  old: string,
  share = 1,
): UpkeepJob {
  return {
    name,
    sent: new RegExp(`delete from ${table} where`),
    make: (rows, size) =>
      `insert into ${table} (${columns}) select ${typeof values === 'string' ? values : values(size)} from ${each(Math.ceil(rows * share))} on conflict do nothing`,
    waiting: `select count(*)::integer as count from ${table} where ${old}`,
  }
}

const RANDOM = 'sha256(uuid_send(gen_random_uuid()))'

/** The tables whose expired rows are deleted. */
export const PURGES: readonly UpkeepJob[] = [
  purge(
    'idempotency keys',
    'idempotency_keys',
    'organization_id, credential, route, key, body_hash, status, body, created_at',
    `${ORGANIZATION}, ${apiKeyId('n', '0')}, '/projects/create', i::text, ${RANDOM}, 201, json_build_object('id', repeat('x', 900)), case when is_old then now() - interval '25 hours' else now() end`,
    `created_at < now() - interval '24 hours'`,
  ),
  purge(
    'sessions',
    'sessions',
    'id, token_hash, user_id, expires_at',
    `gen_random_uuid(), ${RANDOM}, ${memberId('n', '0')}, ${expiry('1 hour')}`,
    'expires_at < now()',
  ),
  purge(
    'archives',
    'archives',
    'organization_id, id, token_hash, project_id, size, media_ids, expires_at',
    ({ projects }) =>
      `${ORGANIZATION}, gen_random_uuid(), ${RANDOM}, ${projectId('i', projects).replace('$1', 'now()')}, 'ORIGINAL', '{}', ${expiry('1 hour')}`,
    'expires_at < now()',
  ),
  purge(
    'mails',
    'mails',
    'organization_id, id, kind, status, recipient, expires_at, created_at',
    `${ORGANIZATION}, gen_random_uuid(), 'DELIVERY', 'SENT', 'client@example.com', now(), case when is_old then now() - interval '31 days' else now() end`,
    `created_at < now() - interval '30 days'`,
  ),
  purge(
    'password resets',
    'password_resets',
    'token_hash, user_id, expires_at',
    `${RANDOM}, ${memberId('n', '0')}, ${expiry('1 hour')}`,
    'expires_at < now()',
    0.1,
  ),
  purge(
    'invitations',
    'invitations',
    'token_hash, organization_id, user_id, expires_at',
    `${RANDOM}, ${ORGANIZATION}, ${memberId('n', '7')}, ${expiry('1 hour')}`,
    'expires_at < now()',
  ),
  purge(
    'rate windows',
    'rate_windows',
    'subject, hits, allowed, judged_at',
    `'bench' || i, array_fill(0::bigint, array[100]), true, (extract(epoch from now() - case when is_old then interval '25 hours' else '0' end) * 1000000)::bigint`,
    `judged_at < (extract(epoch from now() - interval '1 day') * 1000000)::bigint`,
  ),
]
