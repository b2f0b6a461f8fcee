import { type Database, makePartitions } from '@mediajobs/db'
import { clearExpiredSecrets } from '@mediajobs/operations'
import type { Logger } from '@mediajobs/runtime'
import type { FaultLog } from './fault-log.ts'
import { type Periodic, runPeriodically } from './periodic.ts'

// Contract, section 7: the log goes back 30 days.
const LOG_DAYS = 30
// Partitions change once a day; hourly, a run that failed is made up for long before it matters.
const EVERY_MS = 3_600_000
const RETRY_MS = 60_000
// A dropped partition needs its parent alone for a moment; whoever waits for that makes all wait.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`

const DROP_PARTITIONS = 'select drop_day_partitions($1) as dropped'

// Their webhook deliveries refer to them until the last day of these is dropped.
const PURGE_SUBSCRIPTIONS = `
  delete from webhook_subscriptions as subscription
  where subscription.deleted_at < now() - interval '1 hour'
    and not exists (
      select from webhook_deliveries as delivery
      where delivery.organization_id = subscription.organization_id
        and delivery.subscription_id = subscription.id
    )`
const PURGE_SESSIONS = 'delete from sessions where expires_at < now()'
const PURGE_INVITATIONS = 'delete from invitations where expires_at < now()'
// No window is longer than a day by far; the numbers are microseconds. A subject that calls just now
// stays: waiting for it while others wait for this could be a deadlock.
const PURGE_RATE_WINDOWS = `
  delete from rate_windows where subject in (
    select subject from rate_windows
    where judged_at < (extract(epoch from now() - interval '1 day') * 1000000)::bigint
    for update skip locked
  )`

// Contract, section 1: a key is new again after 24 hours.
const PURGE_IDEMPOTENCY_KEYS = `
  delete from idempotency_keys where created_at < now() - interval '24 hours'`

const PURGES = [
  PURGE_IDEMPOTENCY_KEYS,
  PURGE_SUBSCRIPTIONS,
  PURGE_SESSIONS,
  PURGE_INVITATIONS,
  PURGE_RATE_WINDOWS,
]

/**
 * Makes the partitions of the days to come, drops those that are older than the log, and deletes what
 * nobody can see any more. Several dispatchers may do it at once.
 */
export async function cleanUp(database: Database): Promise<{ partitionsDropped: number }> {
  await database.transaction(makePartitions)
  const partitionsDropped = await database.transaction(async (tx) => {
    await tx.query(LOCK_TIMEOUT)
    const [row] = await tx.query<{ dropped: number }>(DROP_PARTITIONS, [LOG_DAYS])
    return row?.dropped ?? 0
  })
  for (const purge of PURGES) await database.sql.query(purge)
  await clearExpiredSecrets(database.sql)
  return { partitionsDropped }
}

export function startCleaningUp(database: Database, logger: Logger, faults: FaultLog): Periodic {
  const options = { doing: 'cleaning up', everyMs: EVERY_MS, retryMs: RETRY_MS, faults }
  return runPeriodically(options, async () => {
    const { partitionsDropped } = await cleanUp(database)
    if (partitionsDropped > 0) logger.info({ partitionsDropped }, 'dispatcher.log_days_dropped')
  })
}
