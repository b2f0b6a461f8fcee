import { isResting } from '@mediajobs/db/schema'
import type { ObjectStore } from '@mediajobs/object-store'
import { removeObjects, SWEEP_AFTER_SECONDS } from '@mediajobs/operations/media'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import { type Periodic, runPeriodically } from './periodic.ts'

interface Removing {
  store: Store
  objectStore: ObjectStore
  logger: Logger
}

interface Options extends Removing {
  faults: FaultLog
}

type Removal = { organizationId: string; key: string; attempts: number }

// A deleted record is gone immediately; its object may stay a few seconds.
const EVERY_MS = 5_000
// Uploads are kept for a day.
const SWEEP_EVERY_MS = 60_000
const RETRY_MS = 5_000
// Removed in parallel. Small, so a hanging store delays the shutdown only briefly.
const BATCH = 16

// Postpones the next attempt by 30 s, doubling each time up to an hour. So a failed removal backs off, another
// dispatcher takes over if this one dies, and no two run concurrently.
const TAKE = `
  update object_removals as removal
  set attempts = removal.attempts + 1,
    next_attempt_at = now() + least(30 * 2 ^ least(removal.attempts, 10), 3600) * interval '1 second'
  from (
    select organization_id, key from object_removals
    where next_attempt_at <= now() and not ${isResting('object_removals.organization_id')}
    order by next_attempt_at
    limit $1
    for update skip locked
  ) as due
  where removal.organization_id = due.organization_id and removal.key = due.key
  returning removal.organization_id as "organizationId", removal.key, removal.attempts`

// If the removal was requested again meanwhile, its attempts were reset, and the row stays.
const FORGET = `
  delete from object_removals where organization_id = $1 and key = $2 and attempts = $3`

const SWEEP = `
  update media_uploads as upload set swept_at = now()
  from (
    select organization_id, id from media_uploads
    where media_id is null and swept_at is null
      and created_at < now() - $1 * interval '1 second'
      and not ${isResting('media_uploads.organization_id')}
    order by created_at
    limit $2
    for update skip locked
  ) as old
  where upload.organization_id = old.organization_id and upload.id = old.id
  returning upload.organization_id as "organizationId", upload.key, upload.staging_key as "stagingKey"`

/** Removes objects of deleted records. */
export function startObjectRemoval({ store, objectStore, logger, faults }: Options): Periodic {
  const options = { doing: 'removing objects', everyMs: EVERY_MS, retryMs: RETRY_MS, faults }
  return runPeriodically(options, async (isStopped) => {
    while (!isStopped() && (await removeDue({ store, objectStore, logger })) === BATCH);
  })
}

/** Requests the removal of the objects of unconfirmed uploads. */
export function startSweeping({ store, faults }: Pick<Options, 'store' | 'faults'>): Periodic {
  const options = { doing: 'sweeping uploads', everyMs: SWEEP_EVERY_MS, retryMs: RETRY_MS, faults }
  return runPeriodically(options, async (isStopped) => {
    while (!isStopped() && (await sweepUploads(store)) === BATCH);
  })
}

/**
 * Marks a batch of unconfirmed uploads, and requests the removal of their objects.
 *
 * @returns the number of uploads
 */
export function sweepUploads({ transaction }: Pick<Store, 'transaction'>): Promise<number> {
  return transaction(async (tx) => {
    const swept = await tx.query<{ organizationId: string; key: string; stagingKey: string }>(
      SWEEP,
      [SWEEP_AFTER_SECONDS, BATCH],
    )
    // An interrupted confirm may have copied the bytes to `key`.
    for (const { organizationId, key, stagingKey } of swept) {
      await removeObjects(tx, organizationId, [key, stagingKey])
    }
    return swept.length
  })
}

/**
 * Removes a batch of due objects. Failed removals are retried later.
 *
 * @returns the number of removals tried
 * @throws the first error, if none succeeded
 */
export async function removeDue({ store, objectStore, logger }: Removing): Promise<number> {
  const taken = await store.sql.query<Removal>(TAKE, [BATCH])
  const outcomes = await Promise.allSettled(
    taken.map(async ({ organizationId, key, attempts }) => {
      await objectStore.remove(key)
      await store.sql.query(FORGET, [organizationId, key, attempts])
    }),
  )
  const failures = outcomes.flatMap((outcome, at) =>
    outcome.status === 'rejected' ? [{ ...taken[at], err: outcome.reason as unknown }] : [],
  )
  const removed = taken.length - failures.length
  for (const { organizationId, attempts, err } of failures) {
    logger.warn({ organizationId, attempts, err }, 'object.removal_failed')
  }
  if (removed > 0) logger.info({ removed }, 'object.removed')
  if (removed === 0 && failures[0]) throw failures[0].err
  return taken.length
}
